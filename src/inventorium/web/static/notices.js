// Asks the browser for a subscription and hands it in with the form of the page.
const form = document.querySelector("form[data-push]");
const usable = form && "serviceWorker" in navigator && "PushManager" in window;
if (usable) form.hidden = false;

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
