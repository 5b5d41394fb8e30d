import { type RefObject, useEffect, useEffectEvent, useState } from 'react'
import { isOutOfReach, typedIn } from '../../lib/broken-scans.ts'
import { releaseKeys } from '../../lib/kept-keys.ts'
import { createPaceReader } from '../../lib/scan-keys.ts'

type ScanFieldOptions = {
  /** Where there is more to it than the focus. */
  focus?: (() => void) | undefined
  /** It is no part of what is typed. */
  opens?: string | undefined
}

/**
 * The first key that no other field has brings the cursor to it, so that the whole of a scan stands in it and no key presses a button; what
 * was sent before it was there is typed into it. docs/product/lists-and-forms.md, "Scanners".
 */
export function useScanField(
  field: RefObject<HTMLInputElement | null>,
  { focus, opens }: ScanFieldOptions = {},
): () => boolean {
  const [pace] = useState(createPaceReader)
  const bringCursor = useEffectEvent(() => {
    if (focus === undefined) field.current?.focus()
    else focus()
  })
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const { key, ctrlKey, metaKey, altKey, target } = event
      const input = field.current
      if (input === null || isOutOfReach(input)) return
      if (target !== input) {
        const isElsewhere = target instanceof Element && target.closest(typedIn) !== null
        // A space by itself presses what has the focus.
        if (isElsewhere || ctrlKey || metaKey || altKey || key === ' ' || [...key].length !== 1) return
        bringCursor()
        event.stopPropagation()
        if (key === opens) return event.preventDefault()
      }
      pace.note(event)
    }
    window.addEventListener('keydown', onKey, true)
    releaseKeys()
    return () => window.removeEventListener('keydown', onKey, true)
  }, [field, opens, pace])
  return pace.isScan
}
