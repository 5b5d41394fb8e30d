import { unsavedWork } from './unsaved-work.ts'

/** The entry script, whose name changes with every version. */
const entryIn = (html: string): string | undefined => /<script[^>]*\ssrc="([^"]+)"/.exec(html)?.[1]
const triedKey = 'reloadedFor'

/** Undefined if the version is the same, or the server does not answer. */
async function newerEntry(): Promise<string | undefined> {
  try {
    const response = await fetch('/', { cache: 'no-store' })
    const there = entryIn(await response.text())
    return there === document.querySelector('script[src]')?.getAttribute('src') ? undefined : there
  } catch {
    return undefined
  }
}

/** Reloads at once if nothing is lost by it, and only once. Resolves to true if the user has to confirm. */
export async function bringNewVersion(): Promise<boolean> {
  const there = await newerEntry()
  if (there === undefined) return false
  if (unsavedWork() !== undefined || sessionStorage.getItem(triedKey) === there) return true
  sessionStorage.setItem(triedKey, there)
  location.reload()
  return false
}
