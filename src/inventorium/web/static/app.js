// Like an app: what a person looks at is handed to the service worker for times without a network, and the icon says whether
// somebody waits for them.

const root = document.documentElement;

async function keep() {
  const { active } = await navigator.serviceWorker.ready;
  const { guest } = root.dataset, table = document.getElementById("table");
  const isKept = table && document.getElementById("kept")?.hidden;               // what was kept is not kept again
  active?.postMessage({ guest, language: root.lang, ...(isKept && { path: location.pathname, html: `<!DOCTYPE html>${root.outerHTML}` }) });
}

function badge() {
  if (!navigator.setAppBadge) return;
  const table = document.getElementById("table"), waiting = Number(document.querySelector("[data-waiting]")?.dataset.waiting ?? 0);
  const number = table ? Number(table.dataset.asked === "yes") : waiting;
  (number ? navigator.setAppBadge(number) : navigator.clearAppBadge()).catch(() => {});
}

if (navigator.serviceWorker && root.dataset.guest) {
  navigator.serviceWorker.register("/worker.js").then(keep, () => {});
  document.addEventListener("sheet", keep);
}
badge();
document.addEventListener("sheet", badge);
