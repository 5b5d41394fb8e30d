import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { ApiError, call, describeError, read } from './api.ts'

const stored = new Map<string, string>()
const page = new EventTarget()
const fetched = vi.fn<(url: string, init: RequestInit) => Promise<Response>>()
let signOuts = 0
page.addEventListener('unauthorized', () => {
  signOuts += 1
})

beforeEach(() => {
  signOuts = 0
  stored.clear()
  stored.set('token', 'abc')
  vi.stubGlobal('localStorage', { getItem: (key: string) => stored.get(key) ?? null })
  vi.stubGlobal('location', { origin: 'https://demo.casillero.example' })
  vi.stubGlobal('window', page)
  vi.stubGlobal('fetch', fetched)
  vi.spyOn(console, 'error').mockImplementation(() => undefined)
})
afterEach(() => {
  fetched.mockReset()
  vi.useRealTimers()
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

const answers = (status: number, body: unknown) =>
  fetched.mockResolvedValue(new Response(JSON.stringify(body), { status }))

const refusal = async (promise: Promise<unknown>): Promise<ApiError> => {
  const error = await promise.then(
    () => undefined,
    (reason: unknown) => reason,
  )
  if (error instanceof ApiError) return error
  throw new Error(`Expected a refusal, got ${String(error)}`)
}

test('a call goes to the own origin with token, parameters and a cache buster', async () => {
  answers(200, { success: true, data: null })
  await call('DELETE /api/client/:id', { params: { id: 'a/b' } })
  const [url, init] = fetched.mock.calls[0] ?? []
  expect(url).toMatch(/^https:\/\/demo\.casillero\.example\/api\/client\/a%2Fb\?_t=\d+$/)
  expect(init?.method).toBe('DELETE')
  expect(new Headers(init?.headers).get('authorization')).toBe('Bearer abc')
})

test('an empty parameter is not sent', async () => {
  answers(200, { success: true, data: [], pagination: {} })
  await call('GET /api/client', { query: { page: '2', search: '' } })
  const url = new URL(fetched.mock.calls[0]?.[0] ?? '')
  expect([...url.searchParams.keys()]).toEqual(['page', '_t'])
})

test('the same read has the same key', () => {
  expect(read('GET /api/client', { query: { page: '1' } }).queryKey).toEqual([
    'GET /api/client',
    { query: { page: '1' } },
  ])
})

test('no answer at all is a network error, and the screen says its own sentence', async () => {
  fetched.mockRejectedValue(new TypeError('Failed to fetch'))
  const error = await refusal(call('GET /api/auth/me'))
  expect(error).toMatchObject({
    status: 0,
    code: 'network',
    message: 'Network error - please check your connection',
  })
  expect(describeError(error, 'Error al cargar los clientes')).toBe('Error al cargar los clientes')
})

test('a call fails with a network error after ten seconds without an answer', async () => {
  vi.useFakeTimers()
  fetched.mockImplementation(
    (_, init) =>
      new Promise((_resolve, reject) => init.signal?.addEventListener('abort', () => reject(new Error('aborted')))),
  )
  const refused = refusal(call('GET /api/auth/me'))
  await vi.advanceTimersByTimeAsync(9_999)
  const early = await Promise.race([refused, Promise.resolve('waiting')])
  expect(early).toBe('waiting')
  await vi.advanceTimersByTimeAsync(1)
  expect((await refused).status).toBe(0)
})

test('an aborted call rejects with its own abort, not with a network error', async () => {
  const leaving = new AbortController()
  fetched.mockImplementation(
    (_, init) =>
      new Promise((_resolve, reject) => init.signal?.addEventListener('abort', () => reject(new Error('aborted')))),
  )
  const given = call('GET /api/auth/me', { signal: leaving.signal })
  leaving.abort()
  await expect(given).rejects.toMatchObject({ name: 'AbortError' })
})

test('the server’s message comes first, then its error, then the screen’s text', async () => {
  answers(409, { success: false, code: 'client_in_use', message: 'Tiene paquetes', error: 'Otro' })
  expect(describeError(await refusal(call('GET /api/auth/me')), 'Falló')).toBe('Tiene paquetes')
  answers(409, { success: false, error: 'Otro' })
  expect(describeError(await refusal(call('GET /api/auth/me')), 'Falló')).toBe('Otro')
  fetched.mockResolvedValue(new Response('<html>502</html>', { status: 502 }))
  expect(describeError(await refusal(call('GET /api/auth/me')), 'Falló')).toBe('Falló')
})

test('a success that says that it is none is a refusal with the server’s message', async () => {
  answers(200, { success: false, message: 'Correo o contraseña incorrectos' })
  const error = await refusal(call('POST /api/auth/login', { body: { identifier: 'a', password: 'b' } }))
  expect(describeError(error, 'Login failed')).toBe('Correo o contraseña incorrectos')
})

test('a 401 of any call raises one event, and is not logged', async () => {
  answers(401, { success: false, code: 'unauthorized', message: 'Su sesión terminó' })
  await refusal(call('GET /api/client', { query: {} }))
  expect(signOuts).toBe(1)
  expect(console.error).not.toHaveBeenCalled()
})

test('a late 401 of an old token does not end the session that came after it', async () => {
  answers(401, { success: false, code: 'unauthorized', message: 'Su sesión terminó' })
  const late = refusal(call('POST /api/auth/logout'))
  stored.set('token', 'new')
  await late
  expect(signOuts).toBe(0)
})

test.each([
  [403, 'Access forbidden'],
  [404, 'Resource not found'],
  [500, 'Server error'],
  [503, 'Unexpected error'],
])('%i is logged as "%s" and does not end the session', async (status, text) => {
  answers(status, { success: false, message: 'x' })
  const error = await refusal(call('GET /api/auth/me'))
  expect(console.error).toHaveBeenCalledWith(text, error)
  expect(signOuts).toBe(0)
})

test.each([400, 409, 422, 429])('a refusal with %i is logged as unexpected unless it names fields', async (status) => {
  answers(status, { success: false, message: 'x', fields: { name: 'x' } })
  expect((await refusal(call('GET /api/auth/me'))).status).toBe(status)
  expect(console.error).not.toHaveBeenCalled()
  answers(status, { success: false, message: 'x' })
  const error = await refusal(call('GET /api/auth/me'))
  expect(console.error).toHaveBeenCalledWith('Unexpected error', error)
})

test('an answer that is a file comes as it is', async () => {
  const headers = { 'content-disposition': 'inline; filename="Factura-57.pdf"', 'content-type': 'application/pdf' }
  fetched.mockResolvedValue(new Response('%PDF-1.3', { headers }))
  const file = await call('GET /api/invoices/:id/document', { params: { id: '7' }, query: { format: 'ticket' } })
  expect(await file.text()).toBe('%PDF-1.3')
})

/** The keys of the calls so far. */
const keys = () => fetched.mock.calls.map(([, init]) => new Headers(init.headers).get('idempotency-key'))

test('a POST whose answer was lost is sent again under its key, and the same POST after an answer under another', async () => {
  vi.useFakeTimers()
  const body = { name: 'Contabilidad', isReadOnly: true, term: '30' as const, expiresOn: '', currentPassword: 'x' }
  const make = (name: string) => call('POST /api/access-tokens', { body: { ...body, name } })
  fetched.mockRejectedValueOnce(new TypeError('Failed to fetch'))
  await refusal(make('Contabilidad'))
  answers(503, {})
  await refusal(make('Contabilidad'))
  answers(201, { success: true, data: {} })
  await make('Otro')
  answers(201, { success: true, data: {} })
  await make('Contabilidad')
  answers(201, { success: true, data: {} })
  await make('Contabilidad')
  const [lost, busy, other, answered, next] = keys()
  expect(lost).toMatch(/^[0-9a-f]{32}$/)
  expect([busy, answered]).toEqual([lost, lost])
  expect(new Set([lost, other, next]).size).toBe(3)
  fetched.mockRejectedValueOnce(new TypeError('Failed to fetch'))
  await refusal(make('Contabilidad'))
  vi.advanceTimersByTime(10 * 60_000)
  answers(201, { success: true, data: {} })
  await make('Contabilidad')
  expect(keys().at(-1), 'ten minutes later it is meant anew').not.toBe(keys().at(-2))
})

test('a POST with a key of its own keeps it, and a read has none', async () => {
  answers(201, { success: true, data: {} })
  await call('POST /api/client', { headers: { 'Idempotency-Key': 'own' }, body: {} as never })
  answers(200, { success: true, data: [], pagination: {} })
  await call('GET /api/client', { query: {} })
  expect(keys()).toEqual(['own', null])
})

test('a refusal of a field that is shown without its form says what is wrong with it', () => {
  const fields = { code: 'Ingrese el código' }
  const error = 'Revise los datos marcados'
  expect(describeError(new ApiError(400, { code: 'invalid', error, fields }), 'x')).toBe('Ingrese el código')
  expect(describeError(new ApiError(400, { code: 'invalid', error }), 'x')).toBe(error)
})
