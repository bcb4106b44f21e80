// Asks the browser for a subscription and hands it in with the form of the page. A browser that has handed in one is not asked again.
const form = document.querySelector("form[data-push]");

async function isOn() {
  const worker = await navigator.serviceWorker.getRegistration();
  const subscription = await worker?.pushManager.getSubscription();
  return subscription && document.querySelector(`[data-endpoint="${CSS.escape(subscription.endpoint)}"]`) !== null;
}

if (form && "serviceWorker" in navigator && "PushManager" in window) {
  const on = await isOn().catch(() => false);
  form.hidden = on;
  document.querySelector("[data-push-is-on]").hidden = !on;
}

form?.addEventListener("submit", async (event) => {
  if (form.elements.subscription.value) return;
  event.preventDefault();
  try {
    const worker = await navigator.serviceWorker.register("/sw.js");
    await navigator.serviceWorker.ready;
    const subscription = await worker.pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: form.dataset.push });
    form.elements.subscription.value = JSON.stringify(subscription);
    form.submit();
  } catch (error) {
    document.getElementById("push-problem").textContent = form.dataset.refused;
  }
});
