import { type Consignment, type ConsignmentState, reopenDraft } from '@casillero/shared/contract/consignments'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import {
  ChevronDown,
  FileSpreadsheet,
  FileText,
  ListChecks,
  PackageCheck,
  Pencil,
  PlaneTakeoff,
  Tag,
  Trash2,
} from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { Link, useNavigate } from 'react-router'
import type * as z from 'zod/mini'
import { ConfirmPanel } from '../../crud/confirm-panel.tsx'
import { FormDialog } from '../../crud/form-dialog.tsx'
import { RemoveDialog } from '../../crud/remove-dialog.tsx'
import { call, describeError, newIdempotencyKey } from '../../lib/api.ts'
import { printFile, saveFile } from '../../lib/print-file.ts'
import { useMay } from '../../lib/session.ts'
import { Button, buttonClass } from '../../ui/controls/button.tsx'
import { toastError } from '../../ui/feedback/toast.tsx'
import { createTextFields } from '../../ui/forms/text-fields.tsx'
import { Menu } from '../../ui/overlays/menu.tsx'
import { LabelDialog } from '../packages/labels/label-dialog.tsx'
import { ConsignmentForm } from './consignment-form.tsx'
import { countText, isToCome } from './consignment-texts.ts'
import { MoveForm } from './move-form.tsx'

/** Most labels per print, and most rows per list call. */
const [atOnce, rowsAtOnce] = [500, 100]

type Part = { from: number; to: number; label: string }

function splitPackages(packageCount: number): Part[] {
  const many = Math.ceil(packageCount / atOnce)
  return Array.from({ length: many }, (_, index) => {
    const [from, to] = [index * atOnce + 1, Math.min((index + 1) * atOnce, packageCount)]
    return { from, to, label: many === 1 ? 'Etiquetas' : `Etiquetas ${from} a ${to}` }
  })
}

/** Reads the package numbers at these positions of the list. */
async function fetchNumbers(id: string, { from, to }: Part): Promise<string[]> {
  const numbers: number[] = []
  for (let place = from; place <= to; place += rowsAtOnce) {
    const page = String(Math.ceil(place / rowsAtOnce))
    const query = { page, limit: String(rowsAtOnce) }
    const { data } = await call('GET /api/shipments/:id/packages', { params: { id }, query })
    numbers.push(...data.map(({ companyPackageId }) => companyPackageId))
  }
  return numbers.toSorted((one, other) => one - other).map(String)
}

function usePapers(consignment: Consignment) {
  const { id, companyShipmentId, packageCount, state } = consignment
  const may = useMay()
  const [names, setNames] = useState<readonly string[]>()
  const { mutate, isPending } = useMutation({
    mutationFn: (make: () => Promise<void>) => make(),
    onError: (error) => toastError(describeError(error, 'Error al preparar el papel')),
  })
  const params = { id }
  const run = (make: () => Promise<void>) => () => {
    if (!isPending) mutate(make)
  }
  const reconciliation = {
    label: 'Cuadre en Excel',
    icon: <FileSpreadsheet size={18} />,
    run: run(async () =>
      saveFile(
        await call('GET /api/shipments/:id/reconciliation-sheet', { params }),
        `Cuadre-${companyShipmentId}.xlsx`,
      ),
    ),
  }
  const items = [
    {
      label: 'Manifiesto',
      icon: <FileText size={18} />,
      run: run(async () =>
        printFile(
          await call('GET /api/shipments/:id/manifest', { params, query: {} }),
          `Manifiesto-${companyShipmentId}.pdf`,
        ),
      ),
    },
    {
      label: 'Manifiesto en Excel',
      icon: <FileSpreadsheet size={18} />,
      run: run(async () =>
        saveFile(
          await call('GET /api/shipments/:id/manifest', { params, query: { format: 'xlsx' } }),
          `Manifiesto-${companyShipmentId}.xlsx`,
        ),
      ),
    },
    {
      label: 'Hoja de llegada',
      icon: <ListChecks size={18} />,
      run: run(async () =>
        printFile(await call('GET /api/shipments/:id/arrival-sheet', { params }), `Llegada-${companyShipmentId}.pdf`),
      ),
    },
    ...(state === 'open' || !may('consignments.close') ? [] : [reconciliation]),
    ...splitPackages(packageCount).map((part) => ({
      label: part.label,
      icon: <Tag size={18} />,
      run: run(async () => setNames(await fetchNumbers(id, part))),
    })),
  ]
  return { items, isPending, names, setNames }
}

/** docs/product/shipments.md, "Papers". */
function PapersMenu({ consignment }: { consignment: Consignment }) {
  const { items, isPending, names, setNames } = usePapers(consignment)
  return (
    <>
      <Menu
        items={items}
        trigger={(props) => (
          <Button {...props} busy={isPending}>
            Documentos
            <ChevronDown size={16} aria-hidden="true" />
          </Button>
        )}
      />
      {names && <LabelDialog names={names} onClose={() => setNames(undefined)} />}
    </>
  )
}

type Open = 'edit' | 'remove' | 'send' | 'receive' | 'close' | 'reopen'

type Actions = { others: ReactNode; next: ReactNode; dialogs: ReactNode }

/** The next step is apart, because a phone has it in the bar. `isArriving`: the arrival is shown. */
export function useConsignmentActions(consignment: Consignment, isArriving: boolean): Actions {
  const { state, packageCount } = consignment
  const may = useMay()
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
      {open === 'remove' && <RemoveConsignment consignment={consignment} onClose={close} />}
    </>
  )
  return { others, next: next[state], dialogs }
}

function RemoveConsignment({ consignment, onClose }: { consignment: Consignment; onClose: () => void }) {
  const { id, companyShipmentId } = consignment
  const navigate = useNavigate()
  return (
    <RemoveDialog
      thing="el embarque"
      title={`¿Eliminar el embarque #${companyShipmentId}?`}
      removes={id}
      run={async () => {
        await call('DELETE /api/shipments/:id', { params: { id } })
        await navigate('/embarques', { replace: true })
      }}
      onClose={onClose}
    >
      No tiene paquetes; su número no se usa otra vez.
    </RemoveDialog>
  )
}

type InTransitProps = { consignment: Consignment; isArriving: boolean; onFinish: () => void }

/** Before the first scan, finishing is only a secondary button of the arrival. */
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

function CloseDialog({ consignment, onClose }: { consignment: Consignment; onClose: () => void }) {
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

const Fields = createTextFields<z.input<typeof reopenDraft>>()

function ReopenForm({ consignment, onClose }: { consignment: Consignment; onClose: () => void }) {
  const { id, companyShipmentId } = consignment
  const [key] = useState(newIdempotencyKey)
  return (
    <FormDialog
      texts={{
        title: `¿Reabrir el embarque #${companyShipmentId}?`,
        save: 'Reabrir',
        saving: 'Reabriendo...',
        saved: 'Embarque reabierto',
        failed: 'Error al reabrir el embarque',
      }}
      size="md"
      schema={reopenDraft}
      values={{ reason: '' }}
      save={(body) =>
        call('POST /api/shipments/:id/reopen', { params: { id }, body, headers: { 'Idempotency-Key': key } })
      }
      onClose={onClose}
    >
      <div className="grid gap-3 pt-1 pb-5">
        <p className="text-body">Los pesos y los costos se pueden cambiar otra vez. El motivo queda en la bitácora.</p>
        <Fields.Text name="reason" label="Motivo" required maxLength={500} />
      </div>
    </FormDialog>
  )
}
