import type { Consignment } from '@casillero/shared/contract/consignments'
import type { Reconciliation } from '@casillero/shared/contract/reconciliations'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Check } from 'lucide-react'
import { useState } from 'react'
import { ApiError, call, describeError, read } from '../../lib/api.ts'
import { Button, buttonClass } from '../../ui/controls/button.tsx'
import { Tracking } from '../../ui/display/tracking.tsx'
import { ErrorState } from '../../ui/feedback/empty-state.tsx'
import { SkeletonRows } from '../../ui/feedback/skeleton.tsx'
import { toastError, toastSuccess } from '../../ui/feedback/toast.tsx'
import { DecimalInput } from '../../ui/forms/decimal-input.tsx'
import { amountRefusal, formatDecimal, isAmount, readAmount } from '../../ui/forms/decimal-text.ts'
import { InlineEdit } from '../../ui/forms/inline-edit.tsx'
import { Surface } from '../../ui/layout/surface.tsx'
import { ConsignedList } from './consigned-list.tsx'
import { countText, poundsText } from './consignment-texts.ts'
import { toCostsInput, useCosts } from './costs-draft.ts'
import { Card } from './reconciliation-card.tsx'
import { Money } from './reconciliation-money.tsx'

type View = 'not_invoiced' | 'not_billed' | 'missing'

type Row = [view: View | 'unmatched', label: string, sums: { packages: number; weight: number }]
type Bill = NonNullable<Reconciliation['bill']>

const unmatchedRow = ({ unmatched, unmatchedWeight }: Bill): Row => [
  'unmatched',
  unmatchedLabel,
  { packages: unmatched, weight: unmatchedWeight },
]

const billedRows = ({ billedNotInvoiced, invoicedNotBilled }: Reconciliation): Row[] => [
  ['not_invoiced', 'Cobrados por el agente, sin facturar', billedNotInvoiced],
  ['not_billed', 'Facturados, no cobrados por el agente', invoicedNotBilled],
]

type DifferencesProps = { consignment: Consignment; figures: Reconciliation }

function Differences({ consignment, figures }: DifferencesProps) {
  const [open, setOpen] = useState<View | 'unmatched'>()
  const { bill } = figures
  const isBilled = bill !== null || figures.weights.billed !== null
  const rows: Row[] = [
    ...(isBilled ? billedRows(figures) : []),
    ['missing', 'Faltantes', figures.missing],
    ...(bill === null ? [] : [unmatchedRow(bill)]),
  ]
  const count = rows.reduce((sum, [, , { packages }]) => sum + packages, 0)
  return (
    <>
      <Card title="Diferencias" note={countText(count)}>
        <ul>
          {rows.map(([view, label, { packages, weight }]) => (
            <li key={view} className="flex items-center gap-3 border-line border-t px-4 py-2.5">
              <span className="min-w-0 flex-1">
                <span className="block text-body">{label}</span>
                <span className="block text-help text-muted tabular-nums">
                  {packages === 0 ? countText(0) : `${countText(packages)} · ${poundsText(weight)} lbs`}
                </span>
              </span>
              {packages === 0 ? (
                <Check size={18} aria-label="Ninguno" className="text-green-text" />
              ) : (
                <Button
                  variant="link"
                  className="-mr-3.5"
                  aria-label={`${open === view ? 'Ocultar' : 'Ver'}: ${label}`}
                  aria-expanded={open === view}
                  onClick={() => setOpen(open === view ? undefined : view)}
                >
                  {open === view ? 'Ocultar' : 'Ver'}
                </Button>
              )}
            </li>
          ))}
        </ul>
        {!isBilled && (
          <p className="border-line border-t px-4 py-2.5 text-help text-muted">
            Lo cobrado se compara cuando llegue la factura del agente.
          </p>
        )}
      </Card>
      {open === 'unmatched' && bill !== null && <Unmatched bill={bill} />}
      {open !== undefined && open !== 'unmatched' && (
        <ConsignedList
          key={open}
          id={consignment.id}
          view={open}
          empty="No hay paquetes"
          emptyHint="Las diferencias aparecen aquí."
        />
      )}
    </>
  )
}

