// Runs clerks who invoice without a pause, in a process that no fault touches; what they did is on the disk before it counts.
import { randomUUID } from 'node:crypto'
import { Agent } from 'node:http'
import { setTimeout as pause } from 'node:timers/promises'
import { type Answer, ask } from './calls.ts'
import { type Entry, type Intent, openHistory } from './history.ts'
import { type Counter, draftInvoice, type LoadOrder } from './load.ts'

const timeoutMs = 12_000
const agent = new Agent({ keepAlive: true, maxSockets: 512 })
const counters = new Map<string, Counter>()
const stock = new Map<string, string[]>()
let servers: string[] = []
let isOver = false
let running = 0

function outcome(tryId: string, { status, headers, body }: Answer): Entry {
  const at = Date.now()
  if (status === 201 || status === 200) {
    const { id, companyInvoiceId, totalAmount } = JSON.parse(body).data
    return { type: 'ok', at, tryId, id, number: companyInvoiceId, total: totalAmount }
  }
  // 401 and 500 decide nothing about the invoice, and the checker counts them.
  if (status >= 400 && status < 500 && status !== 401) return { type: 'fail', at, tryId, status }
  return { type: 'unknown', at, tryId, status, hasRetryAfter: headers['retry-after'] !== undefined }
}

function invoiceOf(counter: Counter, packageIds: string[]): object {
  const kind = Math.random()
  return {
    ...draftInvoice(counter, packageIds),
    ...(kind >= 0.5 && { currencyId: counter.nio }),
    ...(kind < 0.7 && { payments: [{ total: 1_000, method: 'cash', currencyId: counter.usd }] }),
    ...(kind > 0.9 && {
      shipping: {
        shippingMethodId: counter.methodId,
        shippingPrice: 5,
        currencyId: counter.usd,
        shippingAddress: 'Managua',
      },
    }),
  }
}

const anyOf = <T>(list: T[]): T | undefined => list[Math.floor(Math.random() * list.length)]

function takeIntent(): { intent: Intent; counter: Counter } | undefined {
  const counter = anyOf([...counters.values()].filter(({ company }) => (stock.get(company)?.length ?? 0) > 3))
  if (!counter) return undefined
  const packageIds = stock.get(counter.company)?.splice(0, Math.random() < 0.8 ? 1 : 3) ?? []
  return { intent: { key: randomUUID(), company: counter.company, packageIds }, counter }
}

/** Runs a clerk: after a try with an unknown outcome, every second intent is tried again under its key until it is settled. */
async function clerk(history: ReturnType<typeof openHistory>): Promise<void> {
  running += 1
  let next = Math.floor(Math.random() * servers.length)
  while (!isOver) {
    const reservation = takeIntent()
    if (!reservation) {
      await pause(20)
      continue
    }
    const { intent, counter } = reservation
    const body = invoiceOf(counter, intent.packageIds)
    const isStubborn = Math.random() < 0.5
    for (let attempt = 0; !isOver; attempt += 1) {
      next = (next + 1) % servers.length
      const tryId = `${intent.key}/${attempt}`
      await history.append({ type: 'invoke', at: Date.now(), tryId, server: next, ...intent })
      const end = outcome(
        tryId,
        await ask(servers[next] ?? '', { ...counter, path: '/api/invoices', key: intent.key, body, agent, timeoutMs }),
      )
      await history.append(end)
      if (end.type !== 'unknown') break
      // The clerk waits before the next try, for a shorter time than Retry-After says.
      await pause(20 + Math.random() * 80)
      if (!isStubborn) break
    }
  }
  running -= 1
}

process.on('message', (order: LoadOrder) => {
  switch (order.kind) {
    case 'start': {
      servers = order.servers
      for (const counter of order.counters) counters.set(counter.company, counter)
      const history = openHistory(order.history)
      for (let n = 0; n < order.clerks; n += 1) void clerk(history)
      break
    }
    case 'stock': {
      for (const { company, packageIds } of order.stocks)
        stock.set(company, [...(stock.get(company) ?? []), ...packageIds])
      break
    }
    case 'stop': {
      isOver = true
      const wait = setInterval(() => {
        if (running > 0) return
        clearInterval(wait)
        process.exit(0)
      }, 20)
    }
  }
})
// Ends with its parent, which may be killed as well.
process.on('disconnect', () => process.exit(1))
