import { createHash, randomBytes, randomUUID } from 'node:crypto'
import { errorTable } from '@casillero/shared/contract/errors'
import { afterAll, beforeAll, expect } from 'vitest'
import { draftInvoice } from '../support/installation/load.ts'
import { stockUp } from '../support/installation/shops.ts'
import { prove } from '../support/proofs.ts'
import { type Front, openFront, type Reply } from './support/front.ts'

let front: Front
beforeAll(async () => {
  front = await openFront({ variables: { METRICS_PORT: '0' } })
})
afterAll(() => front.close())

const shops = () => front.installation.shops
const hostOf = (index: number) => shops()[index]?.counter.host ?? ''
const tokenOf = (index: number) => shops()[index]?.counter.token ?? ''

function failOnce(from: string, claims: string) {
  return {
    from,
    headers: { 'x-forwarded-for': claims },
    body: { identifier: `${randomUUID()}@correo.test`, password: 'equivocada' },
  }
}

prove('2', 'The front door', ({ proof, control }) => {
  proof('every host reaches its own company and no other', async () => {
    for (const { subdomain, counter } of shops()) {
      const { status, body } = await front.call(counter.host, 'GET /api/health', {
        headers: { 'x-forwarded-host': hostOf(0), forwarded: `host=${hostOf(0)}` },
      })
      expect([status, JSON.parse(body).subdomain]).toEqual([200, subdomain])
    }
    const unknown = await front.call('desconocida.casillero.test', 'GET /api/health')
    expect([unknown.status, JSON.parse(unknown.body).message]).toEqual([404, 'No hay una empresa en esta dirección'])
    const foreign = await front.call(hostOf(1), 'GET /api/auth/me', {
      token: tokenOf(0),
      headers: { 'x-forwarded-host': hostOf(0) },
    })
    expect(foreign.status).toBe(401)
    await expect(front.call('casillero.elsewhere.test', 'GET /')).rejects.toThrow(/handshake|unrecognized name/)
    return `${shops().length} of ${shops().length} hosts, also with a forged X-Forwarded-Host; under another domain no handshake`
  })

  proof('the address of the connection counts, and no address that a caller claims', async () => {
    const tries = async (call: (n: number) => Promise<{ status: number }>) => {
      const seen: number[] = []
      for (let n = 0; n < 21; n += 1) seen.push((await call(n)).status)
      return seen
    }
    const refusedAtLast = [...Array(20).fill(401), 429]
    const login = 'POST /api/auth/login'
    expect(await tries((n) => front.call(hostOf(0), login, failOnce('127.0.0.8', `198.51.100.${n}`)))).toEqual(
      refusedAtLast,
    )
    // A caller that claims the refused address is not refused, nor is any other.
    expect((await front.call(hostOf(0), login, failOnce('127.0.0.9', '127.0.0.8'))).status).toBe(401)
    const [instance] = front.installation.instances
    const past = (n: number) =>
      front.callAt(instance?.url ?? '', hostOf(0), login, failOnce('127.0.0.10', `198.51.100.${n}`))
    expect(await tries(past)).toEqual(refusedAtLast)
  })

  proof('the proxy serves https alone, and sends HSTS', async () => {
    const plain = await front.callAt(`http://127.0.0.1:${front.nginx.httpPort}`, hostOf(0), 'GET /paquetes?page=2')
    expect([plain.status, plain.headers.location]).toEqual([308, `https://${hostOf(0)}/paquetes?page=2`])
    const calls = ['GET /', 'GET /api/health', 'GET /api/auth/me', 'GET /nothing.js', 'POST /api/auth/login']
    for (const call of calls) {
      const { headers } = await front.call(hostOf(0), call)
      expect(headers['strict-transport-security'], call).toBe('max-age=31536000')
      expect(headers['x-content-type-options'], call).toBe('nosniff')
    }
    return `${calls.length} of ${calls.length} answers with HSTS`
  })

  proof('probes and events of the gateway are open to this machine alone', async () => {
    const hooks = `http://127.0.0.1:${front.nginx.hooksPort}`
    for (const path of ['/livez', '/readyz', '/hooks/waha/some-token', '/metrics']) {
      const { status, body } = await front.call(hostOf(0), `GET ${path}`)
      if (path === '/metrics') expect(body).not.toContain('casillero_')
      else expect([status, body.includes('nginx')], path).toEqual([404, true])
    }
    const event = await front.callAt(hooks, '127.0.0.1', `POST /hooks/waha/${'a'.repeat(40)}`, { body: {} })
    expect([event.status, JSON.parse(event.body).code]).toEqual([404, 'not_found'])
    expect((await front.callAt(hooks, hostOf(0), 'GET /api/health')).status).toBe(404)
  })

  proof(
    'each instance serves its own metrics on a port of its own, and the same ones of the installation',
    async () => {
      const counts: (string | undefined)[] = []
      for (const instance of front.installation.instances) {
        const at = instance.process().lines.find((line) => line.startsWith('Metrics at '))
        const text = await (await fetch(at?.replace('Metrics at ', '') ?? '')).text()
        expect(text).toMatch(/casillero_http_requests_total\{method="GET",route="\/api\/health",status="2xx"\} [1-9]/)
        counts.push(/^casillero_sessions .*$/m.exec(text)?.[0])
      }
      expect(counts).toEqual(Array(2).fill(`casillero_sessions ${shops().length}`))
      return `${counts.length} of 2 instances`
    },
  )

  proof('the log of the proxy holds no search text', async () => {
    await front.call(hostOf(0), 'GET /api/client?page=1&search=Mercedes', { token: tokenOf(0) })
    const log = () => front.nginx.accessLog().join('\n')
    await expect.poll(log).toContain('GET /api/client"')
    expect(log()).not.toMatch(/Mercedes|\?/)
    return `${front.nginx.accessLog().length} lines without a query`
  })

  proof('a logo comes from the cache of the proxy after the first request', async () => {
    const [shop] = shops()
    const content = randomBytes(40)
    const hash = createHash('sha256').update(content).digest('hex')
    const values = [shop?.id, hash, content]
    await front.installation.owner.query('insert into logos (company_id, hash, content) values ($1, $2, $3)', values)
    const before = front.nginx.accessLog().length
    for (let calls = 0; calls < 20; calls += 1) {
      const { status, headers } = await front.call(hostOf(calls % 2), `GET /logos/${hash}.webp`)
      expect([status, headers['cache-control']]).toEqual([200, 'public, max-age=31536000, immutable'])
    }
    await expect.poll(() => front.nginx.accessLog().length - before).toBe(20)
    const passed = front.nginx.accessLog().slice(before)
    expect(passed.filter((line) => /"127\.0\.0\.1:\d+"/.test(line))).toHaveLength(1)
  })

  proof('the proxy compresses a list, and no small answer', async () => {
    const asked = { token: tokenOf(0), headers: { 'accept-encoding': 'gzip' } }
    const list = await front.call(hostOf(0), 'GET /api/openapi.json', asked)
    expect([list.status, list.headers['content-encoding']]).toEqual([200, 'gzip'])
    const small = await front.call(hostOf(0), 'GET /api/auth/me', asked)
    expect([small.status, small.headers['content-encoding']]).toEqual([200, undefined])
  })

  proof('an address with too many calls gets the 429 of the product, and no other address does', async () => {
    const { message, status } = errorTable.too_many_tries
    for (const [call, max] of [
      ['GET /api/health', 100],
      ['POST /api/auth/login', 50],
    ] as const) {
      const crowd = await Promise.all(
        Array.from({ length: max * 2 }, () => front.call(hostOf(2), call, { from: '127.0.0.66', body: {} })),
      )
      const refused = crowd.filter((reply) => reply.status === status)
      expect(refused.length, call).toBeGreaterThan(0)
      expect(refused[0]?.headers['retry-after']).toBe('2')
      expect(JSON.parse(refused[0]?.body ?? '')).toEqual({
        success: false,
        code: 'too_many_tries',
        message,
        error: message,
      })
      expect(crowd.length - refused.length, call).toBeGreaterThan(max)
      expect((await front.call(hostOf(2), call, { from: '127.0.0.67', body: {} })).status, call).not.toBe(status)
    }
  })

  proof('a killed instance costs no call that is safe to send again', async () => {
    const { owner, instances } = front.installation
    const [shop] = shops()
    const [victim] = instances
    if (!shop || !victim) throw new Error('There is no company or no instance')
    const [stock] = await stockUp(owner, [shop], 200)
    const { token } = shop.counter
    const packageIds = stock?.packageIds ?? []
    const replies: Reply[] = []
    const clerk = async () => {
      for (let packageId = packageIds.pop(); packageId !== undefined; packageId = packageIds.pop()) {
        if (packageIds.length === 150) victim.process().kill('SIGKILL')
        const body = draftInvoice(shop.counter, [packageId])
        const headers = { 'idempotency-key': randomUUID() }
        replies.push(await front.call(shop.counter.host, 'POST /api/invoices', { token, headers, body }))
        replies.push(await front.call(shop.counter.host, 'GET /api/packages?page=1&limit=20', { token }))
      }
    }
    await Promise.all(Array.from({ length: 16 }, clerk))
    expect(replies.filter(({ status }) => status >= 300).map(({ body }) => body)).toEqual([])
    const { rows } = await owner.query<{ numbers: number[] }>(
      'select array_agg(company_invoice_id::int order by company_invoice_id) as numbers from invoices where company_id = $1',
      [shop.id],
    )
    expect(rows[0]?.numbers).toEqual(Array.from({ length: 200 }, (_, index) => index + 1))
    const again = front.nginx.accessLog().filter((line) => /"127\.0\.0\.1:\d+, 127/.test(line)).length
    expect(again).toBeGreaterThan(0)
    await victim.process().ended
    await victim.start()
    return `${replies.length} calls, 0 failed, ${again} of them sent again to the other instance; 200 invoices, none twice`
  })

  proof('the screens get the 503 of the product while both instances are down', async () => {
    const { instances } = front.installation
    for (const instance of instances) instance.process().kill('SIGKILL')
    await Promise.all(instances.map((instance) => instance.process().ended))
    const { message, status } = errorTable.unavailable
    const either: Record<string, string>[] = [{}, { 'idempotency-key': 'one' }]
    for (const headers of either) {
      const reply = await front.call(hostOf(0), 'POST /api/invoices', { token: tokenOf(0), body: {}, headers })
      expect([reply.status, reply.headers['retry-after']]).toEqual([status, '2'])
      expect(JSON.parse(reply.body)).toEqual({ success: false, code: 'unavailable', message, error: message })
    }
    await Promise.all(instances.map((instance) => instance.start()))
    await expect.poll(async () => (await front.call(hostOf(0), 'GET /api/health')).status).toBe(200)
  })

  control('a proxy that passes on claimed addresses lets one address try without end', async () => {
    const gullible = await openFront({
      variables: { TRUSTED_PROXY: '127.0.0.0/8' },
      edit: (text) => text.replaceAll('X-Forwarded-For $remote_addr', 'X-Forwarded-For $http_x_forwarded_for'),
    })
    try {
      const seen: number[] = []
      for (let n = 0; n < 25; n += 1) {
        const sent = failOnce('127.0.0.8', `198.51.100.${n}`)
        seen.push(
          (await gullible.call(gullible.installation.shops[0]?.counter.host ?? '', 'POST /api/auth/login', sent))
            .status,
        )
      }
      expect(seen).toEqual(Array(25).fill(401))
    } finally {
      await gullible.close()
    }
  })
})
