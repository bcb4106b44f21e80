// Keeps a table live. Everything works without it: links look, forms answer. With it nothing reloads: the sheet is fetched
// and exchanged, pieces travel, keys work, and news arrives by itself.
import { exchange, still } from "./motion.js";

const sheet = () => document.getElementById("table");
const lost = document.getElementById("lost");
const news = document.getElementById("news");
let latest = 0;                                     // only the answer to the last request is shown
let choosing = 0;                                   // how many clicks wait for their answer: news waits for them
let told = 0;                                       // the last number that news told
let looking = "";                                   // what the person looks at, if it is not the table itself
let notice = null;                                  // what the last click was told, a refusal or a hint; it stands until the next one

const pause = (seconds) => new Promise((done) => setTimeout(done, 1000 * seconds));

// A request for the sheet. An answer carries the number it was made at, so it can be sent again until it arrives.
async function ask(address, options = {}) {
  const mine = ++latest;
  for (let seconds = 0.5; ; seconds = Math.min(5, 2 * seconds)) {
    try {
      const response = await fetch(address, { ...options, headers: { "X-Fragment": "1" } });
      if (response.status >= 500) throw new Error(response.statusText);
      if (response.status === 429) {                // too much at once: what was asked is asked again in a moment
        await pause(Number(response.headers.get("Retry-After")) || 1);
        if (mine !== latest && !options.method) return;
        continue;
      }
      lost.hidden = true;
      const fresh = new DOMParser().parseFromString(await response.text(), "text/html").getElementById("table");
      if (choosing) notice = fresh?.querySelector(".claim .problem, .claim .hint")?.cloneNode(true) ?? notice;
      if (mine === latest) await show(fresh);
      else repeat(sheet());
      return;
    } catch {
      lost.hidden = false;
      await pause(seconds);
      if (mine !== latest && !options.method) return;
    }
  }
}

// What a person asks for by a click or a key. News waits, so that it wipes nothing away.
async function choose(address, options) {
  notice = null;
  choosing++;
  await ask(address, options);
  choosing--;
  catchUp();
}

function catchUp() {
  if (!choosing && told > Number(sheet().dataset.number)) ask(looking || location.href);
}

// A refusal stays; a hint only as long as the same is asked.
function repeat(within) {
  const ask = within.querySelector("#ask"), asked = sheet().querySelector("#ask").textContent;
  if (notice?.matches(".hint") && ask.textContent !== asked) notice = null;
  if (notice && !within.querySelector(".problem, .hint")) ask.after(notice.cloneNode(true));
}

async function show(fresh) {
  if (!fresh) return location.reload();
  repeat(fresh);
  const old = sheet();
  const changed = fresh.dataset.number !== old.dataset.number;
  await exchange(old, fresh, changed);
  if (!changed) bringIntoView();
  const claim = document.getElementById("ask")?.textContent.trim();
  if (changed && claim && news.textContent !== claim) news.textContent = claim;
  if (claim) document.title = [claim, ...document.title.split(" · ").slice(1)].join(" · ");
  const { live, seat, table, here } = fresh.dataset;
  if (live === "no") history.replaceState(null, "", here);
  else if (seat === "-1") history.replaceState(null, "", `/table/${table}`);        // whoever looked at a shared screen is done
}

// On a phone what can be chosen next may be out of sight: lead there.
function bringIntoView() {
  const next = [...sheet().querySelectorAll(".board .legal")].filter((one) => one.querySelector(".ref:not(.soft)"));
  const seen = (one) => { const box = one.getBoundingClientRect(); return box.bottom > 100 && box.top < innerHeight - 160; };
  const behavior = still.matches ? "instant" : "smooth";
  if (next.length && !next.some(seen)) next[0].closest("section").scrollIntoView({ behavior, block: "start" });
}

document.addEventListener("click", (event) => {
  const link = event.target.closest("a[data-look]");
  if (!link || event.metaKey || event.ctrlKey || event.shiftKey || event.button) return;
  event.preventDefault();
  looking = link.dataset.busy ? "" : link.href;
  if (link.dataset.busy) link.textContent = news.textContent = link.dataset.busy;       // a bot takes a while
  choose(link.href);
});

document.addEventListener("submit", (event) => {
  const form = event.target;
  if (!form.matches("form[data-answer]")) return;
  event.preventDefault();                           // not form.action: our buttons are named "action"
  looking = "";
  choose(form.getAttribute("action"), { method: "POST", body: new URLSearchParams(new FormData(form, event.submitter)) });
});

// Keys: the numeral on a thing is its key.
document.addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey || event.target.matches("input:not([type=radio]), select, textarea")) return;
  const key = (event.shiftKey && event.key.startsWith("Arrow") ? "shift+" : "") + event.key.toLowerCase();
  if (key === "enter" && event.target.matches("a, button, summary")) return;
  const menu = document.querySelector("details.menu[open]");
  if (key === "escape" && menu) { menu.open = false; menu.querySelector("summary").focus(); return; }
  const thing = sheet().querySelector(`[data-key="${CSS.escape(key)}"]`);
  if (!thing) return;
  event.preventDefault();
  thing.click();
});

// A replay: the slider and the choice of eyes lead to the same addresses as the arrows.
function at(deck) {
  return `${deck.getAttribute("action")}?${new URLSearchParams(new FormData(deck))}`;
}
document.addEventListener("change", (event) => {
  if (event.target.matches("[data-slide], [data-eyes]")) choose(at(event.target.form));
});

// News: the stream tells only numbers. Whoever has another one looks again.
function listen() {
  const stream = new EventSource(`/table/${sheet().dataset.table}/events`);
  stream.addEventListener("news", (event) => {
    lost.hidden = true;
    told = JSON.parse(event.data).number;
    catchUp();
  });
  stream.addEventListener("error", () => {
    lost.hidden = false;
    if (stream.readyState === EventSource.CLOSED) setTimeout(listen, 3000);
  });
}
if (sheet().dataset.live === "yes") listen();
