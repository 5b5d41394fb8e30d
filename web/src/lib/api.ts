import type { Api } from '@casillero/shared/contract/api'
import type { ErrorCode, Failure } from '@casillero/shared/contract/errors'

/** After this time, the same content counts as a new request. */
const rememberedMs = 10 * 60_000

type Kept = { key: string; at: number }

const toPlain = (value: unknown): unknown =>
  value instanceof File ? [value.name, value.size, value.lastModified] : value

/** Returns equal texts for equal content. */
const serialise = (...sent: unknown[]): string => JSON.stringify(sent, (_name, value) => toPlain(value))

/**
 * `keyOf` returns a new key for new content, and the same key for content whose answer was lost, so that pressing again saves once.
 * Answered content is forgotten.
 */
function createRepeatKeys(newKey: () => string) {
  const kept = new Map<string, Kept>()
  return {
    keyOf(content: string): string {
      const before = kept.get(content)
      const isRemembered = before !== undefined && Date.now() - before.at < rememberedMs
      const key = isRemembered ? before.key : newKey()
      kept.set(content, { key, at: Date.now() })
      return key
    },
    forget(content: string): void {
      kept.delete(content)
    },
  }
}

const keyHeader = 'Idempotency-Key'
const timeoutMs = 10_000
const networkMessage = 'Network error - please check your connection'

/** `sentence` tells users why. */
export class ToldError extends Error {
  readonly sentence: string | undefined

  constructor(message: string, sentence: string | undefined, options?: ErrorOptions) {
    super(message, options)
    this.sentence = sentence
  }
}

/** Without an answer, `status` is 0, `code` is `network` and `sentence` undefined. */
export class ApiError extends ToldError {
  readonly status: number
  readonly code: ErrorCode | 'network' | 'unknown'
  readonly fields: Readonly<Record<string, string>>
  readonly details: Readonly<Record<string, string>>

  constructor(status: number, failure: Partial<Failure> | undefined) {
    const sentence = failure?.message || failure?.error || undefined
    super(sentence ?? (status === 0 ? networkMessage : `Unexpected answer ${status}`), sentence)
    this.name = 'ApiError'
    this.status = status
    this.code = failure?.code ?? (status === 0 ? 'network' : 'unknown')
    this.fields = failure?.fields ?? {}
    this.details = failure?.details ?? {}
  }
}

/** Returns the server's or the device's message, else `fallback`. It is shown where no field is marked, so it says what is wrong with the first one. */
export function describeError(error: unknown, fallback: string): string {
  if (!(error instanceof ToldError)) return fallback
  const fault = error instanceof ApiError && error.code === 'invalid' ? Object.values(error.fields)[0] : undefined
  return fault ?? error.sentence ?? fallback
}

/** Any other failure keeps what was typed. */
export const isWrongCode = (error: unknown): boolean =>
  error instanceof ApiError && (error.code === 'wrong_code' || error.code === 'wrong_second_step')

type Scalar = string | number | boolean | null | undefined
type PlainRequest = {
  params?: Record<string, Scalar> | undefined
  query?: Record<string, Scalar | readonly Scalar[]> | undefined
  body?: unknown
  files?: Record<string, Blob | null | undefined> | undefined
  headers?: Record<string, string>
  signal?: AbortSignal
  keepalive?: boolean
  onSent?: (part: number) => void
}

type Sent<E> = { [P in Exclude<keyof E, 'reply'> as E[P] extends undefined ? never : P]: E[P] }
type Extras = Pick<PlainRequest, 'headers' | 'signal' | 'keepalive' | 'onSent'>
type OptionalParts<S> = { [P in keyof S as Record<never, never> extends S[P] ? P : never]?: S[P] }
type RequiredParts<S> = { [P in keyof S as Record<never, never> extends S[P] ? never : P]: S[P] }
type Parts<E> = OptionalParts<Sent<E>> & RequiredParts<Sent<E>>
type Rest<E> = keyof RequiredParts<Sent<E>> extends never ? [request?: Parts<E> & Extras] : [request: Parts<E> & Extras]

type Endpoint = keyof Api
type ReadEndpoint = Extract<Endpoint, `GET ${string}`>

/** Rejects with an `ApiError`. */
export function call<E extends Endpoint>(endpoint: E, ...rest: Rest<Api[E]>): Promise<Api[E]['reply']>
export function call(endpoint: string, request: PlainRequest = {}): Promise<unknown> {
  return endpoint.startsWith('POST ') ? sendOnce(endpoint, request) : send(endpoint, request)
}

export type Read<Reply> = {
  queryKey: readonly [string, unknown]
  queryFn: (context: { signal: AbortSignal }) => Promise<Reply>
}

