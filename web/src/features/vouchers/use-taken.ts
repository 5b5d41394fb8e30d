import type { Voucher } from '@casillero/shared/contract/vouchers'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { read } from '../../lib/api.ts'

/** `isTaken`: another clerk decided it while it stood there. */
export type ListedVoucher = { voucher: Voucher; isTaken: boolean }
type Taken = { voucher: Voucher; at: number }

/** Back where they stood in the list. */
function mergeTaken(listed: readonly Voucher[], taken: readonly Taken[]): ListedVoucher[] {
  const gone = new Set(taken.map(({ voucher }) => voucher.id))
  const rows = listed.filter(({ id }) => !gone.has(id)).map((voucher) => ({ voucher, isTaken: false }))
  for (const { voucher, at } of taken.toSorted((one, other) => one.at - other.at)) {
    rows.splice(at, 0, { voucher, isTaken: true })
  }
  return rows
}

type Place = { listed: readonly Voucher[]; openId: string | undefined }

/**
 * Those that another clerk decided while this one looked at them stay where they stood in the list of `place`.
 * docs/product/vouchers.md, "Verifying".
 */
export function useTaken(listed: readonly Voucher[] | undefined, openId: string | undefined, place: string) {
  const queries = useQueryClient()
  const [kept, setKept] = useState<{ place: string; taken: readonly Taken[] }>({ place, taken: [] })
  const own = useRef(new Set<string>())
  const before = useRef<Place & { place: string }>(undefined)
  const taken = kept.place === place ? kept.taken : []

  const mark = async (id: string, at: number) => {
    const { data: voucher } = await queries.fetchQuery(read('GET /api/vouchers/:id', { params: { id } }))
    if (voucher.state === 'pending') return
    setKept((now) => {
      const others = now.place === place ? now.taken.filter((one) => one.voucher.id !== id) : []
      return { place, taken: [...others, { voucher, at }] }
    })
  }

  useEffect(() => {
    if (listed === undefined) return
    const last = before.current
    before.current = { listed, openId, place }
    if (last?.place !== place || last.openId === undefined || own.current.has(last.openId)) return
    const at = last.listed.findIndex(({ id }) => id === last.openId)
    if (at < 0 || listed.some(({ id }) => id === last.openId)) return
    // One that cannot be looked up is gone from the list.
    void mark(last.openId, at).catch(() => undefined)
  })

  return {
    rows: mergeTaken(listed ?? [], taken),
    /** The server says that it was decided. */
    mark: (id: string) =>
      mark(
        id,
        (listed ?? []).findIndex((one) => one.id === id),
      ),
    /** This clerk decided it: its row just goes. */
    settle: (id: string) => void own.current.add(id),
  }
}
