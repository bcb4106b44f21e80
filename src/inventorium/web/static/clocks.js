// Lets the clocks on a sheet run. The server says what is left; when time is up, or a night begins or ends, it is asked again.

const DAY = 86400, HOUR = 3600, MINUTE = 60;
const shown = new WeakMap();                        // when a clock came onto the page
const told = new WeakSet();                         // those whose time was up, or whose night began or ended: the server was asked

function lasting(left, [days, hours, minutes, seconds]) {
  if (left >= DAY) return `${Math.floor(left / DAY)} ${days} ${Math.floor(left % DAY / HOUR)} ${hours}`;
  if (left >= HOUR) return `${Math.floor(left / HOUR)} ${hours} ${Math.floor(left % HOUR / MINUTE)} ${minutes}`;
  return `${Math.floor(left / MINUTE)} ${minutes} ${left % MINUTE} ${seconds}`;
}

// `askAgain` returns whether it asked: if not, it is tried again at the next tick.
export function tick(sheet, askAgain) {
  const changed = [];
  for (const clock of sheet.querySelectorAll("[data-left]")) {
    if (!shown.has(clock)) shown.set(clock, performance.now());
    const passed = (performance.now() - shown.get(clock)) / 1000, { left, runs, turns, units } = clock.dataset;
    const rest = Number(left) - passed;
    if (!told.has(clock) && (passed >= Number(turns) || (runs === "yes" && Number(left) > 0 && rest <= 0))) changed.push(clock);
    if (runs === "yes" && rest > 0) clock.querySelector("b").textContent = lasting(Math.ceil(rest), units.split(" "));
  }
  if (changed.length && askAgain()) changed.forEach((clock) => told.add(clock));
}
