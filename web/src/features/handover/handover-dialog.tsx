import { type SignedHandover, undoDraft } from '@casillero/shared/contract/handovers'
import { formatDateTime } from '@casillero/shared/domain/business-date'
import { formatWeight } from '@casillero/shared/domain/money-format'
import { formatPhone } from '@casillero/shared/domain/phone'
import { useQuery } from '@tanstack/react-query'
import { Printer } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { Link } from 'react-router'
import type * as z from 'zod/mini'
import { FormDialog } from '../../crud/form-dialog.tsx'
import { LostRow } from '../../crud/lost-row.tsx'
import { call, newIdempotencyKey, read } from '../../lib/api.ts'
import { useMay } from '../../lib/session.ts'
import { Button } from '../../ui/controls/button.tsx'
import { Spinner } from '../../ui/controls/spinner.tsx'
import { Badge } from '../../ui/display/badge.tsx'
import { Note } from '../../ui/feedback/note.tsx'
import { createTextFields } from '../../ui/forms/text-fields.tsx'
import { Dialog } from '../../ui/overlays/dialog.tsx'
import { fullName } from '../client-search/client-name.ts'
import { countText } from './handover-texts.ts'
import { usePrintHandover } from './print-handover.ts'

const failed = 'Error al cargar la entrega'

type HandoverDialogProps = { handoverId: string; onClose: () => void }

/** Shows a saved hand-over with its signature. */
export function HandoverDialog({ handoverId, onClose }: HandoverDialogProps) {
  const may = useMay()
  const query = useQuery({ ...read('GET /api/handovers/:id', { params: { id: handoverId } }), meta: { failed } })
  const [isUndoing, setIsUndoing] = useState(false)
  const { print, isPrinting } = usePrintHandover()
  const handover = query.data?.data
  if (handover === undefined) {
    return (
      <Dialog title="Entrega" size="2xl" onClose={onClose}>
        <div className="grid min-h-60 place-items-center px-4 pb-6">
          {query.isError ? (
            <LostRow
              error={query.error}
              lost="Esta entrega no existe."
              failed={failed}
              onRetry={() => void query.refetch()}
            />
          ) : (
            <Spinner label="Cargando entrega..." />
          )}
        </div>
      </Dialog>
    )
  }
  return (
    <Dialog
      title={`Entrega #${handover.companyHandoverId}`}
      size="2xl"
      badge={handover.undoneAt === null ? undefined : <Badge tone="red">Deshecha</Badge>}
      firstFocus="[data-close-handover]"
      onClose={onClose}
      footer={
        <>
          {handover.undoneAt === null && may('handovers.undo') && (
            <Button variant="danger-quiet" className="mr-auto" onClick={() => setIsUndoing(true)}>
              Deshacer
            </Button>
          )}
          <Button
            icon={<Printer size={16} aria-hidden="true" />}
            busy={isPrinting}
            className="max-md:flex-1"
            onClick={() => print(handover)}
          >
            Imprimir
          </Button>
          <Button data-close-handover variant="primary" className="max-md:flex-1" onClick={onClose}>
            Cerrar
          </Button>
        </>
      }
    >
      <Facts handover={handover} />
      {isUndoing && <UndoForm handover={handover} onClose={() => setIsUndoing(false)} />}
    </Dialog>
  )
}

// Read-only content must be focusable, or no key scrolls it.
const reading = { role: 'region', 'aria-label': 'Contenido de la entrega', tabIndex: 0 }

