import type { ReactNode } from 'react'

type Place = { pathname: string; search: string }
type Answers = { onStay: () => void; onLeave: () => void }

export type UnsavedWork = {
  /** True if moving between these addresses loses the work. */
  isLostBy: (from: Place, to: Place) => boolean
  /** `onLeave` discards the work. */
  ask: (answers: Answers) => ReactNode
  /** Stored on the device, so that a reload loses nothing. */
  outlivesPage?: true
}

const kept = new Set<UnsavedWork>()
const askTheBrowser = (event: BeforeUnloadEvent) => event.preventDefault()

/** Returns the function that ends it. The browser asks before reloading or closing the page. */
export function keepUnsaved(work: UnsavedWork): () => void {
  kept.add(work)
  if (!work.outlivesPage) window.addEventListener('beforeunload', askTheBrowser)
  return () => {
    kept.delete(work)
    if ([...kept].every(({ outlivesPage }) => outlivesPage)) window.removeEventListener('beforeunload', askTheBrowser)
  }
}

export function dropUnsavedWork(): void {
  kept.clear()
  window.removeEventListener('beforeunload', askTheBrowser)
}

/** Returns the most recent work; undefined if everything is saved. */
export const unsavedWork = (): UnsavedWork | undefined => [...kept].at(-1)

export const workLostBy = (from: Place, to: Place): UnsavedWork | undefined =>
  [...kept].findLast((work) => work.isLostBy(from, to))
