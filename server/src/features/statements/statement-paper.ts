import type { PaperFormat } from '@casillero/shared/contract/invoices'
import type { Statement } from '@casillero/shared/contract/statements'
import { formatDate } from '@casillero/shared/domain/business-date'
import { clientName } from '@casillero/shared/domain/client-name'
import { ledgerText } from '@casillero/shared/domain/ledger-entry'
import { formatMoney } from '@casillero/shared/domain/money-format'
import { formatPhone } from '@casillero/shared/domain/phone'
import type { Db } from '../../platform/database/database.ts'
import type { FileOrder } from '../../platform/http/endpoint.ts'
import { getCompanySettings } from '../company/queries.ts'
import {
  type ReportColumn,
  type ReportFacts,
  type ReportPaper,
  type ReportSection,
  reportHeading,
} from '../papers/report-facts.ts'
import { type Period, readStatement } from './read-statement.ts'

type Account = Statement['accounts'][number]

const columns: readonly ReportColumn[] = [
  { head: 'Fecha', width: 68 },
  { head: 'Movimiento', width: 202 },
  { head: 'Número', width: 52 },
  { head: 'Cargo', width: 70, isNumber: true },
  { head: 'Abono', width: 70, isNumber: true },
  { head: 'Saldo', width: 70, isNumber: true },
]

function buildSection(account: Account, { from, to }: Period): ReportSection {
  const money = (amount: number) => formatMoney(amount, account.symbol)
  const side = (amount: number) => (amount === 0 ? '' : money(amount))
  const entries = account.entries.map((entry) => {
    const { kind, method, conversion, reference, basis, invoice, debit, credit } = entry
    const date = formatDate(new Date(entry.at))
    const name = ledgerText({ kind, method, invoice })
    const number = invoice ? `#${invoice.companyInvoiceId}` : ''
    const text = [name, conversion, reference, basis.join('; ')].filter(Boolean).join(' ')
    return {
      cells: [date, text, number, side(debit), side(credit), money(entry.balance)],
      slip: {
        label: [date, name, name.endsWith(number) ? '' : number].filter(Boolean).join(' '),
        value: debit > 0 ? money(debit) : money(-credit),
        note: `${[conversion, reference, basis.join('; ')].filter(Boolean).join(' ')} Saldo ${money(entry.balance)}`.trim(),
      },
    }
  })
  const { opening, debits, credits, closing, credit } = account
  return {
    title: `${account.name} (${account.symbol})`,
    note: formatNote(account),
    columns,
    rows: [
      {
        cells: [formatDate(from), 'Saldo anterior', '', '', '', money(opening)],
        slip: { label: 'Saldo anterior', value: money(opening) },
      },
      ...entries,
      {
        cells: [formatDate(to), 'Saldo al cierre', '', money(debits), money(credits), money(closing)],
        slip: {
          label: 'Saldo al cierre',
          value: money(closing),
          note: credit > 0 ? balanceText(account) : '',
        },
        isStrong: true,
      },
    ],
  }
}

function balanceText({ symbol, owed, credit, closing }: Account): string {
  const money = (amount: number) => formatMoney(amount, symbol)
  return `Debe ${money(owed)} − Saldo a favor ${money(credit)} = ${money(closing)}`
}

/** Explains the closing balance, or its value in córdobas today. */
export function formatNote(account: Account): string {
  const { symbol, closing, credit, reference } = account
  const parts = credit > 0 ? [balanceText(account)] : []
  if (reference === null) return parts.join(' · ')
  const equal = `${formatMoney(closing, symbol)} = ${formatMoney(reference.amount, reference.symbol)} a la tasa de hoy (referencia)`
  return [...parts, equal].join(' · ')
}

function buildFacts({ client, from, to, accounts }: Statement): ReportFacts {
  return {
    title: `Estado de cuenta ${client.casillero}`,
    kind: 'Estado de cuenta',
    number: client.casillero,
    status: `${formatDate(from)} – ${formatDate(to)}`,
    mark: '',
    about: [clientName(client), `${client.casillero} · ${formatPhone(client.phone)}`],
    facts: [
      ['Desde', formatDate(from)],
      ['Hasta', formatDate(to)],
    ],
    sections: accounts.map((account) => buildSection(account, { from, to })),
    remark: accounts.length === 0 ? 'Sin movimientos en este período.' : 'Los saldos de cada moneda no se suman.',
  }
}

/** docs/product/papers.md, "Reports". */
export async function getStatementPaper(
  db: Db,
  clientId: string,
  period: Period,
  format: PaperFormat,
): Promise<FileOrder> {
  const [statement, company, logo] = await Promise.all([
    readStatement(db, clientId, period),
    getCompanySettings(db),
    db.selectFrom('logos').select(['hash', 'content']).executeTakeFirst(),
  ])
  const drawing: ReportPaper = {
    format,
    report: buildFacts(statement),
    heading: reportHeading(company),
    logo: logo ?? null,
    createdAt: `${period.to}T12:00:00Z`,
  }
  return { fileName: `Estado-de-cuenta-${statement.client.casillero}.pdf`, drawing }
}
