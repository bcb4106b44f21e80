// Like an app: what a person looks at is handed to the service worker for times without a network.

const root = document.documentElement;

async function tell(more) {
  const { active } = await navigator.serviceWorker.ready;
  active?.postMessage({ guest: root.dataset.guest, language: root.lang, ...more });
}

function keep() {
  if (document.getElementById("table") && document.getElementById("kept")?.hidden) {       // what was kept is not kept again
    tell({ path: location.pathname, html: `<!DOCTYPE html>${root.outerHTML}` });
  }
}

if (navigator.serviceWorker && root.dataset.guest) {
  navigator.serviceWorker.register("/sw.js").then(() => tell().then(keep), () => {});
  document.addEventListener("sheet", keep);
}
