import type pg from 'pg'
import { expect } from 'vitest'
import { verifyData } from '../../../server/src/commands/verify-data/report.ts'
import type { Entry } from './history.ts'
import type { Installation } from './installation.ts'
import type { Load } from './load.ts'

/** The comparison of the clerks' answers with the database. All fields but the first five must be empty. */
export type Verdict = {
  acknowledged: number
  found: number
  unknown: number
  refused: number
  /** Intents whose first try had no clear outcome, and which a later try under the same key settled. */
  settled: number
  /** Acknowledged invoices that are missing or differ from the answer. */
  lost: string[]
  /** Invoices that no clerk asked for, or whose clerk got a final refusal. */
  unasked: string[]
  /** Intents that became more than one invoice. */
  repeated: string[]
  /** The findings of `npm run verify-data`: gaps, sums, packages on two invoices, halves of invoices. */
  wrong: string[]
  /** Answers that no fault excuses: a 401 signs users out, a 500 is a bug. */
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

/** Compares the invoices of the database with a history: acknowledged ⊆ found ⊆ acknowledged ∪ unknown. */
export function judge(entries: readonly Entry[], found: FoundInvoice[]): Omit<Verdict, 'wrong'> {
  const tries = new Map<string, { key: string; company: string; packageIds: string[] }>()
  const acknowledged = new Map<string, Extract<Entry, { type: 'ok' }>>()
  const refused = new Set<string>()
  const unexcused: string[] = []
  const unsure = new Set<string>()
  for (const entry of entries) {
    if (entry.type === 'invoke') tries.set(entry.tryId, entry)
    const key = tries.get(entry.tryId)?.key ?? ''
    if (entry.type === 'ok') acknowledged.set(key, entry)
    if (entry.type === 'fail') refused.add(key)
    if (entry.type === 'unknown') {
      unsure.add(key)
      if (entry.status === 401 || entry.status === 500) unexcused.push(`${entry.tryId} was answered ${entry.status}`)
      if (entry.status === 503 && !entry.hasRetryAfter) unexcused.push(`${entry.tryId}: a 503 without Retry-After`)
    }
  }
  const intents = new Map([...tries.values()].map((intent) => [intent.key, intent]))
  const byId = new Map(found.map((invoice) => [`${invoice.company} ${invoice.id}`, invoice]))
  const lost: string[] = []
  for (const [key, { id, number, total }] of acknowledged) {
    const intent = intents.get(key)
    const invoice = byId.get(`${intent?.company} ${id}`)
    if (!invoice || invoice.number !== number || Number(invoice.total) !== total)
      lost.push(`invoice #${number} of the intent ${key}`)
    else if (!same(invoice.packages, intent?.packageIds ?? []))
      lost.push(`lines of invoice #${number} of the intent ${key}`)
  }
  const counts = Map.groupBy(found, ({ company, packages }) => `${company} ${packages.toSorted().join()}`)
  return {
    acknowledged: acknowledged.size,
    found: found.length,
    unknown: [...intents.keys()].filter((key) => !acknowledged.has(key) && !refused.has(key)).length,
    refused: refused.size,
    settled: [...acknowledged.keys()].filter((key) => unsure.has(key)).length,
    lost,
    unasked: found
      .filter(({ key }) => key === null || !intents.has(key) || refused.has(key))
      .map(({ number, key }) => `invoice #${number} of the intent ${key}`),
    repeated: [...counts.values()]
      .filter((invoices) => invoices.length > 1)
      .map((invoices) => invoices.map(({ number }) => `#${number}`).join(', ')),
    unexcused,
  }
}

/** Reads the invoices of the database, and compares them with a history. */
export async function check(entries: readonly Entry[], owner: pg.Pool, ownerUrl: string): Promise<Verdict> {
  const { rows } = await owner.query<FoundInvoice>(invoicesFound)
  const findings = await verifyData(ownerUrl)
  const wrong = findings.flatMap(({ says, places }) => places.map((place) => `${says}: ${place}`))
  return { ...judge(entries, rows), wrong }
}

/** The fields of a verdict without findings. */
export const nothingWrong = { lost: [], unasked: [], repeated: [], wrong: [], unexcused: [] }

/** Formats a verdict as the figure of a row. */
export const figureOf = ({ acknowledged, lost, unasked, repeated, wrong, unknown, settled }: Verdict): string =>
  `${acknowledged.toLocaleString('en')} acknowledged, ${lost.length} lost, ${unasked.length} unasked, ${repeated.length} repeated, ` +
  `${wrong.length} broken rules, ${unknown} unknown, ${settled} settled by their key`

/** The broken rules of an installation's data. */
export const findBroken = async ({ postgres }: Installation): Promise<object[]> =>
  (await verifyData(postgres.ownerUrl)).filter(({ count }) => count > 0)

/** Ends a load, and checks that the faults meanwhile cost none of its invoices. */
export async function expectNothingLost(load: Load, { owner, postgres }: Installation): Promise<Verdict> {
  await load.stop()
  const verdict = await check(load.entries, owner, postgres.ownerUrl)
  expect(verdict).toMatchObject(nothingWrong)
  return verdict
}