function Facts({ handover }: { handover: SignedHandover }) {
  const { client, receivedBy, signature, undoneBy, undoneAt } = handover
  return (
    <div
      {...reading}
      className="grid gap-4 border-line border-t px-4 py-4 text-body focus-visible:-outline-offset-2 md:px-5"
    >
      {undoneAt !== null && (
        <Note tone="yellow">
          {`Deshecha por ${undoneBy?.fullName ?? ''} el ${formatDateTime(undoneAt)}: ${handover.undoReason ?? ''}`}
        </Note>
      )}
      <dl className="grid gap-x-5 gap-y-3 sm:grid-cols-2">
        <Fact label="Cliente">
          <Link to={`/clients/${client.id}`} className="font-medium hover:underline">
            {fullName(client)}
          </Link>
          <span className="block text-help text-muted">{`${client.casillero} · ${formatPhone(client.phone)}`}</span>
        </Fact>
        <Fact label="Retiró">
          <span className="font-medium">{receivedBy.name}</span>
          {receivedBy.cedula !== null && (
            <span className="block text-help text-muted tabular-nums">{`Cédula ${receivedBy.cedula}`}</span>
          )}
        </Fact>
        <Fact label="Fecha">{formatDateTime(handover.createdAt)}</Fact>
        <Fact label="Entregó">{handover.createdBy.fullName}</Fact>
        {handover.note !== null && <Fact label="Nota">{handover.note}</Fact>}
        {handover.reason !== null && <Fact label="Motivo para entregar sin pago">{handover.reason}</Fact>}
      </dl>
      <PackageFacts handover={handover} />
      {signature !== null && (
        <figure>
          <figcaption className="text-help text-muted">Firma</figcaption>
          <img
            src={signature}
            alt={`Firma de ${receivedBy.name}`}
            className="mt-1 max-h-40 max-w-full rounded-md border border-line bg-white"
          />
        </figure>
      )}
    </div>
  )
}

function PackageFacts({ handover: { packages, packageCount, weight } }: { handover: SignedHandover }) {
  return (
    <section aria-label="Paquetes de la entrega">
      <h3 className="font-semibold">
        {`${countText(packageCount)} · `}
        <span className="tabular-nums">{formatWeight(weight)}</span>
      </h3>
      <ul className="mt-1 divide-y divide-line border-line border-y">
        {packages.map((one) => (
          <li key={one.packageId} className="flex gap-3 py-2">
            <div className="min-w-0 flex-1">
              <p className="break-words font-medium">{one.description ?? 'Sin descripción'}</p>
              <p className="break-all text-help text-muted tabular-nums">
                {[`#${one.companyPackageId}`, one.tracking].filter(Boolean).join(' · ')}
              </p>
            </div>
            <div className="text-right tabular-nums">
              <p>{one.weight === null ? '—' : formatWeight(one.weight)}</p>
              {one.invoice && (
                <Link
                  to={`/facturar/${one.invoice.id}?tab=facturas`}
                  state={{ step: 1 }}
                  className="inline-flex min-h-6 items-center text-help underline pointer-coarse:min-h-11"
                >
                  {`Factura #${one.invoice.companyInvoiceId}`}
                </Link>
              )}
            </div>
          </li>
        ))}
      </ul>
    </section>
  )
}

function Fact({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className="min-w-0">
      <dt className="text-help text-muted">{label}</dt>
      <dd className="whitespace-pre-line break-words">{children}</dd>
    </div>
  )
}

type Form = z.input<typeof undoDraft>

const Fields = createTextFields<Form>()

type UndoFormProps = { handover: SignedHandover; onClose: () => void }

function UndoForm({ handover, onClose }: UndoFormProps) {
  const { id, companyHandoverId, packageCount } = handover
  const [key] = useState(newIdempotencyKey)
  const where =
    packageCount === 1
      ? 'El paquete vuelve al estado que tenía.'
      : `Los ${countText(packageCount)} vuelven al estado que tenían.`
  return (
    <FormDialog
      texts={{
        title: `¿Deshacer la entrega #${companyHandoverId}?`,
        save: 'Deshacer entrega',
        saving: 'Deshaciendo...',
        saved: 'Entrega deshecha',
        failed: 'Error al deshacer la entrega',
      }}
      size="md"
      schema={undoDraft}
      values={{ reason: '' }}
      save={(body) =>
        call('POST /api/handovers/:id/undo', { params: { id }, body, headers: { 'Idempotency-Key': key } })
      }
      onClose={onClose}
    >
      <div className="grid gap-3 pt-1 pb-5">
        <p className="text-body">{`${where} El cliente no recibe ningún aviso.`}</p>
        <Fields.Text name="reason" label="Motivo" required maxLength={500} />
      </div>
    </FormDialog>
  )
}
