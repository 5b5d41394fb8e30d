import { type ReactNode, useState } from 'react'
import { signOut } from './session.ts'
import { type UnsavedWork, unsavedWork } from './unsaved-work.ts'

type Leaving = {
  /** Where everything is saved; else the question comes first. */
  askOrLeave: () => void
  question: ReactNode
}

/** Signing out by default: it asks before what is not saved is given up. */
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