const unmatchedLabel = 'En la factura del agente, no en el embarque'

function Unmatched({ bill: { unmatched, unmatchedLines } }: { bill: Bill }) {
  const more = unmatched - unmatchedLines.length
  return (
    <Card title={unmatchedLabel}>
      <ul>
        {unmatchedLines.map(({ position, code, weight, isRepeated }) => (
          <li key={position} className="flex items-baseline gap-3 border-line border-t px-4 py-2 text-body">
            <span className="min-w-0 flex-1">
              <Tracking>{code}</Tracking>
              {isRepeated && <span className="block text-help text-yellow-text">Dos veces en la factura</span>}
            </span>
            <span className="tabular-nums">{`${poundsText(weight)} lbs`}</span>
          </li>
        ))}
      </ul>
      {more > 0 && <p className="border-line border-t px-4 py-2 text-label text-muted">{`Y ${more} más`}</p>}
    </Card>
  )
}

const accepted = '.xlsx,.xlsm,.csv,.txt,text/csv,application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'
const mostBytes = 10 * 1024 * 1024

const billText = ({ bill }: Reconciliation): string => {
  if (bill === null) return 'Factura del agente'
  return `${bill.fileName} · ${bill.lines === 1 ? '1 línea' : `${bill.lines} líneas`}`
}

/** Returns the server's sentence, else one from here. */
const failureText = (error: unknown): string =>
  (error instanceof ApiError ? error.fields.file : undefined) ?? describeError(error, 'No se pudo leer el archivo')

/** docs/product/shipments.md, "The carrier's bill". */
function BillFile({ id, hasBill }: { id: string; hasBill: boolean }) {
  const queries = useQueryClient()
  const params = { id }
  const onSettled = () => queries.invalidateQueries()
  const reading = useMutation({
    mutationFn: async (file: File) => {
      if (file.size > mostBytes) throw new ApiError(400, { message: 'El archivo debe ser de hasta 10 MB' })
      return await call('POST /api/shipments/:id/bill', { params, body: {}, files: { file } })
    },
    onSuccess: () => toastSuccess('Factura del agente leída'),
    onError: (error) => toastError(failureText(error)),
    onSettled,
  })
  const dropping = useMutation({
    mutationFn: () => call('DELETE /api/shipments/:id/bill', { params }),
    onError: (error) => toastError(describeError(error, 'Error al quitar la factura')),
    onSettled,
  })
  const isBusy = reading.isPending || dropping.isPending
  return (
    <span className="-ml-1.5 flex flex-wrap items-center font-normal">
      <label
        aria-disabled={isBusy}
        className={buttonClass(
          'link',
          'sm',
          'px-1.5! has-focus-visible:outline-2 has-focus-visible:outline-focus has-focus-visible:outline-offset-2',
        )}
      >
        <input
          type="file"
          accept={accepted}
          disabled={isBusy}
          className="sr-only"
          onChange={(event) => {
            const file = event.target.files?.[0]
            if (file !== undefined) reading.mutate(file)
            // Allows picking the same file again after it was corrected.
            event.target.value = ''
          }}
        />
        {reading.isPending ? 'Leyendo…' : 'Leer de Excel'}
      </label>
      {hasBill && (
        <Button
          variant="link"
          size="sm"
          className="px-1.5!"
          disabled={isBusy}
          aria-label="Quitar la factura del agente"
          onClick={() => dropping.mutate()}
        >
          Quitar
        </Button>
      )}
    </span>
  )
}

const label = 'Libras que cobra el agente'

function BilledWeight({ id, figures }: { id: string; figures: Reconciliation }) {
  const { mutateAsync } = useCosts(id)
  const { billed } = figures.weights
  const save = async (text: string) => {
    if (!isAmount(text)) {
      toastError(amountRefusal)
      return
    }
    const billedWeight = text === '' ? null : readAmount(text)
    if (billedWeight !== billed) await mutateAsync({ ...toCostsInput(figures), billedWeight })
  }
  return (
    <InlineEdit
      label={label}
      shown={billed === null ? '—' : poundsText(billed)}
      start={formatDecimal(billed, 2)}
      save={save}
      className="justify-end"
    >
      {({ draft, change, busy }) => (
        <DecimalInput
          aria-label={label}
          className="w-28"
          value={draft}
          onChange={change}
          max={9_999_999}
          readOnly={busy}
        />
      )}
    </InlineEdit>
  )
}