/** `useQuery(read('GET /api/statuses'))`. */
export function read<E extends ReadEndpoint>(endpoint: E, ...rest: Rest<Api[E]>): Read<Api[E]['reply']>
export function read(endpoint: string, request: PlainRequest = {}): Read<unknown> {
  return { queryKey: [endpoint, request], queryFn: ({ signal }) => send(endpoint, { ...request, signal }) }
}

/** Catalogues that can be added to, changed and deleted from under one path. */
type CatalogueName = { [E in Endpoint]: E extends `DELETE /api/${infer Name}/:id` ? Name : never }[Endpoint]
type Reply<E> = E extends Endpoint ? Api[E]['reply'] : never
type Body<E> = E extends Endpoint ? Api[E]['body'] : never

export type CatalogueCalls<Row, Sent> = {
  list: () => Promise<{ data: Row[] }>
  create: (body: Sent) => Promise<{ data: Row }>
  update: (id: string, body: Sent) => Promise<{ data: Row }>
  remove: (id: string) => Promise<unknown>
}

/** `whole` is the query that lists all rows. */
export function bindCatalogue<Name extends CatalogueName>(
  name: Name,
  whole?: Record<string, string>,
): Reply<`PUT /api/${Name}/:id`> extends { data: infer Row } ? CatalogueCalls<Row, Body<`PUT /api/${Name}/:id`>> : never
export function bindCatalogue(name: string, query: Record<string, string> = {}): object {
  const path = `/api/${name}`
  return {
    list: () => send(`GET ${path}`, { query }),
    create: (body: unknown) => sendOnce(`POST ${path}`, { body }),
    update: (id: string, body: unknown) => send(`PUT ${path}/:id`, { params: { id }, body }),
    remove: (id: string) => send(`DELETE ${path}/:id`, { params: { id } }),
  }
}

/** Called once per opened form: the same key sent twice saves once. */
export function newIdempotencyKey(): string {
  // `crypto.randomUUID` is missing over plain HTTP.
  const bytes = crypto.getRandomValues(new Uint8Array(16))
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
}

export const unauthorizedEvent = 'unauthorized'
/** Sent when the server refuses a permission that the screens assumed. */
export const permissionDeniedEvent = 'permissionDenied'

const withoutToken: ReadonlySet<string> = new Set<Endpoint>([
  'GET /api/health',
  'POST /api/auth/login',
  'POST /api/auth/second-step',
  'POST /api/auth/second-step/passkey',
  'POST /api/auth/second-step/activation',
  'POST /api/auth/second-step/activation/confirm',
  'POST /api/auth/second-step/later',
])

const repeatKeys = createRepeatKeys(newIdempotencyKey)

/** Repeating it after a lost answer does not create a second record. */
async function sendOnce(endpoint: string, request: PlainRequest): Promise<unknown> {
  if (request.headers?.[keyHeader] !== undefined) return await send(endpoint, request)
  const content = serialise(endpoint, request.params, request.query, request.body, request.files)
  const headers = { ...request.headers, [keyHeader]: repeatKeys.keyOf(content) }
  try {
    const reply = await send(endpoint, { ...request, headers })
    repeatKeys.forget(content)
    return reply
  } catch (error) {
    const isAnswered = error instanceof ApiError && error.status > 0 && error.status < 500
    if (isAnswered) repeatKeys.forget(content)
    throw error
  }
}

async function send(endpoint: string, request: PlainRequest): Promise<unknown> {
  const [method = 'GET', path = '/'] = endpoint.split(' ')
  const token = localStorage.getItem('token')
  // A screen left open after the session ended polls every few seconds.
  if (token === null && !withoutToken.has(endpoint)) throw new ApiError(401, { code: 'unauthorized' })
  const init = { method, headers: buildHeaders(token, request), ...(request.signal ? { signal: request.signal } : {}) }
  const { response, body } = await orNetworkError<Exchange>(request.signal, () =>
    request.files === undefined
      ? exchange(buildUrl(path, request), {
          ...init,
          ...writeBody(request),
          ...(request.keepalive ? { keepalive: true } : {}),
        })
      : sendForm(buildUrl(path, request), {
          ...init,
          form: buildFormData(Object(request.body), request.files),
          silentMs: timeoutMs,
          onSent: request.onSent,
        }),
  )
  const reply = typeof body === 'string' ? parse(body) : body
  if (response.ok && reply !== undefined && !isRefusal(reply)) return reply
  const error = new ApiError(response.status, isFailure(reply) ? reply : undefined)
  report(error, token)
  throw error
}

function buildUrl(path: string, { params = {}, query = {} }: PlainRequest): string {
  const url = new URL(location.origin)
  url.pathname = path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(String(params[name] ?? '')))
  for (const [name, value] of Object.entries(query)) {
    for (const each of [value].flat()) {
      if (each !== undefined && each !== null && each !== '') url.searchParams.append(name, String(each))
    }
  }
  url.searchParams.set('_t', String(Date.now()))
  return url.href
}

