// Keeps what `/recepcion` is made of, so that it opens without a link after one visit (decision 031). The build writes the names of the
// files in the place of the list; a new version of them makes a new worker, which keeps the new files and forgets all but the version before.

/** @type {string[]} */
const files = []
const version = ''
const prefix = 'shell-'
const page = '/recepcion'
/** On a link that does not answer the page is shown as it was kept. */
const patienceMs = 4_000

async function keepFiles() {
  const cache = await caches.open(prefix + version)
  await cache.addAll([new Request(page, { cache: 'reload' }), ...files])
  await self.skipWaiting()
}

async function forgetVersions() {
  const kept = (await caches.keys()).filter((name) => name.startsWith(prefix) && name !== prefix + version)
  await Promise.all(kept.slice(0, -1).map((name) => caches.delete(name)))
  await self.clients.claim()
}

/** The page of now where the server answers, so that a new version gets through; else the kept one. */
async function openPage(request) {
  // Of its own version: without the name the oldest one would be found first.
  const kept = await caches.match(page, { cacheName: prefix + version })
  const silence = new Promise((resolve) => setTimeout(resolve, patienceMs))
  const answer = await Promise.race([fetch(request).catch(() => undefined), silence])
  if (answer?.ok || kept === undefined) return answer ?? fetch(request)
  return kept
}

/** The names of files change with what is in them: a kept one is never old. */
async function openFile(request) {
  const kept = await caches.match(request)
  if (kept !== undefined) return kept
  const answer = await fetch(request)
  if (answer.ok) {
    const cache = await caches.open(prefix + version)
    await cache.put(request, answer.clone())
  }
  return answer
}

self.addEventListener('install', (event) => event.waitUntil(keepFiles()))
self.addEventListener('activate', (event) => event.waitUntil(forgetVersions()))
self.addEventListener('fetch', (event) => {
  const { request } = event
  const { origin, pathname } = new URL(request.url)
  if (request.method !== 'GET' || origin !== self.location.origin) return
  if (request.mode === 'navigate') {
    if (pathname === page) event.respondWith(openPage(request))
  } else if (pathname.startsWith('/assets/') || pathname.startsWith('/logos/')) event.respondWith(openFile(request))
})
