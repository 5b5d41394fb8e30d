import type { ComingClient } from '@casillero/shared/contract/coming-client'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { read } from '../../lib/api.ts'
import { joinedText } from './coming-texts.ts'

const pollMs = 10_000

/** And the sentence about those who joined since. */
export function useComing(): { coming: readonly ComingClient[]; joined: string } {
  const { data } = useQuery({ ...read('GET /api/handovers/coming'), refetchInterval: pollMs })
  const coming = data?.data
  const known = useRef<ReadonlySet<string>>(undefined)
  const [joined, setJoined] = useState('')
  useEffect(() => {
    if (coming === undefined) return
    const before = known.current
    known.current = new Set(coming.map(makeKey))
    setJoined(before === undefined ? '' : joinedText(coming.filter((client) => !before.has(makeKey(client)))))
  }, [coming])
  return { coming: coming ?? [], joined }
}

/** A client who comes again is another one. */
const makeKey = ({ id, announcedAt }: ComingClient): string => `${id} ${announcedAt}`
