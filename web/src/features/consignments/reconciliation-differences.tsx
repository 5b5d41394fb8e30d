import type { Consignment } from '@casillero/shared/contract/consignments'
import type { Reconciliation } from '@casillero/shared/contract/reconciliations'
import { Check } from 'lucide-react'
import { useState } from 'react'
import { Button } from '../../ui/controls/button.tsx'
import { Tracking } from '../../ui/display/tracking.tsx'
import { ConsignedList } from './consigned-list.tsx'
import { countText, poundsText } from './consignment-texts.ts'
import { Card } from './reconciliation-card.tsx'

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

export function Differences({ consignment, figures }: DifferencesProps) {
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
