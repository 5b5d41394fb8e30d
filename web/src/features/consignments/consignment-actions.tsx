import type { Consignment } from '@casillero/shared/contract/consignments'
import { PackageCheck, Pencil, PlaneTakeoff, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { RemoveDialog } from '../../crud/remove-dialog.tsx'
import { call } from '../../lib/api.ts'
import { useMay } from '../../lib/session.ts'
import { Button } from '../../ui/controls/button.tsx'
import { defer } from '../../ui/feedback/defer.tsx'
import { DialogWait } from '../../ui/overlays/dialog-wait.tsx'
import { PapersMenu } from './papers-menu.tsx'

const ConsignmentForm = defer(
  () => import('./consignment-form.tsx').then((module) => module.ConsignmentForm),
  DialogWait,
)
const MoveForm = defer(() => import('./move-form.tsx').then((module) => module.MoveForm), DialogWait)
const CloseDialog = defer(() => import('./close-dialog.tsx').then((module) => module.CloseDialog), DialogWait)
const ReopenForm = defer(() => import('./reopen-form.tsx').then((module) => module.ReopenForm), DialogWait)

type Open = 'edit' | 'remove' | 'send' | 'receive' | 'close' | 'reopen'

/** What can be done next, for those who may. */
export function ConsignmentActions({ consignment }: { consignment: Consignment }) {
  const { id, state, packageCount, companyShipmentId } = consignment
  const may = useMay()
  const navigate = useNavigate()
  const [open, setOpen] = useState<Open>()
  const close = () => setOpen(undefined)
  const mayWrite = may('consignments.write')
  const mayClose = may('consignments.close')
  return (
    <>
      {packageCount > 0 && <PapersMenu consignment={consignment} />}
      {mayWrite && state === 'open' && packageCount === 0 && (
        <Button variant="danger-quiet" icon={<Trash2 size={16} aria-hidden="true" />} onClick={() => setOpen('remove')}>
          Eliminar
        </Button>
      )}
      {mayWrite && state !== 'closed' && (
        <Button icon={<Pencil size={16} aria-hidden="true" />} onClick={() => setOpen('edit')}>
          Editar
        </Button>
      )}
      {mayWrite && state === 'open' && (
        <Button
          variant="primary"
          disabled={packageCount === 0}
          icon={<PlaneTakeoff size={16} aria-hidden="true" />}
          onClick={() => setOpen('send')}
        >
          Enviar
        </Button>
      )}
      {mayWrite && (state === 'in_transit' || state === 'received') && (
        <Button
          variant={state === 'in_transit' ? 'primary' : 'secondary'}
          icon={<PackageCheck size={16} aria-hidden="true" />}
          onClick={() => setOpen('receive')}
        >
          {state === 'in_transit' ? 'Terminar llegada' : 'Pasar a otro estado'}
        </Button>
      )}
      {mayClose && state === 'received' && (
        <Button variant="primary" onClick={() => setOpen('close')}>
          Cerrar embarque
        </Button>
      )}
      {mayClose && state === 'closed' && <Button onClick={() => setOpen('reopen')}>Reabrir</Button>}
      {open === 'edit' && <ConsignmentForm consignment={consignment} onClose={close} />}
      {(open === 'send' || open === 'receive') && <MoveForm consignment={consignment} step={open} onClose={close} />}
      {open === 'close' && <CloseDialog consignment={consignment} onClose={close} />}
      {open === 'reopen' && <ReopenForm consignment={consignment} onClose={close} />}
      {open === 'remove' && (
        <RemoveDialog
          thing="el embarque"
          title={`¿Eliminar el embarque #${companyShipmentId}?`}
          removes={id}
          run={async () => {
            await call('DELETE /api/shipments/:id', { params: { id } })
            await navigate('/embarques', { replace: true })
          }}
          onClose={close}
        >
          No tiene paquetes; su número no se usa otra vez.
        </RemoveDialog>
      )}
    </>
  )
}
