import * as z from 'zod/mini'
import { dataReply, endpoint } from './endpoint.ts'
import { date, id } from './schema.ts'

/** A figure of a period that is not over yet, and of the same part of the period a week before. */
const compared = z.object({ now: z.number(), before: z.number() })
export type Compared = z.infer<typeof compared>

/** The same figure of today and of this week. */
const byPeriod = z.object({ day: compared, week: compared })

const currency = { currencyId: id, code: z.string(), symbol: z.string() }

/** One for each currency; they are never added up. */
const comparedAmount = z.object({ ...currency, day: compared, week: compared })
export type ComparedAmount = z.infer<typeof comparedAmount>
const amount = z.object({ ...currency, amount: z.number() })
export type CurrencyAmount = z.infer<typeof amount>

export const dashboard = z.object({
  /** The business day, Managua's, and the Monday of its week: with these the lists behind the figures are asked for. */
  today: date,
  weekStart: date,
  received: byPeriod,
  /** Pounds of what was received and weighed. */
  pounds: z.object({ aereo: byPeriod, maritimo: byPeriod }),
  /**
   * The packages that are ready to be picked up now, with and without an owner; `long` of them longer than 15 days; by which status lists
   * show it.
   */
  ready: z.object({
    count: z.number(),
    unowned: z.number(),
    long: z.number(),
    oldestDays: z.number(),
    statusId: z.nullable(id),
  }),
  /** The purchases that clients announced and that should have arrived. */
  latePrealerts: z.number(),
  /** The packages that left the house and are on no invoice. */
  unbilled: z.number(),
  /** Null for a user who does not see money. */
  money: z.nullable(
    z.object({
      invoiced: z.array(comparedAmount),
      collected: z.array(comparedAmount),
      owed: z.object({ amounts: z.array(amount), clients: z.number() }),
      /** The expected cash of the open sessions; null for those who count blindly. */
      cash: z.nullable(z.object({ amounts: z.array(amount), sessions: z.number() })),
    }),
  ),
  /** Messages that failed, and whether WhatsApp works; null for those who do not see the queue. */
  messages: z.nullable(
    z.object({ failed: z.object({ day: z.number(), week: z.number() }), gateway: z.enum(['up', 'down', 'none']) }),
  ),
  /** The steps before its first invoice that a company has taken; null once it has one, for good. */
  firstSteps: z.nullable(
    z.object({
      company: z.boolean(),
      tariffs: z.boolean(),
      client: z.boolean(),
      received: z.boolean(),
      ready: z.boolean(),
      whatsapp: z.boolean(),
    }),
  ),
})
export type FirstSteps = NonNullable<z.infer<typeof dashboard>['firstSteps']>
export type Dashboard = z.infer<typeof dashboard>

export const dashboardCharts = z.object({
  /** The Mondays of the last thirteen weeks, the present one last. */
  weeks: z.array(date),
  pounds: z.object({ aereo: z.array(z.number()), maritimo: z.array(z.number()) }),
  /** Null for a user who does not see money. */
  invoiced: z.nullable(z.array(z.object({ ...currency, name: z.string(), amounts: z.array(z.number()) }))),
  /** The packages that have not reached the last status, in the order of the statuses; those without one come last. */
  statuses: z.array(
    z.object({
      status: z.nullable(z.object({ id, name: z.string(), isFinalStatus: z.boolean(), orderPosition: z.number() })),
      count: z.number(),
    }),
  ),
  /** Packages that wait to be picked up, by the steps of age, in their order. */
  waiting: z.array(z.number()),
  /** The status by which the list of packages shows those; null where the company has none. */
  readyStatusId: z.nullable(id),
})
export type DashboardCharts = z.infer<typeof dashboardCharts>

export const dashboardEndpoints = {
  figures: endpoint({
    method: 'GET',
    path: '/api/dashboard',
    who: 'reports.read',
    summary: 'The figures of today and of this week, compared with a week before; money for those who may see it',
    reply: dataReply(dashboard),
  }),
  charts: endpoint({
    method: 'GET',
    path: '/api/dashboard/charts',
    who: 'reports.read',
    summary: 'Pounds and invoices of thirteen weeks, packages by status, the ageing of what is ready',
    reply: dataReply(dashboardCharts),
  }),
}
