// Replaces the board view. Pieces (`data-piece`) move from their old to their new place; new pieces start at their `data-from`
// element. With reduced motion nothing moves.

export const reducedMotion = matchMedia("(prefers-reduced-motion: reduce)");
const MAX_MOVING = 24;                              // if more pieces are new, they are dealt and do not move
const MIN_DISTANCE = 3;                             // pixels; a shorter way is not animated

const questionOf = (root) => root.querySelector("#question")?.textContent;
const visible = (e) => e.checkVisibility?.() ?? true;

// The board view is replaced at once, so that no click waits. Then the pieces are animated from their old places.
export function exchange(old, fresh, moves) {
  const state = saveState(old, questionOf(old) !== questionOf(fresh));
  const before = moves && !reducedMotion.matches && !document.hidden ? places(old) : null;
  old.replaceWith(fresh);
  restoreState(state);
  if (before) animate(before, places(fresh));
}

// Return the places of all visible pieces, relative to the board.
function places(root) {
  const board = root.querySelector(".board").getBoundingClientRect();
  return new Map([...root.querySelectorAll("[data-piece]")].filter(visible).map((e) => {
    const { x, y, width, height } = e.getBoundingClientRect();
    return [e.dataset.piece, { e, x: x - board.x, y: y - board.y, width, height }];
  }));
}

function animate(before, after) {
  const dealt = [...after].filter(([name, { e }]) => !before.has(name) && before.has(e.dataset.from)).length > MAX_MOVING;
  const style = getComputedStyle(document.documentElement);
  const timing = { duration: parseFloat(style.getPropertyValue("--move")), easing: style.getPropertyValue("--glide").trim() };
  for (const [name, to] of after) {
    const from = before.get(name) ?? (dealt ? undefined : before.get(to.e.dataset.from));
    if (!from) continue;
    const scale = before.has(name) ? from.width / to.width : 1;
    const x = from.x + from.width / 2 - to.x - to.width / 2, y = from.y + from.height / 2 - to.y - to.height / 2;
    if (Math.hypot(x, y) < MIN_DISTANCE) continue;
    to.e.animate([{ transform: `translate(${x}px, ${y}px) scale(${scale})`, zIndex: 50 }, { transform: "none", zIndex: 50 }], timing);
  }
}

// Return what survives the exchange: the focus, open details, values of fields (`data-keep`).
function saveState(root, hasNewQuestion) {
  const focus = document.activeElement;
  const isDone = hasNewQuestion && focus.matches("button");   // a button of the old question
  return {
    open: [...root.querySelectorAll("details[id]")].filter((e) => e.open).map((e) => e.id),
    values: new Map([...root.querySelectorAll("[data-keep]")].map((e) => [e.dataset.keep, e])),
    focus: !root.contains(focus) ? null : isDone || { id: focus.id, key: focus.dataset.key, href: focus.getAttribute("href") },
    confirming: root.querySelector("#confirm") !== null,
  };
}

function restoreState({ open, values, focus, confirming }) {
  const within = document.getElementById("board-view");
  for (const id of open) { const e = document.getElementById(id); if (e) e.open = true; }
  for (const e of within.querySelectorAll("[data-keep]")) {
    const old = values.get(e.dataset.keep);
    if (old && e.type === "radio") e.checked = old.checked; else if (old) e.value = old.value;
  }
  document.dispatchEvent(new Event("board-view"));    // for the scripts of games
  if (!focus) return;
  if (within.dataset.watched !== undefined && focus.id === "question") return;    // steps are told by the live region alone
  const confirm = document.getElementById("confirm");
  const same = (!confirming && confirm) || (focus.id && document.getElementById(focus.id))
    || (focus.key && within.querySelector(`[data-key="${CSS.escape(focus.key)}"]`))
    || (focus.href && within.querySelector(`a[href="${CSS.escape(focus.href)}"]`))
    || document.getElementById("question");
  same?.focus({ preventScroll: true });
}
