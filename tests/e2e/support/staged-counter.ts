import type { Page } from '@playwright/test'

export type Staged = { clientId: string; casillero: string; sessionId: string; link: string }

/**
 * Makes, once in a demo, what the pictures of the counter show: an open drawer that money went through, and a client with debts in
 * two currencies, credit and paid packages. In the browser, which alone resolves the demo's host everywhere.
 */
export const stageCounter = (page: Page): Promise<Staged> =>
  page.evaluate(async () => {
    const send = async (method: string, path: string, body?: object) => {
      const answer = await fetch(path, {
        method,
        headers: {
          authorization: `Bearer ${localStorage.getItem('token')}`,
          ...(body ? { 'content-type': 'application/json', 'idempotency-key': crypto.randomUUID() } : {}),
        },
        ...(body ? { body: JSON.stringify(body) } : {}),
      })
      const text = await answer.text()
      if (!answer.ok) throw new Error(`${method} ${path}: ${text}`)
      return JSON.parse(text).data
    }
    type Coded = { id: string; code: string }
    const currencies: Coded[] = await send('GET', '/api/currencies/active')
    const idOf = (code: string) => currencies.find((currency) => currency.code === code)?.id
    const [usd, nio] = [idOf('USD'), idOf('NIO')]
    const [drawer] = await send('GET', '/api/cash-drawers')
    const opening = [
      { currencyId: nio, amount: 2000 },
      { currencyId: usd, amount: 50 },
    ]
    const session = drawer.openSession ?? (await send('POST', '/api/cash-sessions', { drawerId: drawer.id, opening }))
    const share = async (id: string) => (await send('POST', `/api/invoices/${id}/link`, {})).url

    const lastNames = 'Martínez Zúñiga de Obregón'
    const statuses: { id: string; role: string | null }[] = await send('GET', '/api/statuses')
    const tariffs: { id: string; type: string; isDefault: boolean }[] = await send('GET', '/api/tariffs')
    const tariff = tariffs.find(({ type, isDefault }) => type === 'aereo' && isDefault)
    const receiveFor = (clientId: string, description: string, weight: number) =>
      send('POST', '/api/packages', {
        shippingMethod: 'aereo',
        clientId,
        tariffId: tariff?.id,
        statusId: statuses.find(({ role }) => role === 'ready')?.id,
        tracking: `9261290311847700${String(weight * 100).padStart(4, '0')}`,
        weight,
        description,
      })
    const known = (await send('GET', `/api/search?q=${encodeURIComponent(lastNames)}`)).clients[0]
    if (known) {
      const free = await send('GET', `/api/packages?clientId=${known.id}&invoiced=false`)
      if (free.length === 0) await receiveFor(known.id, 'Ropa de bebé', 3.2)
      const invoices: { id: string; status: string }[] = await send('GET', `/api/invoices?clientId=${known.id}`)
      const invoice = invoices.findLast(({ status }) => status === 'pending')
      return {
        clientId: known.id,
        casillero: known.casillero,
        sessionId: session.id,
        link: await share(invoice?.id ?? ''),
      }
    }
    const phone = { phone: '50586904417', city: 'Managua', cedula: '001-150892-0012K' }
    const name = { firstName: 'Guadalupe', middleName: 'del Carmen', lastNames }
    const client = await send('POST', '/api/client', { ...name, ...phone })
    const receive = (description: string, weight: number) => receiveFor(client.id, description, weight)
    type Received = { id: string; weight: number; finalPricePerPound: number }
    const invoice = (packages: Received[], more: object) =>
      send('POST', '/api/invoices', {
        clientId: client.id,
        currencyId: nio,
        items: packages.map(({ id, weight, finalPricePerPound }) => ({
          packageId: id,
          quantity: weight,
          unitPrice: finalPricePerPound,
        })),
        cashSessionId: session.id,
        ...more,
      })
    const pay = (currencyId: string | undefined, total: number, method = 'cash', reference?: string) => ({
      total,
      method,
      currencyId,
      ...(reference ? { reference } : {}),
    })
    await invoice([await receive('Lámpara', 3)], { currencyId: usd, payments: [pay(usd, 5, 'card', 'POS 0093')] })
    const owed = await invoice([await receive('Freidora de aire', 14.6)], {
      payments: [pay(usd, 40), pay(nio, 500, 'transfer', 'TRF-448120')],
    })
    const parts = [await receive('Repuestos de motocicleta (faros y espejos)', 12.25), await receive('Zapatillas', 4.5)]
    await invoice(parts, {
      payments: [pay(usd, 100)],
      change: [
        { currencyId: usd, amount: 4, kind: 'cash' },
        { currencyId: nio, kind: 'cash' },
      ],
    })
    await invoice([await receive('Vitaminas y suplementos, 3 frascos', 2.1)], {
      payments: [pay(nio, 600)],
      change: [{ currencyId: nio, kind: 'credit' }],
    })
    await receive('Ropa de bebé', 3.2)
    const movements = `/api/cash-sessions/${session.id}/movements`
    await send('POST', movements, { direction: 'out', currencyId: usd, amount: 60, reason: 'Depósito BAC 88213' })
    await send('POST', movements, { direction: 'in', currencyId: nio, amount: 1000, reason: 'Sencillo' })
    return { clientId: client.id, casillero: client.casillero, sessionId: session.id, link: await share(owed.id) }
  })
