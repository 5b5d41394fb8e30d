import type { Consignment } from '@casillero/shared/contract/consignments'
import type { Reconciliation } from '@casillero/shared/contract/reconciliations'
import { useQuery } from '@tanstack/react-query'
import { describeError, read } from '../../lib/api.ts'
import { ErrorState } from '../../ui/feedback/empty-state.tsx'
import { SkeletonRows } from '../../ui/feedback/skeleton.tsx'
import { Surface } from '../../ui/layout/surface.tsx'
import { BillFile, billText } from './bill-file.tsx'
import { BilledWeight } from './billed-weight.tsx'
import { countText, poundsText } from './consignment-texts.ts'
import { Card } from './reconciliation-card.tsx'
import { Differences } from './reconciliation-differences.tsx'
import { Money } from './reconciliation-money.tsx'

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
