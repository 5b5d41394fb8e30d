import type { Dispatch, InvoiceShipment } from '@casillero/shared/contract/dispatches'
import { formatDate, formatDateTime } from '@casillero/shared/domain/business-date'
import { formatMoney } from '@casillero/shared/domain/money-format'
import { useMutation, useQuery } from '@tanstack/react-query'
import { HandCoins, PackageCheck, Undo2 } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { useNavigate } from 'react-router'
import { ConfirmDialog } from '../../crud/confirm-dialog.tsx'
import { DataTable } from '../../crud/data-table.tsx'
import { LostRow } from '../../crud/lost-row.tsx'
import { call, read } from '../../lib/api.ts'
import { useMay } from '../../lib/session.ts'
import { Spinner } from '../../ui/controls/spinner.tsx'
import { Badge } from '../../ui/display/badge.tsx'
import { toastFailure } from '../../ui/feedback/failure-toast.tsx'
import { toastSuccess } from '../../ui/feedback/toast.tsx'
import { PhotoBox } from '../../ui/forms/photo-box.tsx'
import { useIsWide } from '../../ui/layout/media.ts'
import { Page } from '../../ui/layout/page.tsx'
import { Surface } from '../../ui/layout/surface.tsx'
import type { MenuItem } from '../../ui/overlays/menu.tsx'
import { countText } from '../invoices/invoice-texts.ts'
import { ArrivedDialog } from './arrived-dialog.tsx'
import { DispatchHead } from './dispatch-head.tsx'
import { columnsDispatched, ShipmentCard } from './shipment-columns.tsx'
import { collectText, formatShipment, loadText } from './shipment-texts.tsx'
import { DispatchPapers } from './shipping-labels.tsx'

const failed = 'Error al cargar el despacho'

export function DispatchPage({ id }: { id: string }) {
  const query = useQuery({ ...read('GET /api/dispatches/:id', { params: { id } }), meta: { failed } })
  if (query.data) return <Loaded dispatch={query.data.data} />
  return (
    <Page title="Despacho">
      <Surface className="grid min-h-60 place-items-center">
        {query.isError ? (
          <LostRow
            error={query.error}
            lost="Este despacho no existe."
            failed={failed}
            onRetry={() => void query.refetch()}
          />
        ) : (
          <Spinner label="Cargando despacho..." />
        )}
      </Surface>
    </Page>
  )
}

function useOpening(dispatch: Dispatch) {
  const navigate = useNavigate()
  const openInvoice = ({ invoice }: InvoiceShipment) =>
    void navigate(`/facturar/${invoice.id}?tab=facturas`, { state: { step: 1 } })
  /** Opens a single invoice of the client, or collects several together. */
  const collect = (row: InvoiceShipment) => {
    const theirs = dispatch.shipments.filter(
      ({ payment, client }) => payment === 'collect' && client.id === row.client.id,
    )
    if (theirs.length < 2) return openInvoice(row)
    void navigate(`/clients/${row.client.id}/cobrar?facturas=${theirs.map(({ invoice }) => invoice.id).join()}`)
  }
  return { openInvoice, collect }
}

function Loaded({ dispatch }: { dispatch: Dispatch }) {
  const may = useMay()
  const mayWrite = may('dispatches.write')
  const [arrived, setArrived] = useState<InvoiceShipment>()
  const [isUndoing, setIsUndoing] = useState(false)
  const title = `Despacho #${dispatch.companyDispatchId}`
  const isUndone = dispatch.undoneAt !== null
  const { openInvoice, collect } = useOpening(dispatch)
  const listActions = (row: InvoiceShipment): MenuItem[] => [
    ...(row.payment === 'collect' && may('payments.write')
      ? [{ label: 'Registrar cobro', icon: <HandCoins size={18} />, run: () => collect(row) }]
      : []),
    ...(row.stage === 'sent'
      ? [{ label: 'Entregado', icon: <PackageCheck size={18} />, run: () => setArrived(row) }]
      : []),
  ]
  const menu: MenuItem[] =
    mayWrite && !isUndone
      ? [{ label: 'Deshacer envío', icon: <Undo2 size={18} />, tone: 'danger', run: () => setIsUndoing(true) }]
      : []
  const isWide = useIsWide()
  const head = (
    <DispatchHead
      title={title}
      badge={<Badge tone={isUndone ? 'grey' : 'purple'}>{isUndone ? 'Deshecho' : 'Enviado'}</Badge>}
      load={`${countText(dispatch.shipmentCount, 'envío', 'envíos')} · ${loadText(dispatch)}`}
      actions={<DispatchPapers dispatch={dispatch} />}
      menu={menu}
    />
  )
  const out = isUndone ? undefined : collectText(dispatch.shipments)
  return (
    <Page title={title} head={head}>
      {!isWide && head}
      <div className="grid items-start gap-3 @min-[860px]/page:grid-cols-[1fr_288px]">
        <div className="min-w-0 @max-[860px]/page:order-last">
          <Surface className="overflow-clip">
            <DataTable
              rows={dispatch.shipments}
              label="Envíos del despacho"
              formatName={formatShipment}
              columns={columnsDispatched}
              card={(row) => <ShipmentCard row={row} />}
              onOpen={openInvoice}
              look={{ rowHeight: 56, isOneColumn: true }}
              {...(mayWrite && !isUndone ? { actions: listActions } : {})}
            />
          </Surface>
          {out !== undefined && (
            <p className="mt-2 flex justify-between gap-3 px-1 text-body">
              <span className="text-muted">{`${dispatch.carrier} cobra y devuelve`}</span>
              <b className="font-semibold tabular-nums">{out}</b>
            </p>
          )}
        </div>
        <Facts dispatch={dispatch} />
      </div>
      {arrived && <ArrivedDialog shipment={arrived} onClose={() => setArrived(undefined)} />}
      {isUndoing && <UndoDialog dispatch={dispatch} onClose={() => setIsUndoing(false)} />}
    </Page>
  )
}