const failed = 'Error al cargar el cuadre'

/** docs/product/shipments.md, "Reconciliation". */
export function ReconciliationPanel({ consignment }: { consignment: Consignment }) {
  const { id } = consignment
  const query = useQuery({ ...read('GET /api/shipments/:id/reconciliation', { params: { id } }), meta: { failed } })
  if (query.isError) {
    return (
      <Surface>
        <ErrorState title={describeError(query.error, failed)} onRetry={() => void query.refetch()} />
      </Surface>
    )
  }
  if (query.data === undefined) {
    return (
      <Surface>
        <SkeletonRows height={44} label="Cargando..." />
      </Surface>
    )
  }
  const figures = query.data.data
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-4 lg:grid-cols-[minmax(0,4fr)_minmax(0,5fr)]">
      <div className="grid min-w-0 grid-cols-[minmax(0,1fr)] gap-4">
        <Pounds consignment={consignment} figures={figures} />
        <Differences consignment={consignment} figures={figures} />
      </div>
      <div className="grid min-w-0 grid-cols-[minmax(0,1fr)] gap-4">
        <Money consignment={consignment} figures={figures} />
      </div>
    </div>
  )
}

type Figures = { figures: Reconciliation }

const billedLabel = 'Cobradas por el agente'

function Pounds({ consignment: { id, state }, figures }: Figures & { consignment: Consignment }) {
  const { sent, arrived, billed, invoiced, charged } = figures.weights
  const { againstSent } = figures
  const rows: (readonly [label: string, hint: string, pounds: number | null, more: number | null])[] = [
    ['Recibidas en Miami', countText(sent.packages), sent.weight, null],
    [
      'Pesadas al llegar',
      countText(arrived.packages),
      arrived.packages === 0 ? null : arrived.weight,
      againstSent.arrived,
    ],
    [billedLabel, billText(figures), billed, againstSent.billed],
    ['Facturadas hasta hoy', countText(invoiced.packages), invoiced.weight, againstSent.invoiced],
    ...(charged === null ? [] : [['Cobradas a los clientes', 'Por sus tarifas', charged, null] as const]),
  ]
  return (
    <Card title="Libras">
      <table className="w-full text-body">
        <thead className="bg-surface-2 text-label text-muted">
          <tr>
            <th className="px-4 py-2 text-start font-medium">Medida</th>
            <th className="px-2 py-2 text-end font-medium">Libras</th>
            <th className="px-4 py-2 text-end font-medium">Contra Miami</th>
          </tr>
        </thead>
        <tbody>
          {rows.map(([label, hint, pounds, more]) => (
            <tr key={label} className="border-line border-t">
              <th className="px-4 py-2 text-start font-medium">
                {label}
                <span className="block break-words font-normal text-help text-muted">{hint}</span>
                {label === billedLabel && state !== 'closed' && <BillFile id={id} hasBill={figures.bill !== null} />}
              </th>
              <td className="px-2 py-2 text-end tabular-nums">
                {label === billedLabel && state !== 'closed' ? (
                  <div className="min-w-24">
                    <BilledWeight id={id} figures={figures} />
                  </div>
                ) : pounds === null ? (
                  '—'
                ) : (
                  poundsText(pounds)
                )}
              </td>
              <td className="px-4 py-2 text-end tabular-nums">{more !== null && <Difference pounds={more} />}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <p className="border-line border-t px-4 py-2 text-help text-muted">Contra Miami: los mismos paquetes.</p>
    </Card>
  )
}

function Difference({ pounds }: { pounds: number }) {
  const rounded = Math.round(pounds * 100) / 100
  if (rounded === 0) return <>0.00</>
  return (
    <span className={rounded < 0 ? 'text-danger-text' : 'text-yellow-text'}>
      {`${rounded < 0 ? '−' : '+'}${poundsText(Math.abs(rounded))}`}
    </span>
  )
}
