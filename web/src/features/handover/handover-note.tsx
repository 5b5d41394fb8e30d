import { formatDateTime } from '@casillero/shared/domain/business-date'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { read } from '../../lib/api.ts'
import { Button } from '../../ui/controls/button.tsx'
import { HandoverDialog } from './handover-dialog.tsx'

/** Renders nothing if the package was not handed over. */
export function HandoverNote({ packageId, className }: { packageId: string; className?: string }) {
  const [isOpen, setIsOpen] = useState(false)
  const query = useQuery(read('GET /api/handovers', { query: { packageId, limit: '10' } }))
  const handover = query.data?.data.find(({ undoneAt }) => undoneAt === null)
  if (handover === undefined) return null
  return (
    <div className={className}>
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1 rounded-md border border-green-line bg-green-soft px-3 py-2 text-body text-green-text">
        <p className="min-w-0 flex-1 break-words">
          <b className="font-semibold">{`Entrega #${handover.companyHandoverId}`}</b>
          {` · retiró ${handover.receivedBy.name} · ${formatDateTime(handover.createdAt)}`}
        </p>
        <Button size="sm" onClick={() => setIsOpen(true)}>
          Ver entrega
        </Button>
      </div>
      {isOpen && <HandoverDialog handoverId={handover.id} onClose={() => setIsOpen(false)} />}
    </div>
  )
}
