// Keeps the page for visits without a network: the first screen at once, Python's files when they are first loaded.
// tools/build_playground.py writes the version of the files and their names.
const { version, files } = "@build";

addEventListener("install", (event) => {
  event.waitUntil(caches.open(version).then((cache) => cache.addAll(files)));
});

// A new version waits until no page of the old one is open, so no page is made of both.
addEventListener("activate", (event) => {
  event.waitUntil(forgetOthers().then(() => clients.claim()));
});

addEventListener("fetch", (event) => {
  const isOurs = event.request.method === "GET" && event.request.url.startsWith(registration.scope);
  if (isOurs) event.respondWith(answered(event));
});

async function forgetOthers() {
  const others = (await caches.keys()).filter((name) => name.startsWith("playground-") && name !== version);
  await Promise.all(others.map((name) => caches.delete(name)));
}

async function answered({ request }) {
  const cache = await caches.open(version);
  const kept = await cache.match(request, { ignoreSearch: true });
  if (kept) return kept;
  const found = await fetch(request);
  if (found.ok) await cache.put(request, found.clone());
  return found;
}