function UndoDialog({ dispatch, onClose }: { dispatch: Dispatch; onClose: () => void }) {
  return (
    <ConfirmDialog
      title={`¿Deshacer el despacho #${dispatch.companyDispatchId}?`}
      texts={{
        confirm: 'Deshacer envío',
        confirming: 'Deshaciendo...',
        done: 'Despacho deshecho',
        failed: 'Error al deshacer el despacho',
      }}
      run={() => call('POST /api/dispatches/:id/undo', { params: { id: dispatch.id } })}
      onClose={onClose}
    >
      Sus paquetes vuelven al estado que tenían y los envíos quedan por enviar. Los avisos que aún esperan se cancelan.
    </ConfirmDialog>
  )
}

function Facts({ dispatch }: { dispatch: Dispatch }) {
  const { cost, costCurrency, undoneAt, undoneBy, receipt } = dispatch
  const mayChange = useMay()('dispatches.write')
  return (
    <Surface className="p-4">
      <h2 className="mb-2 font-semibold text-card">Datos</h2>
      <dl className="grid gap-2.5">
        <Fact label="Transportista">{dispatch.carrier}</Fact>
        <Fact label="Guía">{dispatch.guide ?? 'Sin guía'}</Fact>
        <Fact label="Fecha">{formatDate(dispatch.sentOn)}</Fact>
        {cost !== null && <Fact label="Costo">{formatMoney(cost, costCurrency?.symbol ?? '')}</Fact>}
        {dispatch.note !== null && <Fact label="Nota">{dispatch.note}</Fact>}
        <Fact label="Enviado por">{`${dispatch.createdBy.fullName}, ${formatDateTime(dispatch.createdAt)}`}</Fact>
        {undoneAt !== null && (
          <Fact label="Deshecho por">{`${undoneBy?.fullName ?? ''}, ${formatDateTime(undoneAt)}`}</Fact>
        )}
      </dl>
      {undoneAt === null && (receipt !== null || mayChange) && <Receipt dispatch={dispatch} mayChange={mayChange} />}
    </Surface>
  )
}

function Fact({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div>
      <dt className="text-help text-muted">{label}</dt>
      <dd className="wrap-anywhere text-body">{children}</dd>
    </div>
  )
}

type ReceiptProps = { dispatch: Dispatch; mayChange: boolean }

/** The receipt often arrives after the packages left. */
function Receipt({ dispatch: { id, receipt, version }, mayChange }: ReceiptProps) {
  const [isRemoving, setIsRemoving] = useState(false)
  const save = (photo: string | null) =>
    call('PUT /api/dispatches/:id/receipt', { params: { id }, body: { photo, version } })
  const { mutate, isPending } = useMutation({
    mutationFn: save,
    onSuccess: () => toastSuccess('Foto guardada'),
    onError: (error) => toastFailure(error, 'Error al guardar la foto'),
  })
  const change = (photo: string | null) => (photo === null ? setIsRemoving(true) : mutate(photo))
  return (
    <>
      <PhotoBox
        label="Foto del recibo"
        // The path stays the same when the photo is replaced, so its date is added.
        url={receipt && `${new URL(receipt.link).pathname}?${Date.parse(receipt.setAt)}`}
        {...(receipt && { note: `${receipt.setBy.fullName}, ${formatDateTime(receipt.setAt)}` })}
        {...(receipt === null && { help: 'El cliente la abre desde su aviso' })}
        isBusy={isPending}
        {...(mayChange && { onChange: change })}
        className="mt-3"
      />
      {isRemoving && (
        <ConfirmDialog
          title="¿Quitar la foto del recibo?"
          texts={{
            confirm: 'Quitar',
            confirming: 'Quitando...',
            done: 'Foto quitada',
            failed: 'Error al quitar la foto',
          }}
          run={() => save(null)}
          onClose={() => setIsRemoving(false)}
        >
          El enlace que ya recibieron los clientes deja de mostrarla.
        </ConfirmDialog>
      )}
    </>
  )
}
