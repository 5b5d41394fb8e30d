import type { Currency } from '@casillero/shared/contract/currencies'
import { type DispatchDraft, dispatchDraft, type InvoiceShipment } from '@casillero/shared/contract/dispatches'
import type { Status } from '@casillero/shared/contract/statuses'
import { businessDate } from '@casillero/shared/domain/business-date'
import { totalWeight } from '@casillero/shared/domain/total-weight'
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query'
import { Trash2, Truck, X } from 'lucide-react'
import { type ReactNode, useEffect, useEffectEvent, useId, useRef, useState } from 'react'
import { FormProvider, type UseFormReturn, useForm, useWatch } from 'react-hook-form'
import { useNavigate } from 'react-router'
import { ConfirmDialog } from '../../crud/confirm-dialog.tsx'
import { DataTable } from '../../crud/data-table.tsx'
import { createResolver, FormBody } from '../../crud/server-form.tsx'
import { ApiError, call, describeError, newIdempotencyKey, read } from '../../lib/api.ts'
import { useSignedIn } from '../../lib/session.ts'
import { Button } from '../../ui/controls/button.tsx'
import { Spinner } from '../../ui/controls/spinner.tsx'
import { Badge } from '../../ui/display/badge.tsx'
import { EmptyState, ErrorState } from '../../ui/feedback/empty-state.tsx'
import { toastError } from '../../ui/feedback/toast.tsx'
import { useIsWide } from '../../ui/layout/media.ts'
import { Page } from '../../ui/layout/page.tsx'
import { Surface } from '../../ui/layout/surface.tsx'
import { DiscardDialog } from '../../ui/overlays/discard-dialog.tsx'
import { useNoticeText } from '../consignments/notice-text.ts'
import { countText } from '../invoices/invoice-texts.ts'
import { type DispatchEntry, forgetDispatch, keepDispatch, keptDispatch, newDispatch } from './dispatch-draft.ts'
import { DispatchFields } from './dispatch-fields.tsx'
import { DispatchHead } from './dispatch-head.tsx'
import { DispatchScans } from './dispatch-scans.tsx'
import { columnsToDispatch, ShipmentCard } from './shipment-columns.tsx'
import { collectText, findBarrier, formatShipment, loadText } from './shipment-texts.tsx'
import { ShippingLabels } from './shipping-labels.tsx'

const failed = 'Error al cargar el despacho'

/** docs/product/dispatches.md, "The new dispatch". */
export function NewDispatchPage() {
  const meta = { failed }
  const currencies = useQuery({ ...read('GET /api/currencies/active'), meta })
  const statuses = useQuery({ ...read('GET /api/statuses'), meta })
  if (!currencies.isPending && !statuses.isPending)
    return <Desk currencies={currencies.data?.data ?? []} statuses={statuses.data?.data ?? []} />
  return (
    <Page title={title}>
      <Surface className="grid min-h-60 place-items-center">
        <Spinner label="Cargando despacho..." />
      </Surface>
    </Page>
  )
}

const title = 'Nuevo despacho'

type Choices = { currencies: readonly Currency[]; statuses: readonly Status[] }
type Form = UseFormReturn<DispatchEntry, unknown, DispatchDraft>

/** Keeps every change on the device, until the dispatch leaves or is discarded. */
function useKeptForm({ currencies, statuses }: Choices) {
  const { user } = useSignedIn()
  const [{ key, entry }] = useState(() => keptDispatch(user.id) ?? newDispatch())
  const sendKey = useRef(key)
  const idOr = (rows: readonly { id: string }[], id: string | null | undefined, other = '') =>
    rows.find((row) => row.id === id)?.id ?? other
  const form: Form = useForm<DispatchEntry, unknown, DispatchDraft>({
    resolver: createResolver(dispatchDraft),
    defaultValues: {
      carrier: '',
      guide: '',
      cost: null,
      note: '',
      photo: null,
      ...entry,
      sentOn: entry.sentOn ?? businessDate(new Date()),
      // Currency and status may be gone since.
      costCurrencyId: idOr(currencies, entry.costCurrencyId, currencies.find(({ code }) => code === 'NIO')?.id),
      statusId: idOr(statuses, entry.statusId),
    },
  })
  const { subscribe } = form
  useEffect(
    () =>
      subscribe({
        formState: { values: true },
        callback: ({ values }) => keepDispatch(user.id, { key: sendKey.current, entry: values }),
      }),
    [subscribe, user.id],
  )
  const renewKey = () => {
    sendKey.current = newIdempotencyKey()
    keepDispatch(user.id, { key: sendKey.current, entry: form.getValues() })
  }
  return { form, sendKey, renewKey }
}

