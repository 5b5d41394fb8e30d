import { OpenAPIClientAxios } from 'openapi-client-axios'
import { beforeAll, expect, test } from 'vitest'
import { openWorld } from '../support/open-world.ts'
import { accessTokenBody } from '../support/sample-program-calls.ts'
import { openShop, type Shop } from '../support/shop.ts'
import { newMark, samplePassword } from '../support/world.ts'

const world = openWorld()
let shop: Shop
let url: string
beforeAll(async () => {
  shop = await openShop(world)
  url = await world.app.listen({ port: 0, host: '127.0.0.1' })
})

/** A client that is made of the document alone: it knows each call by its name. */
async function generate(token: string) {
  const document = (await shop.anonymous.send('GET /api/openapi.json')).json()
  const api = new OpenAPIClientAxios({
    definition: document,
    withServer: { url },
    axiosConfigDefaults: {
      headers: { host: shop.host, ...(token && { authorization: `Bearer ${token}` }) },
      validateStatus: () => true,
    },
  })
  const client = await api.init()
  return async (name: string, body?: object, params: Record<string, string> = {}) => {
    const call = Reflect.get(client, name)
    if (typeof call !== 'function') throw new Error(`The document has no ${name}`)
    const { status, data } = await call(params, body)
    expect(status, `${name}: ${JSON.stringify(data)}`).toBeLessThan(300)
    return data
  }
}

test('a client that was generated from the document does the daily work with an access token, from a new client to a paid invoice', async () => {
  const { data: made } = await shop.admin.ok('POST /api/access-tokens', {
    body: { ...accessTokenBody(), isReadOnly: false, term: '30' },
  })
  const call = await generate(made.token)
  const client = (await call('postClient', { firstName: 'Rosa', lastNames: 'Peña', phone: '88776655' })).data
  const tariffs = (await call('getTariffs', undefined, { isActive: 'true', type: 'aereo' })).data
  const received = await call('postPackages', {
    shippingMethod: 'aereo',
    clientId: client.id,
    tariffId: tariffs[0].id,
    tracking: newMark(),
  })
  const { id, version, tracking } = received.data
  const weighed = await call(
    'putPackagesById',
    { shippingMethod: 'aereo', clientId: client.id, tariffId: tariffs[0].id, tracking, weight: 2.5, version },
    { id },
  )
  expect(weighed.data.totalPrice).toBe(9.38)
  const statuses = (await call('getStatuses')).data
  const ready = statuses.find(({ role }: { role: string | null }) => role === 'ready')
  await call('patchPackagesStatus', { packageIds: [id], statusId: ready.id })
  const currencies = (await call('getCurrenciesActive')).data
  const { id: currencyId } = currencies.find(({ code }: { code: string }) => code === 'USD')
  const items = [{ packageId: id, quantity: 2.5, unitPrice: weighed.data.finalPricePerPound }]
  const invoice = (await call('postInvoices', { clientId: client.id, currencyId, items })).data
  const payment = { total: invoice.totalAmount, method: 'transfer', reference: 'BAC 17', currencyId }
  await call('postInvoicesByIdPayments', payment, { id: invoice.id })
  expect((await call('getInvoicesById', undefined, { id: invoice.id })).data).toMatchObject({
    status: 'paid',
    pendingTotal: 0,
  })
})

test('a generated client signs in with a password, and asks who it is', async () => {
  const email = `${newMark()}@correo.test`
  const { userId } = await shop.addUser('user', { email })
  const { token } = await (await generate(''))('postAuthLogin', { identifier: email, password: samplePassword })
  expect((await (await generate(token))('getAuthMe')).user.id).toBe(userId)
})
