import { randomUUID } from 'node:crypto'
import { draftInvoice } from '../../support/installation/load.ts'
import { stockUp } from '../../support/installation/shops.ts'
import type { Front, Reply } from './front.ts'

/** Clerks who make one call after the other without a pause. */
export type Clerks = {
  /** The count of requests in flight. */
  inFlight(): number
  answered(): number
  /** A line for each request without the right answer. */
  failed: string[]
  /** The numbers of the made invoices, by company. */
  invoices: Map<string, number[]>
  slowestMs(): number
  /** Waits for the requests in flight. */
  stop(): Promise<void>
}

type NextCall = { call: string; body?: unknown; headers?: Record<string, string> }

const anyOf = <T>(list: readonly T[]): T | undefined => list[Math.floor(Math.random() * list.length)]

/**
 * Starts clerks of all companies, who list, search, move packages, add clients and make invoices; only invoices carry a key, so
 * that the proxy sends no other write a second time.
 */
export async function startClerks({ installation, call }: Front, clerks: number): Promise<Clerks> {
  const { owner, shops } = installation
  const stocks = new Map((await stockUp(owner, shops, 1_500)).map(({ company, packageIds }) => [company, packageIds]))
  const moved = new Map((await stockUp(owner, shops, 20)).map(({ company, packageIds }) => [company, packageIds]))
  const invoices = new Map<string, number[]>(shops.map(({ id }) => [id, []]))
  const failed: string[] = []
  let [inFlight, answered, slowest, isOver] = [0, 0, 0, false]

  function callOf({ id, readyId, counter }: (typeof shops)[number]): NextCall {
    const kind = Math.random()
    if (kind < 0.45) return { call: 'GET /api/packages?page=1&limit=20' }
    if (kind < 0.55) return { call: 'GET /api/client?page=1&search=ana' }
    if (kind < 0.65) return { call: 'GET /api/auth/me' }
    if (kind < 0.75) {
      return {
        call: 'PATCH /api/packages/status',
        body: { packageIds: [anyOf(moved.get(id) ?? [])], statusId: readyId },
      }
    }
    if (kind < 0.85) {
      return { call: 'POST /api/client', body: { firstName: 'Eva', lastNames: 'Luna', phone: '50588887777' } }
    }
    return {
      call: 'POST /api/invoices',
      body: draftInvoice(counter, [stocks.get(id)?.pop()]),
      headers: { 'idempotency-key': randomUUID() },
    }
  }

  async function askOnce(): Promise<void> {
    const shop = anyOf(shops)
    if (!shop) return
    const next = callOf(shop)
    inFlight += 1
    let reply: Reply | undefined
    try {
      reply = await call(shop.counter.host, next.call, { ...next, token: shop.counter.token })
    } catch (error) {
      failed.push(`${next.call}: ${error instanceof Error ? error.message : error}`)
    }
    inFlight -= 1
    if (!reply) return
    answered += 1
    slowest = Math.max(slowest, reply.ms)
    if (reply.status < 200 || reply.status > 299)
      failed.push(`${next.call}: ${reply.status} ${reply.body.slice(0, 200)}`)
    else if (next.call === 'POST /api/invoices')
      invoices.get(shop.id)?.push(JSON.parse(reply.body).data.companyInvoiceId)
  }

  async function work(): Promise<void> {
    while (!isOver) await askOnce()
  }

  const working = Array.from({ length: clerks }, work)
  return {
    inFlight: () => inFlight,
    answered: () => answered,
    failed,
    invoices,
    slowestMs: () => slowest,
    async stop() {
      isOver = true
      await Promise.all(working)
    },
  }
}
