import type { Consignment } from '@casillero/shared/contract/consignments'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { ConfirmPanel } from '../../crud/confirm-panel.tsx'
import { call, newIdempotencyKey } from '../../lib/api.ts'
import { countText } from './consignment-texts.ts'

/** Asks before the weights of a consignment are kept for good. */
export function CloseDialog({ consignment, onClose }: { consignment: Consignment; onClose: () => void }) {
  const { id, companyShipmentId, seenCount, missingCount } = consignment
  const [key] = useState(newIdempotencyKey)
  const queries = useQueryClient()
  return (
    <ConfirmPanel
      title={`¿Cerrar el embarque #${companyShipmentId}?`}
      tone="primary"
      texts={{
        confirm: 'Cerrar embarque',
        confirming: 'Cerrando...',
        done: 'Embarque cerrado',
        failed: 'Error al cerrar el embarque',
      }}
      run={async () => {
        await call('POST /api/shipments/:id/close', { params: { id }, headers: { 'Idempotency-Key': key } })
        await queries.invalidateQueries()
      }}
      onClose={onClose}
    >
      <p>{`El peso de los ${countText(seenCount)} que llegaron ya no cambia. Las facturas que se hagan después siguen sumando.`}</p>
      {missingCount > 0 && <p className="mt-2">{`Siguen en Faltantes: ${countText(missingCount)}.`}</p>}
    </ConfirmPanel>
  )
}
