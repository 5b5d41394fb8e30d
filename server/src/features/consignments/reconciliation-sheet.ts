import type { Reconciliation } from '@casillero/shared/contract/reconciliations'
import type { Db } from '../../platform/database/database.ts'
import type { FileOrder } from '../../platform/http/endpoint.ts'
import { getCompanySettings } from '../company/queries.ts'
import type { SheetCell, SheetFacts } from '../papers/sheet-facts.ts'
import { methods, sheetType } from './consignment-papers.ts'
import { getConsignment } from './consignment-view.ts'
import { getReconciliation } from './read-reconciliation.ts'

type Row = SheetFacts['rows'][number]

const columns = [
  { head: 'Parte', width: 12 },
  { head: 'Concepto', width: 44 },
  { head: 'Paquetes', width: 10 },
  { head: 'Libras', width: 12 },
  { head: 'Moneda', width: 9 },
  { head: 'Moneda propia', width: 15 },
  { head: 'Tasa', width: 10 },
  { head: 'US$', width: 14 },
]

type Counted = { packages: number; weight: number }

const poundsRow = (part: string, concept: string, weight: number | null, packages?: number): Row => [
  part,
  concept,
  packages === undefined ? null : { whole: packages },
  weight,
  null,
  null,
  null,
  null,
]

const sumRow = (concept: string, usd: SheetCell): Row => ['Dinero', concept, null, null, null, null, null, usd]

function poundsRows({ weights: { sent, arrived, billed, invoiced, charged } }: Reconciliation): Row[] {
  const part = 'Libras'
  return [
    poundsRow(part, 'Recibidas en Miami', sent.weight, sent.packages),
    poundsRow(part, 'Pesadas al llegar', arrived.packages === 0 ? null : arrived.weight, arrived.packages),
    poundsRow(part, 'Cobradas por el agente', billed),
    poundsRow(part, 'Facturadas hasta hoy', invoiced.weight, invoiced.packages),
    ...(charged === null ? [] : [poundsRow(part, 'Cobradas a los clientes', charged)]),
  ]
}

function differenceRows({ billedNotInvoiced, invoicedNotBilled, missing, bill, weights }: Reconciliation): Row[] {
  const isBilled = bill !== null || weights.billed !== null
  const row = (concept: string, { packages, weight }: Counted) => poundsRow('Diferencias', concept, weight, packages)
  return [
    // Without the carrier's bill there is nothing to compare.
    ...(isBilled
      ? [
          row('Cobrados por el agente, sin facturar', billedNotInvoiced),
          row('Facturados, no cobrados por el agente', invoicedNotBilled),
        ]
      : []),
    row('Faltantes', missing),
    ...(bill === null
      ? []
      : [
          row('En la factura del agente, no en el embarque', {
            packages: bill.unmatched,
            weight: bill.unmatchedWeight,
          }),
        ]),
  ]
}

function moneyRows({ weights, invoiced, invoicedUsd, costs, costsUsd, margin, marginPerPound }: Reconciliation): Row[] {
  return [
    ...invoiced.map(
      ({ currency, total, usd }): Row => [
        'Dinero',
        `Facturado en ${currency.symbol}`,
        null,
        null,
        currency.code,
        total,
        // Each invoice has its own rate, so no single rate is shown.
        null,
        usd,
      ],
    ),
    sumRow('Facturado', invoicedUsd),
    ...costs.map(
      ({ concept, pricePerPound, currency, amount, rateCompra, usd }): Row => [
        'Dinero',
        concept,
        null,
        pricePerPound === null ? null : weights.billed,
        currency.code,
        -amount,
        { number: rateCompra },
        -usd,
      ],
    ),
    sumRow('Costos', costs.length === 0 ? null : -costsUsd),
    sumRow('Margen', margin),
    sumRow('Margen por libra facturada', marginPerPound),
  ]
}

/** docs/product/shipments.md, "Papers". */
export async function getReconciliationSheet(db: Db, id: string): Promise<FileOrder> {
  const [consignment, figures, company] = await Promise.all([
    getConsignment(db, id),
    getReconciliation(db, id),
    getCompanySettings(db),
  ])
  const number = consignment.companyShipmentId
  const above = [
    [company.name],
    [`Cuadre del embarque #${number}`],
    ['Método', methods[consignment.shippingMethod]],
    ...(consignment.guide === null ? [] : [['Guía', consignment.guide]]),
  ]
  const rows = [...poundsRows(figures), ...moneyRows(figures), ...differenceRows(figures)]
  const sheet: SheetFacts = { name: 'Cuadre', above, columns, rows }
  return { fileName: `Cuadre-${number}.xlsx`, drawing: { sheet }, type: sheetType }
}
