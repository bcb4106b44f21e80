// Keeps the table live: answers without leaving the page, and fetches the table again when there is news.
const here = () => document.getElementById("table");

async function show(response) {
  const text = await response.text();
  const fresh = new DOMParser().parseFromString(text, "text/html").getElementById("table");
  if (!fresh) return location.reload();
  const swap = () => here().replaceWith(fresh);
  if (document.startViewTransition) document.startViewTransition(swap); else swap();
}

const fragment = (address, options = {}) => fetch(address, { ...options, headers: { "X-Fragment": "1" } });

document.addEventListener("submit", async (event) => {
  const form = event.target;
  if (form.method !== "post" || !/\/(answer|undo)$/.test(form.action)) return;
  event.preventDefault();
  const fields = new URLSearchParams(new FormData(form, event.submitter));
  await show(await fragment(form.action, { method: "POST", body: fields }));
});

if (here().dataset.live === "yes") {
  const news = new EventSource(`/table/${here().dataset.table}/events`);
  news.addEventListener("news", async (event) => {
    if (JSON.parse(event.data).number !== Number(here().dataset.number)) await show(await fragment(location.href));
  });
}