/** Reads the shipments as they are by now, and drops those that no longer exist. */
function useShipments(form: Form) {
  const ids = useWatch({ control: form.control, name: 'shipmentIds' })
  const statusId = useWatch({ control: form.control, name: 'statusId' })
  const query = useQuery({
    ...read('GET /api/invoice-shipments/sending', { query: { ids: ids.join(','), statusId: statusId ?? '' } }),
    enabled: ids.length > 0,
    placeholderData: keepPreviousData,
    meta: { failed },
  })
  const preview = ids.length === 0 ? undefined : query.data?.data
  const known = preview?.shipments ?? []
  const rows = ids.flatMap((id) => known.find((one) => one.id === id) ?? [])
  const setIds = (next: string[]) => {
    form.setValue('shipmentIds', next)
    form.clearErrors('shipmentIds')
  }
  const isGone = preview !== undefined && !query.isPlaceholderData && rows.length < ids.length
  const drop = useEffectEvent(() => {
    setIds(rows.map(({ id }) => id))
    toastError('Se quitó un envío que ya no existe')
  })
  useEffect(() => {
    if (isGone) drop()
  }, [isGone])
  return { rows, setIds, preview, query, isEmpty: ids.length === 0 }
}

function Desk(choices: Choices) {
  const id = useId()
  const isWide = useIsWide()
  const { form, sendKey, renewKey } = useKeptForm(choices)
  const shipments = useShipments(form)
  const { rows, setIds } = shipments
  const notice = useNoticeText(shipments.preview)
  const [asked, setAsked] = useState<DispatchDraft>()
  const carrier = useWatch({ control: form.control, name: 'carrier' })
  const submit = form.handleSubmit((draft) => {
    if (rows.some((row) => findBarrier(row) !== undefined)) toastError('Quite los envíos que no pueden salir')
    else setAsked(draft)
  })
  const { errors } = form.formState
  const problems = (['carrier', 'guide', 'sentOn', 'cost', 'costCurrencyId', 'note'] as const).flatMap((name) => {
    const message = errors[name]?.message
    return message === undefined ? [] : [{ name, message, focus: () => form.setFocus(name) }]
  })
  const actions = (
    <>
      {rows.length > 0 && <ShippingLabels ids={rows.map((row) => row.id)} text="Etiquetas" />}
      <Button type="submit" form={id} variant="primary" icon={<Truck size={16} aria-hidden="true" />}>
        Enviar
      </Button>
    </>
  )
  const head = <Head rows={rows} actions={isWide && actions} />
  return (
    <Page title={title} head={head}>
      {!isWide && head}
      <FormProvider {...form}>
        <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-3 @min-[860px]/page:grid-cols-[minmax(0,1fr)_304px] @min-[860px]/page:grid-rows-[auto_1fr]">
          <DispatchScans list={() => form.getValues('shipmentIds')} onChange={setIds} />
          <Surface className="p-4 @min-[860px]/page:col-start-2 @min-[860px]/page:row-span-2 @min-[860px]/page:row-start-1">
            <FormBody id={id} saved={{ problems, conflict: undefined, reload: undefined, submit }}>
              <DispatchFields {...choices} notice={notice} />
            </FormBody>
          </Surface>
          <Shipments shipments={shipments} carrier={carrier} error={errors.shipmentIds?.message} />
        </div>
      </FormProvider>
      {!isWide && (
        <div className="sticky bottom-0 z-10 -mx-(--gutter) mt-3 -mb-8 flex gap-3 border-line border-t bg-surface px-(--gutter) py-2.5 [--control:44px] *:flex-1">
          {actions}
        </div>
      )}
      {asked && (
        <SendDialog
          draft={asked}
          rows={rows}
          notice={notice}
          statusName={nameTarget(choices.statuses, asked.statusId)}
          sendKey={sendKey.current}
          onTaken={renewKey}
          onClose={() => setAsked(undefined)}
        />
      )}
    </Page>
  )
}

const nameTarget = (statuses: readonly Status[], id: string | null): string =>
  statuses.find((status) => (id === null ? status.role === 'sent' : status.id === id))?.name ?? 'Enviado a domicilio'

function sumLoad(rows: readonly InvoiceShipment[]): string {
  const packageCount = rows.reduce((sum, one) => sum + one.packageCount, 0)
  const weight = totalWeight(rows.map((one) => one.weight))
  return `${countText(rows.length, 'envío', 'envíos')} · ${loadText({ packageCount, weight })}`
}

