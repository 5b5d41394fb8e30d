import type pg from 'pg'
import { verifyData } from '../../../server/src/commands/verify-data/report.ts'
import type { Entry } from '../../support/installation/history.ts'

/** What the clerks were told against what is there. Everything but the first five must be empty. */
export type Verdict = {
  acknowledged: number
  found: number
  unknown: number
  refused: number
  /** Wishes whose first answer said nothing, and which the same key settled. */
  settled: number
  /** Acknowledged, and not there or not as it was told. */
  lost: string[]
  /** There, although its clerk was told for good that it was refused, or no clerk asked for it. */
  unasked: string[]
  /** Wishes that became more than one invoice. */
  repeated: string[]
  /** What `npm run verify-data` has to say: gaps, sums, packages on two invoices, halves of invoices. */
  wrong: string[]
  /** Answers that no fault excuses: 401 signs people out, 500 is no answer. */
  unexcused: string[]
}

type FoundInvoice = {
  company: string
  id: string
  number: number
  total: string
  key: string | null
  packages: string[]
}

const invoicesFound = `
  select v.company_id as company, v.id, v.company_invoice_id::int as number, v.total_amount::text as total, k.key,
         array(select i.package_id from invoice_items i where i.company_id = v.company_id and i.invoice_id = v.id) as packages
  from invoices v
  left join idempotency_keys k on k.company_id = v.company_id and k.endpoint = 'POST /api/invoices'
    and k.response -> 'data' ->> 'id' = v.id::text`

const same = (some: string[], others: string[]) => some.toSorted().join() === others.toSorted().join()

/** Holds what the database has against a history: acknowledged ⊆ found ⊆ acknowledged ∪ unknown. */
export function judge(entries: readonly Entry[], found: FoundInvoice[]): Omit<Verdict, 'wrong'> {
  const tries = new Map<string, { key: string; company: string; packageIds: string[] }>()
  const told = new Map<string, Extract<Entry, { type: 'ok' }>>()
  const refused = new Set<string>()
  const unexcused: string[] = []
  const unsure = new Set<string>()
  for (const entry of entries) {
    if (entry.type === 'invoke') tries.set(entry.tryId, entry)
    const key = tries.get(entry.tryId)?.key ?? ''
    if (entry.type === 'ok') told.set(key, entry)
    if (entry.type === 'fail') refused.add(key)
    if (entry.type === 'unknown') {
      unsure.add(key)
      if (entry.status === 401 || entry.status === 500) unexcused.push(`${entry.tryId} was answered ${entry.status}`)
      if (entry.status === 503 && !entry.comesAgain) unexcused.push(`${entry.tryId}: a 503 without Retry-After`)
    }
  }
  const wishes = new Map([...tries.values()].map((wish) => [wish.key, wish]))
  const byId = new Map(found.map((invoice) => [`${invoice.company} ${invoice.id}`, invoice]))
  const lost: string[] = []
  for (const [key, { id, number, total }] of told) {
    const wish = wishes.get(key)
    const invoice = byId.get(`${wish?.company} ${id}`)
    if (!invoice || invoice.number !== number || Number(invoice.total) !== total)
      lost.push(`invoice #${number} of the wish ${key}`)
    else if (!same(invoice.packages, wish?.packageIds ?? []))
      lost.push(`lines of invoice #${number} of the wish ${key}`)
  }
  const counts = Map.groupBy(found, ({ company, packages }) => `${company} ${packages.toSorted().join()}`)
  return {
    acknowledged: told.size,
    found: found.length,
    unknown: [...wishes.keys()].filter((key) => !told.has(key) && !refused.has(key)).length,
    refused: refused.size,
    settled: [...told.keys()].filter((key) => unsure.has(key)).length,
    lost,
    unasked: found
      .filter(({ key }) => key === null || !wishes.has(key) || refused.has(key))
      .map(({ number, key }) => `invoice #${number} of the wish ${key}`),
    repeated: [...counts.values()]
      .filter((invoices) => invoices.length > 1)
      .map((invoices) => invoices.map(({ number }) => `#${number}`).join(', ')),
    unexcused,
  }
}

/** Reads everything that is there and judges it. */
export async function check(entries: readonly Entry[], owner: pg.Pool, ownerUrl: string): Promise<Verdict> {
  const { rows } = await owner.query<FoundInvoice>(invoicesFound)
  const findings = await verifyData(ownerUrl)
  const wrong = findings.flatMap(({ says, places }) => places.map((place) => `${says}: ${place}`))
  return { ...judge(entries, rows), wrong }
}

/** What a verdict is without any fault in it. */
export const nothingWrong = { lost: [], unasked: [], repeated: [], wrong: [], unexcused: [] }

/** The figure that every row of invoices under fire has. */
export const figureOf = ({ acknowledged, lost, unasked, repeated, wrong, unknown, settled }: Verdict): string =>
  `${acknowledged.toLocaleString('en')} acknowledged, ${lost.length} lost, ${unasked.length} unasked, ${repeated.length} repeated, ` +
  `${wrong.length} broken rules, ${unknown} unknown, ${settled} settled by their key`
