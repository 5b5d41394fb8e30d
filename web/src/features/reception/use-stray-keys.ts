import { useEffect, useEffectEvent } from 'react'
import { openLayers } from '../../lib/open-layers.ts'

const typedIn = 'input:not([type=file]), textarea, select, [contenteditable], [role=menu], [role=dialog]'

/**
 * A key that is pressed while no field has the focus goes to the form: scanners type wherever they are, and must neither press a button nor
 * lose their first key. docs/product/reception.md, "Entering".
 */
export function useStrayKeys(focusPlace: () => void): void {
  const focus = useEffectEvent(focusPlace)
  useEffect(() => {
    const onKeyDown = (event: globalThis.KeyboardEvent) => {
      const { key, ctrlKey, metaKey, altKey, target } = event
      if (ctrlKey || metaKey || altKey || key === ' ' || [...key].length !== 1) return
      if (openLayers().length > 0 || (target instanceof Element && target.closest(typedIn))) return
      focus()
      // The field has the focus now and takes the key; no shortcut of a screen does.
      event.stopPropagation()
    }
    window.addEventListener('keydown', onKeyDown, true)
    return () => window.removeEventListener('keydown', onKeyDown, true)
  }, [])
}
