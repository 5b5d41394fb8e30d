import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect } from 'vitest'
import { draftInvoice } from '../support/installation/load.ts'
import { password, stockUp } from '../support/installation/shops.ts'
import { prove } from '../support/proofs.ts'
import { type Front, openFront, type Reply } from './support/front.ts'
import { queueMessages, sentMessages } from './support/outbox.ts'

let front: Front
beforeAll(async () => {
  front = await openFront()
})
afterAll(() => front.close())

const urls = () => front.installation.instances.map(({ url }) => url)
const shops = () => front.installation.shops

const statusOf = async (url: string, host: string, token: string) =>
  (await front.callAt(url, host, 'GET /api/auth/me', { token })).status

let addresses = 0
/** The header with which the proxy passes on a request from a new address. */
function fromNewAddress(): Record<string, string> {
  addresses += 1
  return { 'x-forwarded-for': `192.168.${addresses >> 8}.${addresses & 255}` }
}

/** Counts the requests that each instance got from the proxy after so many lines of its log. */
function sharesSince(line: number): number[] {
  const lines = front.nginx.accessLog().slice(line)
  return urls().map((url) => lines.filter((each) => each.includes(`"${new URL(url).host}"`)).length)
}

prove('1', 'What the instances share', ({ proof }) => {
  proof('a session that starts at one instance is valid at the other, and ends at both', async () => {
    let checked = 0
    for (const { email, counter } of shops()) {
      for (const [here = '', there = ''] of [urls(), urls().toReversed()]) {
        const body = { identifier: email, password }
        const signedIn = await front.callAt(here, counter.host, 'POST /api/auth/login', {
          body,
          headers: fromNewAddress(),
        })
        const { token } = JSON.parse(signedIn.body)
        expect([await statusOf(here, counter.host, token), await statusOf(there, counter.host, token)]).toEqual([
          200, 200,
        ])
        await front.callAt(there, counter.host, 'POST /api/auth/logout', { token })
        expect([await statusOf(here, counter.host, token), await statusOf(there, counter.host, token)]).toEqual([
          401, 401,
        ])
        checked += 1
      }
    }
    return `${checked} of ${shops().length * 2} sessions`
  })

  proof('wrong passwords of one user from one address count at both instances together', async () => {
    for (const { subdomain, counter } of shops()) {
      const headers = fromNewAddress()
      const seen: number[] = []
      for (let count = 0; count < 6; count += 1) {
        const body = { identifier: `nadie@${subdomain}.test`, password: 'equivocada' }
        const url = urls()[count % 2] ?? ''
        seen.push((await front.callAt(url, counter.host, 'POST /api/auth/login', { body, headers })).status)
      }
      expect(seen).toEqual([401, 401, 401, 401, 401, 429])
    }
    return `${shops().length} of ${shops().length} users got 429 at the sixth try`
  })

  proof('failures from one address count at both instances and for all companies together', async () => {
    const seen: number[] = []
    for (let count = 0; count < 22; count += 1) {
      const { counter } = shops()[count % shops().length] ?? { counter: { host: '' } }
      const body = { identifier: `${randomUUID()}@correo.test`, password: 'equivocada' }
      const headers = { 'x-forwarded-for': '203.0.113.7' }
      const url = urls()[count % 2] ?? ''
      seen.push((await front.callAt(url, counter.host, 'POST /api/auth/login', { body, headers })).status)
    }
    expect(seen).toEqual([...Array(20).fill(401), 429, 429])
  })

  proof('invoices of both instances are numbered 1 to n in every company, none twice and none missing', async () => {
    const stocks = await stockUp(front.installation.owner, shops(), 40)
    const before = front.nginx.accessLog().length
    const numbers = await Promise.all(
      shops().map(async ({ id, counter }) => {
        const packageIds = stocks.find(({ company }) => company === id)?.packageIds ?? []
        const replies: Reply[] = []
        // Two clerks in each company, because more would wait for the pool.
        const clerk = async () => {
          for (let packageId = packageIds.pop(); packageId !== undefined; packageId = packageIds.pop()) {
            const sent = {
              token: counter.token,
              headers: { 'idempotency-key': randomUUID() },
              body: draftInvoice(counter, [packageId]),
            }
            replies.push(await front.call(counter.host, 'POST /api/invoices', sent))
          }
        }
        await Promise.all([clerk(), clerk()])
        expect(replies.map(({ status }) => status)).toEqual(Array(40).fill(201))
        return replies.map(({ body }) => JSON.parse(body).data.companyInvoiceId)
      }),
    )
    for (const own of numbers) {
      expect(own.toSorted((a, b) => a - b)).toEqual(Array.from({ length: 40 }, (_, index) => index + 1))
    }
    // nginx writes a line after the answer.
    const all = () => sharesSince(before).reduce((sum, share) => sum + share, 0)
    await expect.poll(all).toBe(numbers.flat().length)
    const [first = 0, second = 0] = sharesSince(before)
    expect(Math.min(first, second)).toBeGreaterThan(0)
    return `${numbers.flat().length} invoices in ${numbers.length} companies, ${first} at one instance and ${second} at the other`
  })

  proof('the same key at both instances at the same moment makes one invoice', async () => {
    const [shop] = shops()
    if (!shop) throw new Error('There is no company')
    const [stock] = await stockUp(front.installation.owner, [shop], 50)
    const pairs = await Promise.all(
      (stock?.packageIds ?? []).map(async (packageId) => {
        const sent = {
          token: shop.counter.token,
          headers: { 'idempotency-key': randomUUID() },
          body: draftInvoice(shop.counter, [packageId]),
        }
        return await Promise.all(urls().map((url) => front.callAt(url, shop.counter.host, 'POST /api/invoices', sent)))
      }),
    )
    for (const [one, other] of pairs) {
      expect([one?.status, other?.status]).toEqual([201, 201])
      expect(one?.body).toBe(other?.body)
    }
    return `${pairs.length} of ${pairs.length} pairs of calls got the same answer`
  })

  proof('each message leaves once although both instances send', async () => {
    await queueMessages(front, 25)
    const { sent, twice } = await sentMessages(front)
    expect({ sent, twice }).toEqual({ sent: shops().length * 25, twice: 0 })
    return `${sent} of ${shops().length * 25} messages were sent, ${twice} of them twice`
  })
})
