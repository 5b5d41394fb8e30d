import type { ReactNode } from 'react'

type Place = { pathname: string; search: string }
type Answers = { onStay: () => void; onLeave: () => void }

export type UnsavedWork = {
  /** By going from one address to the other. */
  isLostBy: (from: Place, to: Place) => boolean
  /** `onLeave` gives the work up. */
  ask: (answers: Answers) => ReactNode
  /** Kept on the device: a reload loses nothing of it. */
  outlivesPage?: true
}

const kept = new Set<UnsavedWork>()
const askTheBrowser = (event: BeforeUnloadEvent) => event.preventDefault()

/** Until the returned function is called; the browser asks before a reload and before closing. */
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

/** Begun last; undefined when everything is saved. */
export const unsavedWork = (): UnsavedWork | undefined => [...kept].at(-1)

export const workLostBy = (from: Place, to: Place): UnsavedWork | undefined =>
  [...kept].findLast((work) => work.isLostBy(from, to))
