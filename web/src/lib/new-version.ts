import { unsavedWork } from './unsaved-work.ts'

/** The entry script of a page; its name changes with every version. */
const entryIn = (html: string): string | undefined => /<script[^>]*\ssrc="([^"]+)"/.exec(html)?.[1]
const triedKey = 'reloadedFor'

/** The entry script of the deployed version where it differs from this page's; undefined also when the server does not answer. */
async function newerEntry(): Promise<string | undefined> {
  try {
    const response = await fetch('/', { cache: 'no-store' })
    const there = entryIn(await response.text())
    return there === document.querySelector('script[src]')?.getAttribute('src') ? undefined : there
  } catch {
    return undefined
  }
}

/**
 * Reloads the page when a new version was deployed since it loaded: at once where nothing is lost by it, and only once.
 * Resolves to whether there is one that the user has to ask for.
 */
export async function bringNewVersion(): Promise<boolean> {
  const there = await newerEntry()
  if (there === undefined) return false
  if (unsavedWork() !== undefined || sessionStorage.getItem(triedKey) === there) return true
  sessionStorage.setItem(triedKey, there)
  location.reload()
  return false
}
