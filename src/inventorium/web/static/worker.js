// For a service worker (importScripts): without a network the sheet that a person looked at last is shown, and says so; everything else is the page
// that says that there is none. It keeps nothing else of anybody: one sheet, for one guest (`data-guest`), until another comes.

const HOME = "/offline";
const KEPT = "kept", FILES = "files";
const SHEET = "/kept-sheet";                        // where the one sheet lies in the cache

addEventListener("install", (event) => {
  skipWaiting();
  event.waitUntil(keepPage());
});
addEventListener("activate", (event) => event.waitUntil(clients.claim()));

// The page for those without a network, with the files it is made of.
async function keepPage() {
  const response = await fetch(HOME);
  if (!response.ok) return;
  const files = [...(await response.clone().text()).matchAll(/(?:href|src)="(\/static\/[^"#]+)/g)].map((found) => found[1]);
  await caches.delete(FILES);
  await (await caches.open(FILES)).addAll([...new Set(files)]);
  await (await caches.open(KEPT)).put(HOME, response);
}

addEventListener("message", (event) => event.waitUntil((async () => {
  const { guest, language, path, html } = event.data;
  const cache = await caches.open(KEPT);
  const before = (await (await cache.match("/guest"))?.text()) ?? "";
  if (before !== `${guest} ${language}`) {          // somebody else, or another language: nothing of before is shown again
    await cache.delete(SHEET);
    await cache.put("/guest", new Response(`${guest} ${language}`));
    if (before) await keepPage();
  }
  if (html) await cache.put(SHEET, new Response(html, { headers: { "X-Path": path, "X-Time": Date.now() } }));
})()));

addEventListener("fetch", (event) => {
  const { request } = event, url = new URL(request.url);
  if (request.method !== "GET" || url.origin !== location.origin) return;
  if (url.pathname.startsWith("/static/")) event.respondWith(file(request));
  else if (request.mode === "navigate" && !url.pathname.startsWith("/docs")) event.respondWith(fetch(request).catch(() => without(url)));
});

// Files have their content in their address, so one that is there is the right one.
async function file(request) {
  const cache = await caches.open(FILES), found = await cache.match(request);
  if (found) return found;
  const response = await fetch(request);
  if (response.ok) cache.put(request, response.clone());
  return response;
}

async function without(url) {
  const cache = await caches.open(KEPT), sheet = await cache.match(SHEET);
  if (sheet && sheet.headers.get("X-Path") === url.pathname) {
    const when = new Date(Number(sheet.headers.get("X-Time")));
    const html = (await sheet.text()).replace(/(id="kept"[^>]*) hidden(="")?>/, "$1>")
      .replace(/(<time data-kept(?:="")?>)[^<]*/, `$1${when.toLocaleTimeString([], { hour: "2-digit", minute: "2-digit" })}`);
    return new Response(html, { headers: { "Content-Type": "text/html; charset=utf-8" } });
  }
  const page = await cache.match(HOME);
  if (!page) return Response.error();
  const html = sheet ? (await page.text()).replace("hidden data-sheet href=\"/\"", `href="${sheet.headers.get("X-Path")}"`) : await page.text();
  return new Response(html, { headers: { "Content-Type": "text/html; charset=utf-8" } });
}
