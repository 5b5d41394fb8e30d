import { type ReactNode, useState } from 'react'
import { signOut } from './session.ts'
import { type UnsavedWork, unsavedWork } from './unsaved-work.ts'

type Leaving = {
  /** Leaves at once where everything is saved; otherwise the question comes first. */
  askOrLeave: () => void
  question: ReactNode
}

/** A way out of the product, by default signing out: it asks before what is not saved is given up, wherever its button stands. */
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
