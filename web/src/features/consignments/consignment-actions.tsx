import type { Consignment, ConsignmentState } from '@casillero/shared/contract/consignments'
import { PackageCheck, Pencil, PlaneTakeoff, Trash2 } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { Link, useNavigate } from 'react-router'
import { RemoveDialog } from '../../crud/remove-dialog.tsx'
import { call } from '../../lib/api.ts'
import { useMay } from '../../lib/session.ts'
import { Button, buttonClass } from '../../ui/controls/button.tsx'
import { defer } from '../../ui/feedback/defer.tsx'
import { DialogWait } from '../../ui/overlays/dialog-wait.tsx'
import { isToCome } from './consignment-texts.ts'
import { PapersMenu } from './papers-menu.tsx'

const ConsignmentForm = defer(
  () => import('./consignment-form.tsx').then((module) => module.ConsignmentForm),
  DialogWait,
)
const MoveForm = defer(() => import('./move-form.tsx').then((module) => module.MoveForm), DialogWait)
const CloseDialog = defer(() => import('./close-dialog.tsx').then((module) => module.CloseDialog), DialogWait)
const ReopenForm = defer(() => import('./reopen-form.tsx').then((module) => module.ReopenForm), DialogWait)

type Open = 'edit' | 'remove' | 'send' | 'receive' | 'close' | 'reopen'

type Actions = { others: ReactNode; next: ReactNode; dialogs: ReactNode }

/**
 * Lists the actions for those who may take them: the next step by itself, because a phone has it in the bar. `isArriving`: the arrival is
 * what is shown.
 */
export function useConsignmentActions(consignment: Consignment, isArriving: boolean): Actions {
  const { id, state, packageCount, companyShipmentId } = consignment
  const may = useMay()
  const navigate = useNavigate()
  const [open, setOpen] = useState<Open>()
  const close = () => setOpen(undefined)
  const mayWrite = may('consignments.write')
  const mayClose = may('consignments.close')
  const others = (
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
      {mayWrite && state === 'received' && (
        <Button icon={<PackageCheck size={16} aria-hidden="true" />} onClick={() => setOpen('receive')}>
          Pasar a otro estado
        </Button>
      )}
      {mayClose && state === 'closed' && <Button onClick={() => setOpen('reopen')}>Reabrir</Button>}
    </>
  )
  const next: Record<ConsignmentState, ReactNode> = {
    open: mayWrite && (
      <Button
        variant="primary"
        disabled={packageCount === 0}
        icon={<PlaneTakeoff size={16} aria-hidden="true" />}
        onClick={() => setOpen('send')}
      >
        Enviar
      </Button>
    ),
    in_transit: mayWrite && <InTransit {...{ consignment, isArriving }} onFinish={() => setOpen('receive')} />,
    received: mayClose && (
      <Button variant="primary" onClick={() => setOpen('close')}>
        Cerrar embarque
      </Button>
    ),
    closed: null,
  }
  const dialogs = (
    <>
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
  return { others, next: next[state], dialogs }
}

type InTransitProps = { consignment: Consignment; isArriving: boolean; onFinish: () => void }

/** First what arrives is received; the arrival is finished once something of it was seen, else only by a press that is not the next one. */
function InTransit({ consignment, isArriving, onFinish }: InTransitProps) {
  const isUnseen = isToCome(consignment)
  const icon = <PackageCheck size={16} aria-hidden="true" />
  if (isUnseen && !isArriving) {
    return (
      <Link to={`/embarques/${consignment.id}/llegada`} replace className={buttonClass('primary')}>
        {icon}
        Recibir
      </Link>
    )
  }
  return (
    <Button variant={isUnseen ? 'secondary' : 'primary'} icon={icon} onClick={onFinish}>
      Terminar llegada
    </Button>
  )
}
