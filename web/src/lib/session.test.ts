import { afterEach, beforeEach, expect, test, vi } from 'vitest'

const user = { id: 'u1', firstName: 'Ana', type: 'user' }
const company = { id: 'c1', name: 'Encomiendas' }
const stored = new Map<string, string>()
const written: string[] = []
const fetched = vi.fn<(url: string, init: RequestInit) => Promise<Response>>()
const opened = vi.fn()
let page = new EventTarget()

beforeEach(() => {
  stored.clear()
  written.length = 0
  page = new EventTarget()
  vi.resetModules()
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => {
      stored.set(key, value)
      written.push(key)
    },
    removeItem: (key: string) => stored.delete(key),
  })
  vi.stubGlobal('location', { origin: 'https://demo.casillero.example', replace: opened })
  vi.stubGlobal('window', page)
  vi.stubGlobal('fetch', fetched)
  vi.spyOn(console, 'error').mockImplementation(() => undefined)
})
afterEach(() => {
  fetched.mockReset()
  opened.mockReset()
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

const answers = (status: number, body: unknown) =>
  fetched.mockImplementation(async () => new Response(JSON.stringify(body), { status }))

const keepSession = () => {
  stored.set('token', 'abc')
  stored.set('user', JSON.stringify(user))
  stored.set('company', JSON.stringify(company))
}

const start = async () => {
  const session = await import('./session.ts')
  session.watchSession()
  await session.checkSession()
  return session
}

test('a visitor without a token is anonymous without a request to the server', async () => {
  const { useSession } = await start()
  expect(useSession.getState().phase).toBe('anonymous')
  expect(fetched).not.toHaveBeenCalled()
})

test('a token without its user is no session', async () => {
  stored.set('token', 'abc')
  const { useSession } = await start()
  expect(useSession.getState().phase).toBe('anonymous')
  expect(stored.size).toBe(0)
})

test('a session that holds brings the user and the company of now', async () => {
  keepSession()
  answers(200, { success: true, user: { ...user, firstName: 'Ana Lucía' }, company })
  const { useSession } = await start()
  expect(useSession.getState()).toMatchObject({ phase: 'signedIn', user: { firstName: 'Ana Lucía' }, company })
  expect(stored.get('user')).toContain('Ana Lucía')
})

test('a 401 at the start ends the session, with all that was kept for it', async () => {
  keepSession()
  stored.set('sidebar', 'collapsed')
  answers(401, { success: false, message: 'Su sesión terminó' })
  const { useSession } = await start()
  expect(useSession.getState().phase).toBe('anonymous')
  expect(stored.size).toBe(0)
})

test.each([500, 503, 429])('a %i at the start keeps the session and can be tried again', async (status) => {
  keepSession()
  answers(status, { success: false, message: 'x' })
  const { useSession, checkSession } = await start()
  expect(useSession.getState().phase).toBe('unverified')
  expect(stored.get('token')).toBe('abc')
  answers(200, { success: true, user, company })
  await checkSession()
  expect(useSession.getState().phase).toBe('signedIn')
})

test('a session is kept when the server does not answer at the start', async () => {
  keepSession()
  fetched.mockRejectedValue(new TypeError('Failed to fetch'))
  const { useSession } = await start()
  expect(useSession.getState().phase).toBe('unverified')
  expect(stored.get('token')).toBe('abc')
})

test('signing in leaves the token for last, so that other tabs find the rest in place', async () => {
  const { useSession, signIn } = await start()
  answers(200, { success: true, token: 'new', user, company })
  await signIn('ana@demo.test', 'secreto-1')
  expect(written.slice(-3)).toEqual(['user', 'company', 'token'])
  expect(useSession.getState().phase).toBe('signedIn')
})

test('signing out notifies the server with the token and does not wait for it', async () => {
  keepSession()
  answers(200, { success: true, user, company })
  const { useSession, signOut } = await start()
  fetched.mockImplementation(() => new Promise(() => undefined))
  signOut()
  expect(useSession.getState().phase).toBe('anonymous')
  expect(stored.size).toBe(0)
  const [url, init] = fetched.mock.calls.at(-1) ?? []
  expect(url).toContain('/api/auth/logout')
  expect(new Headers(init?.headers).get('authorization')).toBe('Bearer abc')
})

const hear = (key: string, newValue: string | null) =>
  page.dispatchEvent(Object.assign(new Event('storage'), { key, newValue }))

const type = async () => {
  const { keepUnsaved } = await import('./unsaved-work.ts')
  return keepUnsaved({ isLostBy: () => true, ask: () => null })
}

test('a session that ends in another tab is over here too, with the screen still open', async () => {
  keepSession()
  answers(200, { success: true, user, company })
  const { useSession } = await start()
  stored.clear()
  hear('token', null)
  expect(useSession.getState()).toMatchObject({ phase: 'ended', user, company })
})

test('a person who leaves in another tab leaves here too, unless something was typed here', async () => {
  keepSession()
  answers(200, { success: true, user, company })
  const { useSession } = await start()
  const stop = await type()
  hear('signedOut', '1')
  expect(useSession.getState().phase).toBe('signedIn')
  stop()
  hear('signedOut', '1')
  expect(useSession.getState()).toEqual({ phase: 'anonymous', after: 'leaving' })
})

test('a 401 of any call takes the session from storage and leaves the screen open', async () => {
  keepSession()
  answers(200, { success: true, user, company })
  const { useSession } = await start()
  const { call } = await import('./api.ts')
  answers(401, { success: false, message: 'Su sesión terminó' })
  await call('GET /api/statuses').catch(() => undefined)
  expect(useSession.getState()).toMatchObject({ phase: 'ended', user })
  expect(stored.size).toBe(0)

  // The screen goes on asking; without a token no call leaves.
  fetched.mockClear()
  await expect(call('GET /api/statuses')).rejects.toMatchObject({ status: 401 })
  expect(fetched).not.toHaveBeenCalled()
})

test('the same person goes on after signing in again, another one gets a page of their own', async () => {
  keepSession()
  answers(200, { success: true, user, company })
  const { useSession, signIn } = await start()
  await type()
  page.dispatchEvent(new Event('unauthorized'))
  answers(200, { success: true, token: 'new', user, company })
  await signIn('ana@demo.test', 'secreto-1')
  expect(useSession.getState()).toMatchObject({ phase: 'signedIn', user })

  page.dispatchEvent(new Event('unauthorized'))
  answers(200, { success: true, token: 'newer', user: { ...user, id: 'u2' }, company })
  await signIn('ana@demo.test', 'secreto-1')
  expect(opened).toHaveBeenCalledWith('/dashboard')
  expect(useSession.getState()).toMatchObject({ phase: 'ended', user })
  const { unsavedWork } = await import('./unsaved-work.ts')
  expect(unsavedWork()).toBeUndefined()
})
