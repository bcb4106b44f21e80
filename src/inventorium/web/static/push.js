// For a service worker (importScripts): shows a notice that arrives, and leads to its table. A newer one replaces an older.
self.addEventListener("push", (event) => {
  const { notification } = event.data.json();
  const { title, body, navigate, tag } = notification;
  self.navigator.setAppBadge?.(1);
  event.waitUntil(self.registration.showNotification(title, { body, tag, renotify: true, data: { navigate } }));
});

self.addEventListener("notificationclick", (event) => {
  event.notification.close();
  self.navigator.clearAppBadge?.();
  event.waitUntil((async () => {
    const { navigate } = event.notification.data;
    const open = await self.clients.matchAll({ type: "window" });
    const there = open.find((one) => one.url.startsWith(navigate));
    await (there ? there.focus() : self.clients.openWindow(navigate));
  })());
});
