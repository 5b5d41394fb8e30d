import type { InvoiceShipment } from '@casillero/shared/contract/dispatches'
import { ConfirmDialog } from '../../crud/confirm-dialog.tsx'
import { call } from '../../lib/api.ts'
import { loadText } from './shipment-texts.tsx'

export function ArrivedDialog({ shipment, onClose }: { shipment: InvoiceShipment; onClose: () => void }) {
  return (
    <ConfirmDialog
      title={`¿Ya recibió ${shipment.client.name}?`}
      tone="primary"
      texts={{
        confirm: 'Entregado',
        confirming: 'Guardando...',
        done: 'Envío entregado',
        failed: 'Error al marcar la entrega',
      }}
      run={() => call('POST /api/invoice-shipments/:id/deliver', { params: { id: shipment.id } })}
      onClose={onClose}
    >
      {`Sus paquetes (${loadText(shipment)}) quedan entregados.`}
    </ConfirmDialog>
  )
}
