import { unsavedWork } from './unsaved-work.ts'

/** The code that a page begins with; its name changes with every version. */
const entryIn = (html: string): string | undefined => /<script[^>]*\ssrc="([^"]+)"/.exec(html)?.[1]
const triedKey = 'reloadedFor'

/** The code that the page of now begins with, where it is another than this page's; undefined also when the server is away. */
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
 * Brings a version that was installed since the page was loaded, by loading the page anew: at once where nothing is lost by
 * it, and once only. Resolves to whether there is one that the person has to ask for.
 */
export async function bringNewVersion(): Promise<boolean> {
  const there = await newerEntry()
  if (there === undefined) return false
  if (unsavedWork() !== undefined || sessionStorage.getItem(triedKey) === there) return true
  sessionStorage.setItem(triedKey, there)
  location.reload()
  return false
}
