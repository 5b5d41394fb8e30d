import { type RefObject, useEffect, useEffectEvent, useState } from 'react'
import { isOutOfReach, typedIn } from '../../lib/broken-scans.ts'
import { releaseKeys } from '../../lib/kept-keys.ts'
import { createPaceReader } from '../../lib/scan-keys.ts'

type ScanFieldOptions = {
  /** Needed if focusing the field requires more than the focus. */
  focus?: (() => void) | undefined
  /** A key that focuses the field without being typed. */
  opens?: string | undefined
  /** A key that means something else on this page. */
  leaves?: string | undefined
}

/**
 * The first key that no other field takes focuses the field, so that it gets the whole scan and no key presses a button. Keys sent before
 * the field existed are typed into it. docs/product/lists-and-forms.md, "Scanners".
 */
export function useScanField(
  field: RefObject<HTMLInputElement | null>,
  { focus, opens, leaves }: ScanFieldOptions = {},
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
        // A space alone presses the focused element.
        if (isElsewhere || ctrlKey || metaKey || altKey || key === ' ' || key === leaves || [...key].length !== 1)
          return
        bringCursor()
        event.stopPropagation()
        if (key === opens) return event.preventDefault()
      }
      pace.note(event)
    }
    window.addEventListener('keydown', onKey, true)
    releaseKeys()
    return () => window.removeEventListener('keydown', onKey, true)
  }, [field, opens, leaves, pace])
  return pace.isScan
}
