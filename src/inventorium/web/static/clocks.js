// Lets the clocks on a sheet run. The server says what is left; when time is up, or a night begins or ends, it is asked again.

const DAY = 86400, HOUR = 3600, MINUTE = 60;
const shown = new WeakMap();                        // when a clock came onto the page

function lasting(left, [days, hours, minutes, seconds]) {
  if (left >= DAY) return `${Math.floor(left / DAY)} ${days} ${Math.floor(left % DAY / HOUR)} ${hours}`;
  if (left >= HOUR) return `${Math.floor(left / HOUR)} ${hours} ${Math.floor(left % HOUR / MINUTE)} ${minutes}`;
  return `${Math.floor(left / MINUTE)} ${minutes} ${left % MINUTE} ${seconds}`;
}

export function tick(sheet, askAgain) {
  let changed = false;
  for (const clock of sheet.querySelectorAll("[data-left]")) {
    if (!shown.has(clock)) shown.set(clock, performance.now());
    const passed = Math.floor((performance.now() - shown.get(clock)) / 1000), { left, runs, turns, units } = clock.dataset;
    const rest = Number(left) - passed;
    if (Number(turns) === passed || (runs === "yes" && rest === 0)) changed = true;
    if (runs === "yes" && rest > 0) clock.querySelector("b").textContent = lasting(rest, units.split(" "));
  }
  if (changed) askAgain();
}