function Head({ rows, actions }: { rows: readonly InvoiceShipment[]; actions: ReactNode }) {
  const navigate = useNavigate()
  const [isDiscarding, setIsDiscarding] = useState(false)
  const { user } = useSignedIn()
  const discard = () => {
    forgetDispatch(user.id)
    void navigate('/envios')
  }
  return (
    <>
      <DispatchHead
        title={title}
        badge={<Badge tone="blue">Por enviar</Badge>}
        load={rows.length > 0 ? sumLoad(rows) : undefined}
        actions={actions}
        menu={[
          {
            label: 'Descartar despacho',
            icon: <Trash2 size={18} />,
            tone: 'danger',
            run: () => setIsDiscarding(true),
          },
        ]}
      />
      {isDiscarding && (
        <DiscardDialog
          texts={{
            title: '¿Descartar el despacho?',
            text: 'Los envíos siguen por enviar; se pierde lo que anotó.',
            stay: 'Seguir editando',
          }}
          onDiscard={discard}
          onStay={() => setIsDiscarding(false)}
        />
      )}
    </>
  )
}

type ShipmentsProps = { shipments: ReturnType<typeof useShipments>; carrier: string; error: string | undefined }

function Shipments({ shipments: { rows, setIds, query, isEmpty }, carrier, error }: ShipmentsProps) {
  const navigate = useNavigate()
  const remove = (id: string) => setIds(rows.flatMap((row) => (row.id === id ? [] : [row.id])))
  const collected = collectText(rows)
  return (
    <Surface className="min-w-0 overflow-clip">
      {isEmpty ? (
        <EmptyState title={error ?? 'Todavía no hay envíos'} hint="Escanee un paquete o elíjalos en Envíos." />
      ) : query.isError && query.data === undefined ? (
        <ErrorState title={describeError(query.error, failed)} onRetry={() => void query.refetch()} />
      ) : (
        <DataTable
          rows={query.data === undefined ? undefined : rows}
          label="Envíos del despacho"
          formatName={formatShipment}
          columns={columnsToDispatch}
          card={(row) => <ShipmentCard row={row} barrier={findBarrier(row)} />}
          onOpen={({ invoice }) => void navigate(`/facturar/${invoice.id}?tab=facturas`, { state: { step: 1 } })}
          actions={(row) => [{ label: 'Quitar', icon: <X size={18} />, run: () => remove(row.id) }]}
          look={{
            rowHeight: 56,
            isOneColumn: true,
            rowClass: (row) => (findBarrier(row) === undefined ? undefined : 'bg-danger-soft'),
          }}
        />
      )}
      {collected !== undefined && (
        <p className="flex justify-between gap-3 border-line border-t bg-surface-2 px-4 py-2.5 text-body">
          <span className="wrap-anywhere min-w-0 text-muted">{`${carrier || 'El transportista'} cobra y devuelve`}</span>
          <b className="font-semibold tabular-nums">{collected}</b>
        </p>
      )}
    </Surface>
  )
}

type SendDialogProps = {
  draft: DispatchDraft
  rows: readonly InvoiceShipment[]
  notice: string | undefined
  statusName: string
  sendKey: string
  /** Called if the key already sent other content. */
  onTaken: () => void
  onClose: () => void
}

function SendDialog({ draft, rows, notice, statusName, sendKey, onTaken, onClose }: SendDialogProps) {
  const navigate = useNavigate()
  const queries = useQueryClient()
  const { user } = useSignedIn()
  const send = async () => {
    try {
      const { data } = await call('POST /api/dispatches', { body: draft, headers: { 'Idempotency-Key': sendKey } })
      forgetDispatch(user.id)
      void navigate(`/envios/despachos/${data.id}`)
    } catch (error) {
      // Shows which shipments another clerk has sent.
      void queries.invalidateQueries()
      if (error instanceof ApiError && error.code === 'dispatch_already_made') {
        onTaken()
        onClose()
      }
      throw error
    }
  }
  const methods = new Set(rows.map(({ methodName }) => methodName)).size
  const collected = collectText(rows)
  return (
    <ConfirmDialog
      title={`¿Enviar con ${draft.carrier}?`}
      tone="primary"
      texts={{
        confirm: 'Enviar',
        confirming: 'Enviando...',
        done: 'Despacho enviado',
        failed: 'Error al despachar',
      }}
      run={send}
      onClose={onClose}
    >
      <ul className="grid gap-1 break-words">
        <li>{`${sumLoad(rows)} → ${statusName}`}</li>
        {notice !== undefined && <li>{notice}</li>}
        {collected !== undefined && <li>{`${draft.carrier} cobra y devuelve ${collected}`}</li>}
        {methods > 1 && <li className="text-yellow-text">{`Hay ${methods} métodos; ¿un solo despacho?`}</li>}
      </ul>
    </ConfirmDialog>
  )
}
