import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { read } from '../../lib/api.ts'
import { useMay } from '../../lib/session.ts'
import { Note } from '../../ui/feedback/note.tsx'

/** docs/product/vouchers.md, "Verifying". */
export function PendingVouchers({ clientId }: { clientId: string }) {
  const may = useMay()
  const query = useQuery({
    ...read('GET /api/vouchers/counts', { query: { clientId } }),
    enabled: may('invoices.read'),
  })
  const count = query.data?.data.pending ?? 0
  if (count === 0) return null
  return (
    <Note tone="yellow" className="mb-3">
      <div className="flex flex-wrap items-center justify-between gap-x-4">
        <p>{count === 1 ? 'Envió 1 comprobante que espera' : `Envió ${count} comprobantes que esperan`}</p>
        <Link
          to={`/caja/comprobantes?cliente=${clientId}`}
          className="inline-flex min-h-6 items-center font-semibold underline pointer-coarse:min-h-11"
        >
          Verificar
        </Link>
      </div>
    </Note>
  )
}
