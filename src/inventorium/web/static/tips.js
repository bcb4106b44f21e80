// What does this mean? Whatever has a `data-tip` or a `title` says it at once: on hover, on focus, and by a tap or a long press.
// A rule opens over the page, and so do the legend, the rulebook and what a game is about.

const tip = document.createElement("div");
tip.id = "tip";
tip.role = "tooltip";
tip.hidden = true;
document.body.append(tip);
const LONG = 450;                                       // milliseconds of a press that asks instead of doing
let shown = null, press = 0, asked = false;

function texted(target) {
  const one = target.closest?.("[data-tip], [title]");
  if (one?.title) { one.dataset.tip = one.title; one.removeAttribute("title"); if (!one.textContent.trim() && !one.ariaLabel) one.ariaLabel = one.dataset.tip; }
  return one?.dataset.tip ? one : null;
}

function tell(one) {
  if (shown === one) return;
  shown?.removeAttribute("aria-describedby");
  shown = one;
  tip.hidden = !one;
  if (!one) return;
  tip.textContent = one.dataset.tip;
  one.setAttribute("aria-describedby", "tip");
  const box = one.getBoundingClientRect(), mine = tip.getBoundingClientRect(), gap = 6;
  const x = Math.min(Math.max(gap, box.x + box.width / 2 - mine.width / 2), innerWidth - mine.width - gap);
  const above = box.y - mine.height - gap;
  Object.assign(tip.style, { left: `${x}px`, top: `${above > gap ? above : Math.min(box.bottom + gap, innerHeight - mine.height - gap)}px` });
}

document.addEventListener("pointerover", (event) => { if (event.pointerType === "mouse") tell(texted(event.target)); });
document.addEventListener("focusin", (event) => { if (event.target.matches(":focus-visible")) tell(texted(event.target)); });
document.addEventListener("focusout", () => tell(null));
document.addEventListener("scroll", () => tell(null), true);
document.addEventListener("pointerdown", (event) => {
  asked = false;
  const one = texted(event.target);
  tell(null);                                           // what is clicked does something new
  if (event.pointerType === "mouse") return;
  if (one) press = setTimeout(() => { asked = true; tell(one); }, LONG);
});
for (const end of ["pointerup", "pointercancel", "pointermove"]) document.addEventListener(end, (event) => {
  if (end !== "pointermove" || Math.hypot(event.movementX, event.movementY) > 4) clearTimeout(press);
});
document.addEventListener("contextmenu", (event) => { if (asked) event.preventDefault(); });
document.addEventListener("click", (event) => {
  if (asked) { event.preventDefault(); event.stopImmediatePropagation(); asked = false; return; }   // the press was a question
  const one = texted(event.target);
  if (one && matchMedia("(hover: none)").matches && !event.target.closest("a, button, summary, label, input")) tell(one);
}, true);

// A rule, the legend, the rulebook, over the page. What is opened from there lies on top; closing it leads back.
const over = document.createElement("dialog"), under = [];
over.className = "popover";
document.body.append(over);
over.addEventListener("close", () => { under.length = 0; });
over.addEventListener("click", (event) => {
  if (event.target === over) over.close();
  if (!event.target.closest("[data-close]")) return;
  const below = under.pop();
  if (!below) { over.close(); return; }
  over.replaceChildren(...below.nodes);
  over.scrollTop = below.scrolled;
});

async function open(address) {
  const response = await fetch(address, { headers: { "X-Fragment": "1" } });
  if (!response.ok) { location.href = address; return; }
  const fresh = new DOMParser().parseFromString(await response.text(), "text/html").body;
  if (over.open) under.push({ nodes: [...over.childNodes], scrolled: over.scrollTop });
  over.replaceChildren(...fresh.childNodes);
  if (!over.open) over.showModal();
  const title = over.querySelector("h1, h2");
  if (title) { title.tabIndex = -1; title.focus({ preventScroll: true }); }
  over.scrollTop = 0;
  const place = new URL(address).hash.slice(1);                      // a link may lead to a place within
  if (place) over.querySelector(`[id="${CSS.escape(place)}"]`)?.scrollIntoView({ block: "center" });
}

document.addEventListener("click", (event) => {
  const link = event.target.closest("a[data-rule], a[data-legend], a[data-over]");
  if (!link || event.metaKey || event.ctrlKey || event.shiftKey || event.button) return;
  event.preventDefault();
  event.stopPropagation();
  open(link.href);
}, true);
