import { type ReactNode, useState } from 'react'
import { signOut } from './session.ts'
import { type UnsavedWork, unsavedWork } from './unsaved-work.ts'

type Leaving = {
  /** Asks first if something is unsaved. */
  askOrLeave: () => void
  question: ReactNode
}

/** Signs out by default. Asks before discarding unsaved work. */
export function useLeaving(leave: () => void = signOut): Leaving {
  const [asked, setAsked] = useState<UnsavedWork>()
  const close = () => setAsked(undefined)
  return {
    askOrLeave() {
      const work = unsavedWork()
      if (work === undefined) leave()
      else setAsked(work)
    },
    question: asked?.ask({
      onStay: close,
      onLeave() {
        close()
        leave()
      },
    }),
  }
}
