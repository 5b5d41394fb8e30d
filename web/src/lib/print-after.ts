import { useState } from 'react'

/** True until the user switches it off. docs/product/papers.md, "Printing". */
export function usePrintsAfter(kind: 'handovers' | 'closings') {
  const key = `print-${kind}`
  const [isOn, setIsOn] = useState(() => localStorage.getItem(key) !== 'no')
  const change = (next: boolean) => {
    localStorage.setItem(key, next ? 'yes' : 'no')
    setIsOn(next)
  }
  return [isOn, change] as const
}
