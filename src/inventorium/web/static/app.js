// Like an app: what a person looks at is handed to the service worker for times without a network.

const root = document.documentElement;

async function keep() {
  const { active } = await navigator.serviceWorker.ready;
  const { guest } = root.dataset, table = document.getElementById("table");
  const isKept = table && document.getElementById("kept")?.hidden;               // what was kept is not kept again
  active?.postMessage({ guest, language: root.lang, ...(isKept && { path: location.pathname, html: `<!DOCTYPE html>${root.outerHTML}` }) });
}

if (navigator.serviceWorker && root.dataset.guest) {
  navigator.serviceWorker.register("/sw.js").then(keep, () => {});
  document.addEventListener("sheet", keep);
}
