import { useEffect, useState } from 'react'

/** Counts on; not announced, because it says nothing new. */
export function SecondsAgo({ since }: { since: number }) {
  const [now, setNow] = useState(Date.now)
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 1_000)
    return () => clearInterval(timer)
  }, [])
  const seconds = Math.max(0, Math.round((now - since) / 1_000))
  const age = seconds < 60 ? `${seconds} s` : `${Math.floor(seconds / 60)} min`
  return <span className="text-help text-muted tabular-nums max-md:hidden">Actualizado hace {age}</span>
}
