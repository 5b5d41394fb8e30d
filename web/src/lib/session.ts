import type { Api } from '@casillero/shared/contract/api'
import type { SecondStep, SessionCompany, User } from '@casillero/shared/contract/auth'
import { type Actor, may, type Right } from '@casillero/shared/domain/permissions'
import { operatorSubdomains } from '@casillero/shared/domain/tenant-host'
import { create } from 'zustand'
import { ApiError, call, newIdempotencyKey, unauthorizedEvent } from './api.ts'
import { answerChallenge } from './passkeys.ts'
import { dropUnsavedWork, unsavedWork } from './unsaved-work.ts'

type SignedIn = { user: User; company: SessionCompany }

type Session =
  | { phase: 'checking' }
  /** `after` is what became of the session that was here. */
  | { phase: 'anonymous'; after?: 'end' | 'leaving' }
  /** The server could not be asked whether it still holds. */
  | { phase: 'unverified' }
  /** `ended`: the screen stays until the same person is back. */
  | ({ phase: 'signedIn' | 'ended' } & SignedIn)

const useStore = create<Session>(() => ({ phase: 'checking' }))

export const useSession = useStore

export function useSignedIn(): SignedIn {
  const session = useStore()
  if (!isOpen(session)) throw new Error('No session is open')
  return session
}

const isOpen = (session: Session): session is Extract<Session, SignedIn> => 'user' in session

/** Actions without it are not shown. */
export function useMay(): (right: Right) => boolean {
  const actor = toActor(useSignedIn())
  return (right) => may(actor, right)
}

export function mayNow(right: Right): boolean {
  const session = useStore.getState()
  return isOpen(session) && may(toActor(session), right)
}

/** The server alone knows who is an operator; the screens go by the subdomain. */
const toActor = ({ user, company }: SignedIn): Actor => ({
  type: user.type,
  isOperator: operatorSubdomains.includes(company.subdomain),
  // The version before kept none of these.
  denials: user.denials ?? [],
  discountLimit: user.discountLimit ?? null,
})

/** They go with the session, however it ends. */
const keys = ['token', 'user', 'company', 'recent', 'sidebar'] as const

/** By it the server knows who has signed in here before. It opens nothing, and outlives the session. */
function deviceName(): string {
  const name = localStorage.getItem('device') ?? newIdempotencyKey()
  localStorage.setItem('device', name)
  return name
}

/** By them those who trust this browser need no second step; they outlive the session. */
function readTrusted(): string[] {
  const kept: unknown = JSON.parse(localStorage.getItem('trusted') ?? '[]')
  return Array.isArray(kept) ? kept.map(String) : []
}

export async function signIn(identifier: string, password: string): Promise<SecondStep | undefined> {
  const body = { identifier, password, device: deviceName(), trusted: readTrusted() }
  const reply = await call('POST /api/auth/login', { body })
  if ('secondStep' in reply) return reply.secondStep
  startSession(reply)
  return undefined
}

type Started = SignedIn & { token: string; trustedDevice?: string | null }

export function startSession({ token, user, company, trustedDevice }: Started): void {
  if (trustedDevice) localStorage.setItem('trusted', JSON.stringify([trustedDevice, ...readTrusted()].slice(0, 5)))
  keep({ user, company }, token)
}

/** Rejects where the person cancels. */
export async function signInByPasskey(): Promise<void> {
  const { ticket, options } = (await call('POST /api/auth/second-step/passkey', { body: { device: deviceName() } }))
    .data
  const response = await answerChallenge(options)
  startSession(await call('POST /api/auth/second-step', { body: { ticket, method: 'passkey', response } }))
}

/** Wherever it is named. */
export function replaceCompany(change: Pick<SessionCompany, 'name' | 'logoUrl'>): void {
  const session = useStore.getState()
  if (session.phase !== 'signedIn') return
  keep({ user: session.user, company: { ...session.company, name: change.name, logoUrl: change.logoUrl } })
}

/** Setting it tells other tabs that the person signed out, and not the server. */
const leavingKey = 'signedOut'

