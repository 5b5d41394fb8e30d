import type { ReactNode } from 'react'

type Place = { pathname: string; search: string }
type Answers = { onStay: () => void; onLeave: () => void }

/** Work that was typed and not saved: a form, a text, an invoice that is being made. */
export type UnsavedWork = {
  /** Says whether it is lost when the person goes from one address to the other. */
  isLostBy: (from: Place, to: Place) => boolean
  /** The question that stands in the way; `onLeave` gives the work up. */
  ask: (answers: Answers) => ReactNode
  /** It is kept on the device: a reload loses nothing of it. */
  outlivesPage?: true
}

const kept = new Set<UnsavedWork>()
const askTheBrowser = (event: BeforeUnloadEvent) => event.preventDefault()

/** Stands in the way of every exit until the returned function is called; the browser asks before a reload and before closing. */
export function keepUnsaved(work: UnsavedWork): () => void {
  kept.add(work)
  if (!work.outlivesPage) window.addEventListener('beforeunload', askTheBrowser)
  return () => {
    kept.delete(work)
    if ([...kept].every(({ outlivesPage }) => outlivesPage)) window.removeEventListener('beforeunload', askTheBrowser)
  }
}

/** Drops all unsaved work without a question, before the page passes to another person. */
export function dropUnsavedWork(): void {
  kept.clear()
  window.removeEventListener('beforeunload', askTheBrowser)
}

/** The work that was begun last; undefined when everything is saved. */
export const unsavedWork = (): UnsavedWork | undefined => [...kept].at(-1)

export const workLostBy = (from: Place, to: Place): UnsavedWork | undefined =>
  [...kept].findLast((work) => work.isLostBy(from, to))
