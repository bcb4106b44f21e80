// Runs the clocks of a board view. The server says how much time is left, and is asked again when it is up or a night begins or ends.

const DAY = 86400, HOUR = 3600, MINUTE = 60;
const shownAt = new WeakMap();                      // when each clock was put on the page
const reported = new WeakSet();                     // clocks for which the server was asked again

function formatTime(left, [days, hours, minutes, seconds]) {
  if (left >= DAY) return `${Math.floor(left / DAY)} ${days} ${Math.floor(left % DAY / HOUR)} ${hours}`;
  if (left >= HOUR) return `${Math.floor(left / HOUR)} ${hours} ${Math.floor(left % HOUR / MINUTE)} ${minutes}`;
  return `${Math.floor(left / MINUTE)} ${minutes} ${left % MINUTE} ${seconds}`;
}

// `refetch` returns whether it asked the server; if not, the next tick tries again.
export function tick(boardView, refetch) {
  const changed = [];
  for (const clock of boardView.querySelectorAll("[data-left]")) {
    if (!shownAt.has(clock)) shownAt.set(clock, performance.now());
    const passed = (performance.now() - shownAt.get(clock)) / 1000, { left, runs, turns, units } = clock.dataset;
    const rest = Number(left) - passed;
    if (!reported.has(clock) && (passed >= Number(turns) || (runs === "yes" && Number(left) > 0 && rest <= 0))) changed.push(clock);
    if (runs === "yes" && rest > 0) clock.querySelector("b").textContent = formatTime(Math.ceil(rest), units.split(" "));
  }
  if (changed.length && refetch()) changed.forEach((clock) => reported.add(clock));
}