/** The server is notified, but not awaited. */
export function signOut(): void {
  if (localStorage.getItem('token') !== null) {
    call('POST /api/auth/logout', { keepalive: true }).catch(() => undefined)
  }
  localStorage.setItem(leavingKey, '1')
  localStorage.removeItem(leavingKey)
  leave()
}

/** Only the server's 401 ends it. docs/product/companies-and-users.md, "Session in the browser". */
export async function checkSession(): Promise<void> {
  const token = localStorage.getItem('token')
  if (token === null || localStorage.getItem('user') === null) return end()
  const kept = keptSession()
  useStore.setState(kept ?? { phase: 'checking' }, true)
  try {
    const { user, company } = await call('GET /api/auth/me')
    if (token === localStorage.getItem('token')) keep({ user, company })
  } catch (error) {
    if (error instanceof ApiError && error.status === 401) return
    if (kept === undefined && token === localStorage.getItem('token')) useStore.setState({ phase: 'unverified' }, true)
  }
}

/** For the one screen that opens without a link; the server's answer may end it yet. */
function keptSession(): Session | undefined {
  if (location.pathname !== '/recepcion') return undefined
  const [user, company] = [localStorage.getItem('user'), localStorage.getItem('company')]
  return user && company ? { phase: 'signedIn', user: JSON.parse(user), company: JSON.parse(company) } : undefined
}

/** Changes nothing else on the screen. */
export async function refreshSession(): Promise<void> {
  const token = localStorage.getItem('token')
  const session = await call('GET /api/auth/me').catch(() => undefined)
  if (session !== undefined && token === localStorage.getItem('token')) keep(session)
}

/** Resolves to whether that is another thing than the screens went by. */
export async function refreshPermissions(): Promise<boolean> {
  const list = () => {
    const session = useStore.getState()
    return isOpen(session) ? JSON.stringify([session.user.id, toActor(session)]) : undefined
  }
  const before = list()
  await refreshSession()
  const after = list()
  return before !== undefined && after !== undefined && before !== after
}

/** The server's refusals, and what other tabs do. */
export function watchSession(): void {
  window.addEventListener(unauthorizedEvent, end)
  window.addEventListener('storage', ({ key, newValue }) => {
    if (key === leavingKey && newValue !== null) {
      if (unsavedWork() === undefined) leave()
    } else if (key === 'token' || key === null) {
      if (localStorage.getItem('token') === null) end()
      else void (isOpen(useStore.getState()) ? refreshSession() : checkSession())
    }
  })
}

function keep({ user, company }: Pick<Api['GET /api/auth/me']['reply'], 'user' | 'company'>, token?: string): void {
  const before = useStore.getState()
  localStorage.setItem('user', JSON.stringify(user))
  localStorage.setItem('company', JSON.stringify(company))
  // The token comes last: other tabs act on it, and must find the rest in place.
  if (token !== undefined) localStorage.setItem('token', token)
  if (isOpen(before) && before.user.id !== user.id) {
    // Another person: a page that is loaded anew holds nothing of the one before.
    dropUnsavedWork()
    location.replace('/dashboard')
  } else useStore.setState({ phase: 'signedIn', user, company }, true)
}

function leave(): void {
  removeKeys()
  useStore.setState({ phase: 'anonymous', after: 'leaving' }, true)
}

/** The person did not leave: what is open stays open. */
function end(): void {
  const before = useStore.getState()
  const hadToken = localStorage.getItem('token') !== null
  removeKeys()
  if (isOpen(before)) useStore.setState({ ...before, phase: 'ended' }, true)
  else if (before.phase !== 'anonymous') {
    useStore.setState(hadToken ? { phase: 'anonymous', after: 'end' } : { phase: 'anonymous' }, true)
  }
}

function removeKeys(): void {
  for (const key of keys) localStorage.removeItem(key)
  // What waits to be saved is not in these copies.
  for (const name of ['reception', 'reception-expected']) globalThis.indexedDB?.deleteDatabase(name)
}
