import { unsavedWork } from './unsaved-work.ts'

/** Its name changes with every version. */
const entryIn = (html: string): string | undefined => /<script[^>]*\ssrc="([^"]+)"/.exec(html)?.[1]
const triedKey = 'reloadedFor'

/** Undefined where it is this page's, and when the server does not answer. */
async function newerEntry(): Promise<string | undefined> {
  try {
    const response = await fetch('/', { cache: 'no-store' })
    const there = entryIn(await response.text())
    return there === document.querySelector('script[src]')?.getAttribute('src') ? undefined : there
  } catch {
    return undefined
  }
}

/** At once where nothing is lost by it, and only once. Resolves to whether there is one that the user has to ask for. */
export async function bringNewVersion(): Promise<boolean> {
  const there = await newerEntry()
  if (there === undefined) return false
  if (unsavedWork() !== undefined || sessionStorage.getItem(triedKey) === there) return true
  sessionStorage.setItem(triedKey, there)
  location.reload()
  return false
}
