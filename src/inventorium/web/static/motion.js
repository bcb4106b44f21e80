// Exchanges the sheet for a new one. Pieces (`data-piece`) travel from where they were to where they are; a piece that was
// nowhere comes from the thing it names (`data-from`). With reduced motion nothing travels.

export const still = matchMedia("(prefers-reduced-motion: reduce)");
const MOST = 24;                                        // more pieces than that do not move, they are dealt
const LEAST = 3;                                        // fewer pixels than that are not a journey
const HIGHEST = 144;                                    // pixels that are kept for the claim
const above = matchMedia("(min-width: 761px)");         // there the claim stands above the board; else it lies over its lower edge

const asks = (root) => root.querySelector("#ask")?.textContent;
const visible = (e) => e.checkVisibility?.() ?? true;

// The sheet is exchanged at once, so that no click waits; only then pieces are moved back to where they were and let go.
export function exchange(old, fresh, moves) {
  const keep = remembered(old, asks(old) !== asks(fresh));
  const before = moves && !still.matches && !document.hidden ? places(old) : null, height = old.querySelector(".claim").offsetHeight;
  old.replaceWith(fresh);
  if (above.matches) fresh.querySelector(".claim").style.minBlockSize = `${Math.min(height, HIGHEST)}px`;      // it grows, but the board does not jump back
  restore(keep);
  if (before) travel(before, places(fresh));
}

addEventListener("resize", () => { document.querySelector(".claim").style.minBlockSize = ""; });

// Where every piece in sight lies, seen from the board: where the board itself moves, what lies on it has not.
function places(root) {
  const board = root.querySelector(".board").getBoundingClientRect();
  return new Map([...root.querySelectorAll("[data-piece]")].filter(visible).map((e) => {
    const { x, y, width, height } = e.getBoundingClientRect();
    return [e.dataset.piece, { e, x: x - board.x, y: y - board.y, width, height }];
  }));
}

function travel(before, after) {
  const dealt = [...after].filter(([name, { e }]) => !before.has(name) && before.has(e.dataset.from)).length > MOST;
  const style = getComputedStyle(document.documentElement);
  const timing = { duration: parseFloat(style.getPropertyValue("--move")), easing: style.getPropertyValue("--glide").trim() };
  for (const [name, to] of after) {
    const from = before.get(name) ?? (dealt ? undefined : before.get(to.e.dataset.from));
    if (!from) continue;
    const scale = before.has(name) ? from.width / to.width : 1;
    const x = from.x + from.width / 2 - to.x - to.width / 2, y = from.y + from.height / 2 - to.y - to.height / 2;
    if (Math.hypot(x, y) < LEAST) continue;
    to.e.animate([{ transform: `translate(${x}px, ${y}px) scale(${scale})`, zIndex: 50 }, { transform: "none", zIndex: 50 }], timing);
  }
}

// What must survive: the focus, what is unfolded, what is filled in (`data-keep`).
function remembered(root, asksAnew) {
  const focus = document.activeElement;
  const answered = asksAnew && focus.matches("button");   // it has done its work, and is not for the next question
  return {
    open: [...root.querySelectorAll("details[id]")].filter((e) => e.open).map((e) => e.id),
    kept: new Map([...root.querySelectorAll("[data-keep]")].map((e) => [e.dataset.keep, e])),
    focus: !root.contains(focus) ? null : answered || { id: focus.id, key: focus.dataset.key, href: focus.getAttribute("href") },
    confirming: root.querySelector("#confirm") !== null,
  };
}

function restore({ open, kept, focus, confirming }) {
  const within = document.getElementById("table");
  for (const id of open) { const e = document.getElementById(id); if (e) e.open = true; }
  for (const e of within.querySelectorAll("[data-keep]")) {
    const old = kept.get(e.dataset.keep);
    if (old && e.type === "radio") e.checked = old.checked; else if (old) e.value = old.value;
  }
  document.dispatchEvent(new Event("sheet"));           // a game's own script may have something to do with the new sheet
  if (!focus) return;
  const confirm = document.getElementById("confirm");
  const same = (!confirming && confirm) || (focus.id && document.getElementById(focus.id))
    || (focus.key && within.querySelector(`[data-key="${CSS.escape(focus.key)}"]`))
    || (focus.href && within.querySelector(`a[href="${CSS.escape(focus.href)}"]`))
    || document.getElementById("ask");
  same?.focus({ preventScroll: true });
}
