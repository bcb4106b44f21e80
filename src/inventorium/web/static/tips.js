// Tooltips: an element with a `data-tip` or `title` shows it on hover, on focus, and by a tap or a long press.
// Rules, the legend, the rulebook and the introduction of a game open in a dialog over the page.

const tip = document.createElement("div");
tip.id = "tip";
tip.role = "tooltip";
tip.hidden = true;
document.body.append(tip);
const LONG_PRESS = 450;                             // milliseconds of a press that shows the tip instead of clicking
let shown = null, pointed = null, press = 0, isLongPress = false;

function tipOf(target) {
  const one = target.closest?.("[data-tip], [title]");
  if (one?.title) { one.dataset.tip = one.title; one.removeAttribute("title"); if (!one.textContent.trim() && !one.ariaLabel) one.ariaLabel = one.dataset.tip; }
  return one?.dataset.tip ? one : null;
}

function showTip(one) {
  if (shown === one) return;
  shown?.removeAttribute("aria-describedby");
  shown = one;
  tip.hidden = !one;
  if (!one) return;
  (one.closest("dialog:modal") ?? document.body).append(tip);    // what is outside a modal dialog lies under it
  tip.textContent = one.dataset.tip;
  one.setAttribute("aria-describedby", "tip");
  place(one);
}

// Put the tip beside what it explains, never over it: where it fits, and rather where it covers no other choice.
function place(one) {
  const box = (one.closest("button, a, label, summary") ?? one).getBoundingClientRect(), { width, height } = tip.getBoundingClientRect(), gap = 6;
  const within = (start, size, room) => Math.max(gap, Math.min(start, room - size - gap));
  const x = within(box.x + (box.width - width) / 2, width, innerWidth), y = within(box.y + (box.height - height) / 2, height, innerHeight);
  const free = [[x, box.y - height - gap], [x, box.bottom + gap], [box.right + gap, y], [box.x - width - gap, y]]
    .filter(([left, top]) => left >= 0 && top >= 0 && left + width <= innerWidth && top + height <= innerHeight);
  const choices = [...document.querySelectorAll(".legal")].filter((choice) => !choice.contains(one)).map((choice) => choice.getBoundingClientRect());
  const covers = ([left, top]) => choices.some((at) => at.x < left + width && at.right > left && at.y < top + height && at.bottom > top);
  const [left, top] = free.find((spot) => !covers(spot)) ?? free[0] ?? [x, within(box.bottom + gap, height, innerHeight)];
  Object.assign(tip.style, { left: `${left}px`, top: `${top}px` });
}

// Return whether the mouse is over the tip or on its way there. The tip lets clicks through: what lies below it can still be chosen.
function isOverTip({ clientX: x, clientY: y }) {
  const { left, right, top, bottom } = tip.getBoundingClientRect(), gap = 6;
  return shown?.isConnected && x >= left - gap && x <= right + gap && y >= top - gap && y <= bottom + gap;
}

for (const kind of ["pointerover", "pointermove"]) document.addEventListener(kind, (event) => {
  if (event.pointerType !== "mouse" || isOverTip(event)) return;
  const one = tipOf(event.target);
  if (one !== pointed) showTip(pointed = one);      // a tip that was closed stays closed until the mouse comes again
});
document.addEventListener("focusin", (event) => { if (event.target.matches(":focus-visible")) showTip(tipOf(event.target)); });
document.addEventListener("focusout", () => showTip(null));
document.addEventListener("scroll", () => showTip(null), true);
document.addEventListener("keydown", (event) => {
  if (event.key !== "Escape" || !shown) return;
  showTip(null);
  event.stopPropagation();
}, true);
document.addEventListener("pointerdown", (event) => {
  isLongPress = false;
  const one = tipOf(event.target);
  showTip(null);                                    // a click changes what is shown
  if (event.pointerType === "mouse") return;
  if (one) press = setTimeout(() => { isLongPress = true; showTip(one); }, LONG_PRESS);
});
for (const end of ["pointerup", "pointercancel", "pointermove"]) document.addEventListener(end, (event) => {
  if (end !== "pointermove" || Math.hypot(event.movementX, event.movementY) > 4) clearTimeout(press);
});
document.addEventListener("contextmenu", (event) => { if (isLongPress) event.preventDefault(); });
document.addEventListener("click", (event) => {
  if (isLongPress) { event.preventDefault(); event.stopImmediatePropagation(); isLongPress = false; return; }   // the long press showed the tip
  const one = tipOf(event.target);
  if (one && matchMedia("(hover: none)").matches && !event.target.closest("a, button, summary, label, input")) showTip(one);
}, true);

// The dialog. A page opened from within replaces what is shown; closing it leads back.
const dialog = document.createElement("dialog"), stack = [];
dialog.className = "popover";
document.body.append(dialog);
dialog.addEventListener("close", () => { stack.length = 0; });
dialog.addEventListener("click", (event) => {
  if (event.target === dialog) dialog.close();
  if (!event.target.closest("[data-close]")) return;
  const below = stack.pop();
  if (!below) { dialog.close(); return; }
  dialog.replaceChildren(...below.nodes);
  dialog.scrollTop = below.scrolled;
});

async function openDialog(address) {
  const response = await fetch(address, { headers: { "X-Fragment": "1" } });
  if (!response.ok) { location.href = address; return; }
  const fresh = new DOMParser().parseFromString(await response.text(), "text/html").body;
  if (dialog.open) stack.push({ nodes: [...dialog.childNodes], scrolled: dialog.scrollTop });
  dialog.replaceChildren(...fresh.childNodes);
  if (!dialog.open) dialog.showModal();
  const title = dialog.querySelector("h1, h2");
  if (title) { title.tabIndex = -1; title.focus({ preventScroll: true }); }
  dialog.scrollTop = 0;
  const place = new URL(address).hash.slice(1);     // the link may lead to a part of the page
  if (place) dialog.querySelector(`[id="${CSS.escape(place)}"]`)?.scrollIntoView({ block: "center" });
}

document.addEventListener("click", (event) => {
  const link = event.target.closest("a[data-rule], a[data-legend], a[data-dialog]");
  if (!link || event.metaKey || event.ctrlKey || event.shiftKey || event.button) return;
  event.preventDefault();
  event.stopPropagation();
  openDialog(link.href);
}, true);