const writeBody = ({ body }: PlainRequest): { body?: string } =>
  body === undefined ? {} : { body: JSON.stringify(body) }

/** Null becomes an empty text, which the server reads as null. Objects become JSON. */
function toText(value: unknown): string {
  if (value === null) return ''
  return typeof value === 'object' ? JSON.stringify(value) : String(value)
}

function buildFormData(body: Record<string, unknown>, files: Record<string, Blob | null | undefined>): FormData {
  const form = new FormData()
  for (const [name, value] of Object.entries(body)) {
    if (value !== undefined) form.append(name, toText(value))
  }
  for (const [name, file] of Object.entries(files)) {
    if (file) form.append(name, file)
  }
  return form
}

function buildHeaders(token: string | null, request: PlainRequest): Record<string, string> {
  // For form data, only the browser knows the boundary, so it sets the type itself.
  const isJson = request.body !== undefined && request.files === undefined
  return {
    ...(isJson ? { 'Content-Type': 'application/json' } : {}),
    ...(token === null ? {} : { Authorization: `Bearer ${token}` }),
    ...request.headers,
  }
}

/** Passes on the caller's own abort unchanged. */
async function orNetworkError<T>(signal: AbortSignal | undefined, work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch {
    signal?.throwIfAborted()
    throw new ApiError(0, undefined)
  }
}

type Exchange = { response: { ok: boolean; status: number }; body: string | Blob }

/** Reads the whole answer within the time limit. */
async function exchange(url: string, init: RequestInit): Promise<Exchange> {
  const limit = new AbortController()
  const timer = setTimeout(() => limit.abort(), timeoutMs)
  const stop = () => limit.abort()
  init.signal?.addEventListener('abort', stop)
  try {
    init.signal?.throwIfAborted()
    const response = await fetch(url, { ...init, signal: limit.signal })
    const isFile = response.headers.has('content-disposition')
    return { response, body: await (isFile ? response.blob() : response.text()) }
  } finally {
    clearTimeout(timer)
    init.signal?.removeEventListener('abort', stop)
  }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** True for a refusal with a success status. */
const isRefusal = (reply: unknown): boolean => isFailure(reply) && reply.success === false

const isFailure = (reply: unknown): reply is Partial<Failure> => typeof reply === 'object' && reply !== null

function report(error: ApiError, token: string | null): void {
  if (error.status === 401) {
    // A late refusal of an old token must not end the following session.
    if (token === localStorage.getItem('token')) window.dispatchEvent(new Event(unauthorizedEvent))
  } else if (error.code === 'permission_denied' || error.code === 'discount_above_limit') {
    window.dispatchEvent(new Event(permissionDeniedEvent))
  } else if (error.status === 403) console.error('Access forbidden', error)
  else if (error.status === 404) console.error('Resource not found', error)
  else if (error.status === 500) console.error('Server error', error)
  // Refused fields are expected: the form shows their errors.
  else if (Object.keys(error.fields).length === 0) console.error('Unexpected error', error)
}

type Sending = {
  method: string
  headers: Record<string, string>
  form: FormData
  signal?: AbortSignal
  /** Milliseconds without progress after which the upload is aborted. */
  silentMs: number
  onSent?: ((part: number) => void) | undefined
}

/** Has no total limit, but aborts without progress. `fetch` does not report upload progress. */
async function sendForm(
  url: string,
  { method, headers, form, signal, silentMs, onSent }: Sending,
): Promise<{ response: { ok: boolean; status: number }; body: string }> {
  signal?.throwIfAborted()
  const request = new XMLHttpRequest()
  const stop = () => request.abort()
  let silence: ReturnType<typeof setTimeout> | undefined
  const move = () => {
    clearTimeout(silence)
    silence = setTimeout(stop, silentMs)
  }
  const answered = new Promise<void>((resolve, reject) => {
    request.addEventListener('load', () => resolve())
    for (const end of ['error', 'abort']) request.addEventListener(end, () => reject(new Error(end)))
  })
  request.upload.addEventListener('progress', ({ loaded, total }) => {
    move()
    if (total > 0) onSent?.(loaded / total)
  })
  request.addEventListener('progress', move)
  signal?.addEventListener('abort', stop)
  try {
    request.open(method, url)
    for (const [name, value] of Object.entries(headers)) request.setRequestHeader(name, value)
    move()
    request.send(form)
    await answered
  } finally {
    clearTimeout(silence)
    signal?.removeEventListener('abort', stop)
  }
  const { status, responseText } = request
  return { response: { ok: status >= 200 && status < 300, status }, body: responseText }
}
