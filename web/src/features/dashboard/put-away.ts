import { useState } from 'react'
import { useSignedIn } from '../../lib/session.ts'

/** Of this user on this device. */
export function usePutAway(): [isAway: boolean, put: (isAway: boolean) => void] {
  const { user } = useSignedIn()
  const key = `first-steps:${user.id}`
  const [isAway, setIsAway] = useState(() => localStorage.getItem(key) !== null)
  const put = (next: boolean) => {
    if (next) localStorage.setItem(key, 'away')
    else localStorage.removeItem(key)
    setIsAway(next)
  }
  return [isAway, put]
}
