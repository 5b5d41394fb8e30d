/** The browser's types do not know it. */
type Policies = {
  createPolicy(
    name: string,
    rules: { createScriptURL: (url: string) => string },
  ): { createScriptURL(url: string): string }
}

// On a slow link the screen has the first seconds to itself.
const aloneMs = 3_000
let isKept = false

/** So that it opens without a link (decision 031). Over plain http there is no such thing. */
export function keepShell(): void {
  if (isKept || !import.meta.env.PROD || navigator.serviceWorker === undefined) return
  isKept = true
  const policies: Policies | undefined = Reflect.get(window, 'trustedTypes')
  const worker = '/sw.js'
  const address = policies?.createPolicy('shell', { createScriptURL: (url) => url }).createScriptURL(worker) ?? worker
  setTimeout(() => {
    navigator.serviceWorker
      .register(address, { scope: '/recepcion' })
      .catch((error: unknown) => console.error('Unexpected error', error))
  }, aloneMs)
}
