// Lets a review grow: while the server analyses, the page is fetched again and the parts that changed are replaced.
// On the board it marks what the played turn and the better one are about.

const PAUSE = 1500;                                 // milliseconds between two looks
const learn = () => document.querySelector(".learn");
const known = new Map();                            // what each part was when it was last fetched
const parts = (page) => page.querySelectorAll("[data-part][id]");

// Replace a part; focus, open details and scrolled boxes stay as they are.
function replace(old, fresh) {
  const focus = old.contains(document.activeElement) ? document.activeElement : null;
  for (const one of old.querySelectorAll("details[id]")) fresh.querySelector(`#${one.id}`)?.toggleAttribute("open", one.open);
  old.replaceWith(fresh);
  if (focus) (fresh.querySelector(`[href="${CSS.escape(focus.getAttribute("href") ?? "")}"]`) ?? fresh.querySelector("a, button"))?.focus({ preventScroll: true });
}

// The secret of forms is masked anew on every page: it makes no difference.
const comparable = (part) => part.outerHTML.replace(/name="csrf" value="\w+"/g, "");

async function grow() {
  if (["done", "failed"].includes(learn().dataset.state)) return;
  try {
    const response = await fetch(location.href);
    if (response.ok) {
      const page = new DOMParser().parseFromString(await response.text(), "text/html");
      for (const fresh of parts(page)) {
        const now = comparable(fresh), old = document.getElementById(fresh.id);
        if (known.get(fresh.id) === now) continue;
        known.set(fresh.id, now);
        const bar = old.querySelector("progress[value]"), next = fresh.querySelector("progress[value]");
        if (fresh.id === "review-status") old.textContent = fresh.textContent;    // the region itself stays, or nobody hears it
        else if (bar && next) { bar.value = next.value; old.querySelector("span").textContent = fresh.querySelector("span").textContent; }
        else replace(old, fresh);
      }
      mark();
      learn().dataset.state = page.querySelector(".learn").dataset.state;
    }
  } catch { /* the server is away: try again */ }
  setTimeout(grow, PAUSE);
}

function mark() {
  const then = document.querySelector(".then");
  for (const which of then ? ["played", "better"] : []) {
    for (const id of then.dataset[which].split(" ").filter(Boolean)) {
      for (const one of then.querySelectorAll(`[data-thing~="${CSS.escape(id)}"], [data-thing="action-${CSS.escape(id)}"]`)) one.classList.add(`was-${which}`);
    }
  }
}

for (const part of parts(document)) known.set(part.id, comparable(part));
mark();
setTimeout(grow, PAUSE);
