import * as z from 'zod/mini'
import { refusalOfDays } from '../domain/report-days.ts'
import { reportNames } from '../domain/report-names.ts'
import { dataReply, endpoint } from './endpoint.ts'
import { date, id } from './schema.ts'

const figures = {
  count: z.number(),
  pounds: z.nullable(z.number()),
  /** One per currency; they are never added. */
  amounts: z.array(z.object({ currencyId: id, amount: z.number() })),
  /** The whole in the currency of `rate`, for orientation; null if the report has no money. */
  reference: z.nullable(z.number()),
  usd: z.nullable(z.object({ invoiced: z.number(), costs: z.number(), margin: z.nullable(z.number()) })),
  /** Promises that were kept, and by how many working days half of the others were missed at most; null in other reports. */
  promises: z.nullable(z.object({ kept: z.number(), miss: z.nullable(z.number()) })),
  /** The median wait for a first answer, or the longest wait of now; null if the report has none. */
  seconds: z.nullable(z.number()),
  /** How often staff said that a rule missed. */
  missed: z.nullable(z.number()),
  /** Clients who got a package within 30 days; null in other reports. */
  served: z.nullable(z.number()),
  /** The earlier value of the figure that orders the rows; null without a comparison. */
  before: z.nullable(z.number()),
}

const reportRow = z.object({
  /** An id, day, method or age step; null for rows without one. */
  key: z.nullable(z.string()),
  /** Empty if the key is enough. */
  label: z.string(),
  ...figures,
})
export type ReportRow = z.infer<typeof reportRow>

export const report = z.object({
  from: date,
  to: date,
  rows: z.array(reportRow),
  isCut: z.boolean(),
  total: z.object(figures),
  currencies: z.array(z.object({ currencyId: id, code: z.string(), symbol: z.string() })),
  /** Today's rates; null without córdobas. */
  rate: z.nullable(
    z.object({ symbol: z.string(), of: z.array(z.object({ code: z.string(), symbol: z.string(), rate: z.number() })) }),
  ),
})
export type Report = z.infer<typeof report>

const checkPeriod = <Days extends object>(first: keyof Days & string, last: keyof Days & string) =>
  z.superRefine<Days>((days, context) => {
    const refusal = refusalOfDays(Object(days)[first], Object(days)[last])
    if (refusal !== undefined) context.issues.push({ code: 'custom', path: [last], message: refusal, input: days })
  })

const params = z.object({ name: z.enum(reportNames) })

export const reportEndpoints = {
  get: endpoint({
    method: 'GET',
    path: '/api/reports/:name',
    who: 'reports.read',
    summary: 'Sums of a period, compared with another one when it is named; of money for those who may see it',
    params,
    query: z
      .object({
        /** Today if left out. */
        from: z.optional(date),
        to: z.optional(date),
        beforeFrom: z.optional(date),
        beforeTo: z.optional(date),
      })
      .check(checkPeriod('from', 'to'), checkPeriod('beforeFrom', 'beforeTo')),
    reply: dataReply(report),
  }),
}
