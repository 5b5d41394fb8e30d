import createClient from 'openapi-fetch'
import type { paths } from './schema.d.ts'

/** Where a program calls, and with what: `fetch` may be its own. */
type Access = { baseUrl: string; token?: string; fetch?: (request: Request) => Promise<Response> }

const open = ({ token, ...options }: Access) =>
  createClient<paths>({ ...options, headers: token === undefined ? {} : { authorization: `Bearer ${token}` } })

/** What a call gave; throws what it was refused with. */
function given<Data>({ data, error }: { data?: Data; error?: { code: string; message: string } }): Data {
  if (data === undefined) throw new Error(`${error?.code}: ${error?.message}`)
  return data
}

/** The work of a day, from a new client to a paid invoice, by types that come from the document alone. */
export async function doDailyWork(access: Access, tracking: string) {
  const api = open(access)
  const client = given(
    await api.POST('/api/client', { body: { firstName: 'Rosa', lastNames: 'Peña', phone: '88776655' } }),
  ).data
  const [tariff] = given(await api.GET('/api/tariffs', { params: { query: { isActive: 'true', type: 'aereo' } } })).data
  const values = { shippingMethod: 'aereo' as const, clientId: client.id, tariffId: tariff?.id ?? null, tracking }
  const received = given(await api.POST('/api/packages', { body: values })).data
  const weighed = given(
    await api.PUT('/api/packages/{id}', {
      params: { path: { id: received.id } },
      body: { ...values, weight: 2.5, version: received.version },
    }),
  ).data
  const ready = given(await api.GET('/api/statuses')).data.find(({ role }) => role === 'ready')
  given(await api.PATCH('/api/packages/status', { body: { packageIds: [weighed.id], statusId: ready?.id ?? '' } }))
  const dollar = given(await api.GET('/api/currencies/active')).data.find(({ code }) => code === 'USD')
  const currencyId = dollar?.id ?? ''
  const items = [{ packageId: weighed.id, quantity: 2.5, unitPrice: weighed.finalPricePerPound ?? 0 }]
  const invoice = given(await api.POST('/api/invoices', { body: { clientId: client.id, currencyId, items } })).data
  const params = { path: { id: invoice.id } }
  const payment = { total: invoice.totalAmount, method: 'transfer' as const, reference: 'BAC 17', currencyId }
  given(await api.POST('/api/invoices/{id}/payments', { params, body: payment }))
  return { weighed, invoice: given(await api.GET('/api/invoices/{id}', { params })).data }
}

/** Signs in with a password, and asks who that is. */
export async function signIn(access: Access, identifier: string, password: string) {
  const answer = given(await open(access).POST('/api/auth/login', { body: { identifier, password } }))
  if (!('token' in answer)) throw new Error('A second step is asked for')
  const { token } = answer
  return given(await open({ ...access, token }).GET('/api/auth/me')).user
}

/** The refusal of a call that the document names. */
export async function askForAbsentPackage(access: Access, id: string) {
  const { error } = await open(access).GET('/api/packages/{id}', { params: { path: { id } } })
  return error?.code
}
