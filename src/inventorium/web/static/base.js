// What all pages share: paper or blueprint without loading the page again, links that can be copied, and searching in rules.

const dark = () => (document.documentElement.dataset.theme
  ?? (matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light")) === "dark";

// An invitation leads to the public address of the site, wherever the host has opened the table.
const linkOf = (button, path) => new URL(path, button.closest("[data-site]")?.dataset.site ?? location.href).href;

document.addEventListener("click", (event) => {
  const theme = event.target.closest("[data-theme-switch]");
  if (theme) {
    event.preventDefault();
    const wanted = dark() ? "light" : "dark";
    document.documentElement.dataset.theme = wanted;
    fetch(`/theme/${wanted}`, { redirect: "manual", keepalive: true });
    return;
  }
  if (event.target.closest("[data-print]")) print();
  const share = event.target.closest("[data-share]");
  if (share) navigator.share({ url: linkOf(share, share.dataset.share) }).catch(() => {});
  const copy = event.target.closest("[data-copy]");
  if (copy) {
    navigator.clipboard?.writeText(linkOf(copy, copy.dataset.copy))
      .then(() => { copy.textContent = copy.dataset.done; });
  }
});

if (navigator.share) document.documentElement.dataset.shares = "";    // the buttons are shown where they do something

for (const one of document.querySelectorAll("[data-zone]")) one.value = Intl.DateTimeFormat().resolvedOptions().timeZone || one.value;

// The badge of the page, where it was put on the home screen: tables that wait.
const waiting = document.querySelector("[data-waiting]")?.dataset.waiting;
if (waiting !== undefined) navigator.setAppBadge?.(Number(waiting)).catch(() => {});

// A search finds while one types; without scripts it is an ordinary form.
const searching = () => import("./search.js");
document.addEventListener("focusin", (event) => { if (event.target.closest("[data-find]")) searching(); });
document.addEventListener("input", (event) => {
  const form = event.target.closest("[data-find]");
  if (form) searching().then(({ searchFor }) => searchFor(form));
});
document.addEventListener("submit", (event) => {
  if (!event.target.matches("[data-find]")) return;
  event.preventDefault();
  document.activeElement?.blur();                   // a phone closes its keyboard, and the results have the room
});

// A rule that no paragraph of the rulebook tells stands among all rules.
const all = document.querySelector("[data-all]")?.dataset.all;
if (all && /^#[A-Z]/.test(location.hash) && !document.getElementById(location.hash.slice(1))) location.replace(all + location.hash);
