import type { Report, ReportRow } from '@casillero/shared/contract/reports'
import { linkList, listOfAll } from '@casillero/shared/domain/figure-lists'
import { formatMoney } from '@casillero/shared/domain/money-format'
import type { ReportName } from '@casillero/shared/domain/report-names'
import { Info } from 'lucide-react'
import { Link } from 'react-router'
import { cx } from '../../ui/class-names.ts'
import { Amount } from '../../ui/display/amount.tsx'
import { ScrollBox } from '../../ui/layout/scroll-box.tsx'
import { changeText, formatWait, referenceNote, reportTexts, rowName } from './report-texts.ts'

type Figures = Omit<ReportRow, 'key' | 'label'>

type Cell = {
  id: string
  header: string
  text: (figures: Figures) => string
  tone?: (figures: Figures) => string | undefined
}

const count: Cell['text'] = (figures) => figures.count.toLocaleString('es-NI')
const dollars =
  (pick: (usd: NonNullable<Figures['usd']>) => number | null): Cell['text'] =>
  ({ usd }) => {
    const amount = usd && pick(usd)
    return amount === null ? '—' : formatMoney(amount)
  }

const shareText: Cell['text'] = ({ promises, count: due }) =>
  promises === null || due === 0 ? '—' : `${((100 * promises.kept) / due).toFixed(1)}%`

const missText = (miss: number | null): string =>
  miss === null ? '—' : miss === 1 ? '1 día hábil' : `${miss} días hábiles`

const getMain = (name: ReportName, { reference, pounds, count: counted }: Figures): number =>
  name === 'pounds-by-client' ? (pounds ?? 0) : name.startsWith('new-clients') ? counted : (reference ?? 0)

/** What is counted, pounds, each currency, all in córdobas, the change. */
function buildCells(name: ReportName, { currencies, rate, total }: Report): Cell[] {
  const cells: Cell[] = [{ id: 'count', header: reportTexts[name].count, text: count }]
  if (total.served !== null)
    cells.push({ id: 'served', header: 'Con paquete en 30 días', text: ({ served }) => String(served ?? 0) })
  if (total.pounds !== null)
    cells.push({ id: 'pounds', header: 'Libras', text: ({ pounds }) => formatMoney(pounds ?? 0, '') })
  for (const { currencyId, symbol } of currencies) {
    const findAmount = ({ amounts }: Figures) => amounts.find((one) => one.currencyId === currencyId)?.amount
    cells.push({
      // Two currencies may have one symbol.
      id: currencyId,
      header: symbol,
      text: (figures) => {
        const amount = findAmount(figures)
        return amount === undefined ? '—' : formatMoney(amount, symbol)
      },
    })
  }
  if (rate !== null && currencies.length > 0) {
    const { symbol } = rate
    cells.push({
      id: 'reference',
      header: `Todo en ${symbol}`,
      text: ({ reference }) => (reference === null ? '—' : formatMoney(reference, symbol)),
      tone: () => 'text-muted',
    })
  }
  if (name === 'shipments-margin') {
    cells.push(
      { id: 'invoiced', header: 'Facturado', text: dollars(({ invoiced }) => invoiced) },
      { id: 'costs', header: 'Costos', text: dollars(({ costs }) => costs) },
      { id: 'margin', header: 'Margen', text: dollars(({ margin }) => margin) },
    )
  }
  if (name === 'promises') {
    cells.push(
      { id: 'kept', header: 'Cumplidas', text: ({ promises }) => (promises?.kept ?? 0).toLocaleString('es-NI') },
      { id: 'share', header: 'Cumplidas (%)', text: shareText },
      { id: 'miss', header: 'Atraso (mediana)', text: ({ promises }) => missText(promises?.miss ?? null) },
    )
  }
  if (total.seconds !== null)
    cells.push({
      id: 'seconds',
      header: name === 'waiting-now' ? 'La más larga' : 'Espera',
      text: ({ seconds }) => (seconds === null ? '—' : formatWait(seconds)),
    })
  if (total.missed !== null)
    cells.push({ id: 'missed', header: 'No era eso', text: ({ missed }) => (missed ?? 0).toLocaleString('es-NI') })
  if (total.before !== null) {
    const formatChange = (figures: Figures) => changeText(getMain(name, figures), figures.before)
    cells.push({
      id: 'change',
      header: 'Cambio',
      text: (figures) => formatChange(figures) ?? '—',
      tone: (figures) => (formatChange(figures)?.startsWith('+') ? 'text-green-text' : 'text-muted'),
    })
  }
  return cells
}

/** Each count links to the list behind it. */
export function ReportTable({ name, report }: { name: ReportName; report: Report }) {
  const texts = reportTexts[name]
  const cells = buildCells(name, report)
  const notes = [
    referenceNote(report),
    texts.note,
    report.isCut && 'Se muestran las primeras 500 filas; el total es de todas.',
  ]
  return (
    <>
      <ScrollBox label={`${texts.title}, tabla`}>
        <table aria-label={texts.title} className="w-full text-left text-body">
          <thead>
            <tr className="h-9 border-line border-b bg-surface-2 text-[12px] text-muted leading-4 *:whitespace-nowrap *:px-3 *:font-medium *:first:pl-4 *:last:pr-4">
              <th scope="col">{texts.row}</th>
              {cells.map(({ id, header }) => (
                <th key={id} scope="col" className="text-right">
                  {header}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {report.rows.map((row) => (
              <tr key={row.key} className="h-[38px] border-line border-t *:px-3 *:first:pl-4 *:last:pr-4">
                <th scope="row" className="min-w-36 break-words font-normal">
                  {rowName(name, row)}
                </th>
                <Cells cells={cells} figures={row} to={linkList(name, row.key, report)} />
              </tr>
            ))}
          </tbody>
          <tfoot>
            <tr className="h-[38px] border-fg-muted border-t bg-surface-2 font-semibold *:px-3 *:first:pl-4 *:last:pr-4">
              <th scope="row">Total</th>
              <Cells cells={cells} figures={report.total} to={listOfAll(name, report)} />
            </tr>
          </tfoot>
        </table>
      </ScrollBox>
      <p className="flex items-start gap-2 border-line border-t px-4 py-2 text-[12px] text-muted leading-4">
        <Info size={14} className="mt-px shrink-0" aria-hidden="true" />
        {notes.filter(Boolean).join(' ')}
      </p>
    </>
  )
}

function Cells({ cells, figures, to }: { cells: readonly Cell[]; figures: Figures; to: string | undefined }) {
  return cells.map(({ id, text, tone }, at) => (
    <td key={id} className={cx('text-right', tone?.(figures))}>
      {at === 0 && to !== undefined ? (
        <Link to={to} className="-my-2 inline-block min-w-6 py-2 text-primary-text hover:underline print:text-fg">
          <Amount>{text(figures)}</Amount>
        </Link>
      ) : (
        <Amount>{text(figures)}</Amount>
      )}
    </td>
  ))
}
