import { useState } from 'react'

/**
 * Says whether this device prints after each of one kind of deed; it does until a user switches that off.
 * docs/product/papers.md, "Printing".
 */
export function usePrintsAfter(kind: 'handovers' | 'closings') {
  const key = `print-${kind}`
  const [isOn, setIsOn] = useState(() => localStorage.getItem(key) !== 'no')
  const change = (next: boolean) => {
    localStorage.setItem(key, next ? 'yes' : 'no')
    setIsOn(next)
  }
  return [isOn, change] as const
}
