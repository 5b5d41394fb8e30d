import { typedCode } from '@casillero/shared/domain/typed-code'
import { useEffect, useEffectEvent } from 'react'
import { releaseKeys } from '../../lib/kept-keys.ts'
import { createBurstReader, isScan } from './scan.ts'

/** Where letters are typed, or choose something; a button or a tick box only has the focus. */
const typedIn =
  'input:not([type=checkbox], [type=radio], [data-scan]), textarea, select, [contenteditable], [role=menu], [role=listbox]'

/**
 * Gives each scan to the screen, wherever the focus is, unless a field is being typed in: five keys or more that come too fast for
 * hands and end with Enter or Tab. From its second key on a scan reaches nothing else, so that no shortcut fires inside it and no
 * button is pressed. The screen's own field (`data-scan`) keeps its keys and gets no Enter of a scan.
 * docs/product/lists-and-forms.md, "Scanners".
 */
export function useScans(onScan: (code: string) => void): void {
  const take = useEffectEvent(onScan)
  useEffect(() => {
    const read = createBurstReader()
    const onKey = (event: KeyboardEvent) => {
      const target = event.target instanceof Element ? event.target : null
      if (target?.closest(typedIn)) return
      const burst = read(event)
      const ends = event.key === 'Enter' || event.key === 'Tab'
      if (ends && isScan(burst)) {
        event.preventDefault()
        event.stopPropagation()
        const code = typedCode(burst)
        if (code !== '') take(code)
      } else if ([...burst].length > 1 && !target?.closest('[data-scan]')) {
        event.preventDefault()
        event.stopPropagation()
      }
    }
    window.addEventListener('keydown', onKey, true)
    releaseKeys()
    return () => window.removeEventListener('keydown', onKey, true)
  }, [])
}
