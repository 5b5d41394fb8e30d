import * as z from 'zod/mini'
import { dataReply, endpoint } from './endpoint.ts'
import { date, id } from './schema.ts'

/** `before` covers the same part of the period a week earlier. */
const compared = z.object({ now: z.number(), before: z.number() })
export type Compared = z.infer<typeof compared>

const byPeriod = z.object({ day: compared, week: compared })

const currency = { currencyId: id, code: z.string(), symbol: z.string() }

/** One per currency; they are never added. */
const comparedAmount = z.object({ ...currency, day: compared, week: compared })
export type ComparedAmount = z.infer<typeof comparedAmount>
const amount = z.object({ ...currency, amount: z.number() })
export type CurrencyAmount = z.infer<typeof amount>

export const dashboard = z.object({
  /** Managua's date; with `weekStart` it is used in the links to the lists. */
  today: date,
  weekStart: date,
  received: byPeriod,
  pounds: z.object({ aereo: byPeriod, maritimo: byPeriod }),
  /** `long`: waiting for more than 15 days. */
  ready: z.object({
    count: z.number(),
    unowned: z.number(),
    long: z.number(),
    oldestDays: z.number(),
    statusId: z.nullable(id),
  }),
  latePackages: z.number(),
  latePrealerts: z.number(),
  unbilled: z.number(),
  /** Null without the right to see money. */
  money: z.nullable(
    z.object({
      invoiced: z.array(comparedAmount),
      collected: z.array(comparedAmount),
      owed: z.object({ amounts: z.array(amount), clients: z.number() }),
      /** Null for users who count blind. */
      cash: z.nullable(z.object({ amounts: z.array(amount), sessions: z.number() })),
    }),
  ),
  /** Null without the right to see the queue. */
  messages: z.nullable(
    z.object({ failed: z.object({ day: z.number(), week: z.number() }), gateway: z.enum(['up', 'down', 'none']) }),
  ),
  /** Null once all are done, or from the first invoice on 60 days after the company was opened. */
  firstSteps: z.nullable(
    z.object({
      company: z.boolean(),
      users: z.boolean(),
      rates: z.boolean(),
      tariffs: z.boolean(),
      client: z.boolean(),
      received: z.boolean(),
      ready: z.boolean(),
      drawer: z.boolean(),
      invoice: z.boolean(),
      whatsapp: z.boolean(),
    }),
  ),
})
export type FirstSteps = NonNullable<z.infer<typeof dashboard>['firstSteps']>
export type Dashboard = z.infer<typeof dashboard>

export const dashboardCharts = z.object({
  weeks: z.array(date),
  pounds: z.object({ aereo: z.array(z.number()), maritimo: z.array(z.number()) }),
  /** Null without the right to see money. */
  invoiced: z.nullable(z.array(z.object({ ...currency, name: z.string(), amounts: z.array(z.number()) }))),
  /** Packages before the last status, in the order of the statuses; those without one come last. */
  statuses: z.array(
    z.object({
      status: z.nullable(z.object({ id, name: z.string(), isFinalStatus: z.boolean(), orderPosition: z.number() })),
      count: z.number(),
    }),
  ),
  waiting: z.array(z.number()),
  /** Null if the company has no such status. */
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
