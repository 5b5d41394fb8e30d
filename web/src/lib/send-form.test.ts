import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { ApiError, call } from './api.ts'

/** A request of the browser, which the test moves on. */
class FakeRequest extends EventTarget {
  static last: FakeRequest
  readonly upload = new EventTarget()
  readonly headers = new Headers()
  status = 0
  responseText = ''
  opened = ''
  form: FormData | undefined
  constructor() {
    super()
    FakeRequest.last = this
  }
  open(method: string, url: string) {
    this.opened = `${method} ${new URL(url).pathname}`
  }
  setRequestHeader(name: string, value: string) {
    this.headers.set(name, value)
  }
  send(form: FormData) {
    this.form = form
  }
  abort() {
    this.dispatchEvent(new Event('abort'))
  }
  move(loaded: number, total = 100) {
    this.upload.dispatchEvent(Object.assign(new Event('progress'), { loaded, total }))
  }
  answer(status: number, reply: object) {
    Object.assign(this, { status, responseText: JSON.stringify(reply) })
    this.dispatchEvent(new Event('load'))
  }
}

beforeEach(() => {
  vi.useFakeTimers()
  vi.stubGlobal('localStorage', { getItem: () => 'abc' })
  vi.stubGlobal('location', { origin: 'https://demo.casillero.example' })
  vi.stubGlobal('XMLHttpRequest', FakeRequest)
  vi.spyOn(console, 'error').mockImplementation(() => undefined)
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

const logo = new Blob(['picture'], { type: 'image/png' })
const reply = { success: true, company: {} }
const outcomeOf = (sent: Promise<unknown>): Promise<unknown> => sent.catch((error: unknown) => error)

test('with a file the same fields go as a form, whose type the browser names itself', async () => {
  const body = { name: 'Tres Volcanes', ruc: null, casilleroPrefix: '', version: 3 }
  const sent = call('PUT /api/companies/update', { body, files: { logo } })
  const { opened, headers, form } = FakeRequest.last
  expect(opened).toBe('PUT /api/companies/update')
  expect([headers.has('content-type'), headers.get('authorization')]).toEqual([false, 'Bearer abc'])
  expect([...(form?.keys() ?? [])]).toEqual(['name', 'ruc', 'casilleroPrefix', 'version', 'logo'])
  expect(['name', 'ruc', 'casilleroPrefix', 'version'].map((name) => form?.get(name))).toEqual([
    'Tres Volcanes',
    '',
    '',
    '3',
  ])
  expect(form?.get('logo')).toMatchObject({ type: 'image/png', size: 7 })
  FakeRequest.last.answer(200, reply)
  expect(await sent).toEqual(reply)
})

test('a field or a file left out of a form is not sent', async () => {
  const body = { name: 'Tres Volcanes', email: undefined }
  const sent = call('PUT /api/companies/update', { body, files: { logo: null } })
  expect([...(FakeRequest.last.form?.keys() ?? [])]).toEqual(['name'])
  FakeRequest.last.answer(200, reply)
  await sent
})

test('a form is sent for as long as it moves, and says how far it is', async () => {
  const parts: number[] = []
  const sent = call('PUT /api/companies/update', {
    files: { logo },
    body: { name: 'A' },
    onSent: (part) => parts.push(part),
  })
  for (const loaded of [20, 40, 60, 80, 100]) {
    await vi.advanceTimersByTimeAsync(9_000)
    FakeRequest.last.move(loaded)
  }
  await vi.advanceTimersByTimeAsync(9_000)
  FakeRequest.last.answer(200, reply)
  expect(await sent).toEqual(reply)
  expect(parts).toEqual([0.2, 0.4, 0.6, 0.8, 1])
})

test('a form on which nothing moves for ten seconds is a network error', async () => {
  const sent = outcomeOf(call('PUT /api/companies/update', { files: { logo }, body: { name: 'A' } }))
  await vi.advanceTimersByTimeAsync(5_000)
  FakeRequest.last.move(50)
  await vi.advanceTimersByTimeAsync(9_999)
  expect(await Promise.race([sent, Promise.resolve('waiting')])).toBe('waiting')
  await vi.advanceTimersByTimeAsync(1)
  expect(await sent).toMatchObject({ status: 0, code: 'network' })
})

test('a form that is refused rejects with the sentence of the server, and one that is aborted with its own abort', async () => {
  const refused = outcomeOf(call('PUT /api/companies/update', { files: { logo }, body: { name: 'A' } }))
  FakeRequest.last.answer(400, { success: false, message: 'El archivo debe ser de hasta 2 MB' })
  const error = await refused
  expect(error instanceof ApiError && [error.status, error.sentence]).toEqual([
    400,
    'El archivo debe ser de hasta 2 MB',
  ])
  const leaving = new AbortController()
  const left = outcomeOf(
    call('PUT /api/companies/update', { files: { logo }, body: { name: 'A' }, signal: leaving.signal }),
  )
  leaving.abort()
  expect(await left).toMatchObject({ name: 'AbortError' })
})
