// Exchanges the sheet for a new one. Pieces (`data-piece`) travel from where they were to where they are; a piece that was
// nowhere comes from the thing it names (`data-from`). With reduced motion nothing travels.

export const still = matchMedia("(prefers-reduced-motion: reduce)");
const MOST = 24;                                        // more pieces than that do not move, they are dealt

const pieces = (root) => new Map([...root.querySelectorAll("[data-piece]")].map((e) => [e.dataset.piece, e]));
const asks = (root) => root.querySelector("#ask")?.textContent;
const visible = (e) => e.checkVisibility?.() ?? true;

let newest;                                             // two may be under way at once: the later one is right
let travelling = null;                                  // the transition under way

// While pieces travel a click would hit their pictures. It ends the journey instead, and is given to whatever lies there.
let cut = false;
document.addEventListener("pointerdown", () => {
  cut = travelling !== null;
  travelling?.skipTransition();
}, true);
document.addEventListener("click", (event) => {
  if (!cut || event.target !== document.documentElement) return;
  cut = false;
  document.elementFromPoint(event.clientX, event.clientY)?.closest("a, button, summary, label, input, select")?.click();
});

export async function exchange(old, fresh, moves) {
  newest = fresh;
  const keep = remembered(old, asks(old) !== asks(fresh));
  if (!moves || still.matches || !document.startViewTransition || document.hidden) {
    old.replaceWith(fresh);
    restore(keep);
    return;
  }
  const before = pieces(old), places = new Map([...before].map(([name, e]) => [name, e.getBoundingClientRect()]));
  const arriving = [...pieces(fresh)].filter(([name, e]) => !before.has(name) && before.has(e.dataset.from));
  const clones = arriving.length > MOST ? [] : arriving.map(([name, e]) => {
    const from = places.get(e.dataset.from), clone = e.cloneNode(true);
    Object.assign(clone.style, { position: "fixed", left: `${from.x + from.width / 2 - 8}px`, top: `${from.y + from.height / 2 - 8}px`,
      viewTransitionName: name, zIndex: 50 });
    clone.removeAttribute("data-piece");
    return [name, clone];
  });
  for (const [, clone] of clones) document.body.append(clone);
  for (const [name, e] of before) if (visible(e)) e.style.viewTransitionName = name;
  const transition = document.startViewTransition(() => {
    for (const [, clone] of clones) clone.remove();
    if (fresh !== newest) return;
    document.getElementById("table").replaceWith(fresh);
    const cloned = new Set(clones.map(([name]) => name));
    for (const [name, e] of pieces(fresh)) if ((before.has(name) || cloned.has(name)) && visible(e)) e.style.viewTransitionName = name;
    restore(keep);
  });
  travelling = transition;
  transition.ready.catch(() => {});                     // skipped, because a newer one began
  transition.finished.finally(() => { if (travelling === transition) travelling = null; for (const e of pieces(fresh).values()) e.style.viewTransitionName = ""; });
  await transition.updateCallbackDone;
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
