import type { World } from '../../support/world.ts'
import { tenantTables } from '../support/on-world.ts'

const stolenId = '01890000-dead-7000-8000-00000000beef'

/** Fields that no caller may set, each with a value that is unique in the database. */
const stolenFields = (companyId: string): Record<string, unknown> => ({
  id: stolenId,
  company_id: companyId,
  companyId,
  type: 'admin',
  status: 'suspended',
  is_operator: true,
  isOperator: true,
  password_hash: 'stolen-hash',
  passwordHash: 'stolen-hash',
  version: 424_242,
  companyInvoiceId: 424_243,
  company_invoice_id: 424_243,
  totalAmount: 424_244.42,
  total_amount: 424_244.42,
  paidTotal: 424_245.42,
  finalPricePerPound: 4_242.424242,
  final_price_per_pound: 4_242.424242,
  isInvoiced: true,
  createdAt: '1999-09-09T09:09:09.000Z',
  created_at: '1999-09-09T09:09:09.000Z',
  createdBy: stolenId,
  deleted_at: '1999-09-09T09:09:09.000Z',
  companyPackageId: 424_246,
  company_package_id: 424_246,
  casillero: 'ZZZ4247',
  last_number: 424_248,
  subdomain: 'stolen',
})

const marks = [
  ...[stolenId, 'stolen-hash', 'suspended', '424242', '424243', '424244.42', '424245.42', '4242.424242'],
  ...['1999-09-09', '424246', 'ZZZ4247', '424248', 'stolen'],
]

function addTo(value: unknown, extra: Record<string, unknown>): unknown {
  if (Array.isArray(value)) return value.map((item) => addTo(item, extra))
  if (typeof value !== 'object' || value === null) return value
  const own = Object.entries(value).map(([key, inner]) => [key, addTo(inner, extra)])
  return { ...extra, ...Object.fromEntries(own) }
}

/** Adds every forbidden field to the objects of a body that do not have it; an edit may say which version it was made of. */
export function addStolenFields(body: unknown, { companyId, isEdit }: { companyId: string; isEdit: boolean }): unknown {
  const { version, ...others } = stolenFields(companyId)
  return addTo(body, isEdit ? others : { version, ...others })
}

/** Lists the forbidden values that an answer shows. */
export const listShown = (answer: string): string[] => marks.filter((mark) => answer.includes(mark))

/** Lists the places of the database that hold a forbidden value. */
export async function listStolen(world: World): Promise<string[]> {
  const tables = ['companies', ...(await tenantTables(world))].map(
    (table) => `select '${table} ' || v.key || ' ' || v.value as place
      from ${table} t, jsonb_each_text(to_jsonb(t)) v where v.value like any ($1)`,
  )
  const { rows } = await world.owner.query<{ place: string }>(tables.join(' union all '), [
    marks.map((mark) => (mark === '1999-09-09' ? `${mark}%` : mark)),
  ])
  return rows.map(({ place }) => place)
}
