import { useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { newIdempotencyKey } from '../../lib/api.ts'
import { type Signal, sound } from '../../lib/sounds.ts'
import type { SentCode } from '../../ui/forms/code-field.tsx'
import { askWith, useUnsavedWork } from '../../ui/overlays/use-unsaved-work.tsx'

type Sender<Answer> = (scan: SentCode, key: string) => Promise<Answer>

export type Scan<Answer> = SentCode & { key: string; send: Sender<Answer>; answer?: Answer; error?: unknown }

const leavesPart = (from: { pathname: string }, to: { pathname: string }) => from.pathname !== to.pathname

const askToLeave = askWith({
  title: '¿Salir con escaneos sin guardar?',
  text: 'Lo que está en rojo o en camino no se ha guardado.',
  stay: 'Quedarse',
})

/** Queues scans, because a scanner is faster than an answer. A failed scan stays until it is sent again under its key or removed. */
export function useScanQueue<Answer>(send: Sender<Answer>, signalOf: (answer: Answer) => Signal) {
  const queries = useQueryClient()
  const [last, setLast] = useState<Scan<Answer>>()
  const [failures, setFailures] = useState<readonly Scan<Answer>[]>([])
  const [waiting, setWaiting] = useState(0)
  const turn = useRef<Promise<void>>(Promise.resolve())
  useUnsavedWork(waiting > 0 || failures.length > 0, { isLostBy: leavesPart, ask: askToLeave })

  const forgetFailure = ({ key }: Scan<Answer>) => setFailures((now) => now.filter((one) => one.key !== key))

  const run = async (scan: Scan<Answer>) => {
    try {
      const answer = await scan.send({ code: scan.code, isScanned: scan.isScanned }, scan.key)
      setLast({ ...scan, answer })
      sound(signalOf(answer))
    } catch (error) {
      setLast(undefined)
      setFailures((now) => [...now, { ...scan, error }])
      sound('bad')
    }
    setWaiting((count) => count - 1)
    void queries.invalidateQueries()
  }

  const add = (scan: Scan<Answer>) => {
    setWaiting((count) => count + 1)
    turn.current = turn.current.then(() => run(scan))
  }

  return {
    last,
    failures,
    isWaiting: waiting > 0,
    /** `sender` replaces the usual call, as when a package is moved. */
    scan: ({ code, isScanned }: SentCode, sender = send) =>
      add({ code, isScanned, key: newIdempotencyKey(), send: sender }),
    retry: (scan: Scan<Answer>) => {
      forgetFailure(scan)
      add(scan)
    },
    forget: () => setLast(undefined),
    forgetFailure,
  }
}

export type ScanQueue<Answer> = ReturnType<typeof useScanQueue<Answer>>
