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
  /** `after` tells how the previous session ended. */
  | { phase: 'anonymous'; after?: 'end' | 'leaving' }
  /** The server did not answer whether the session is still valid. */
  | { phase: 'unverified' }
  /** `ended`: the screen stays until the same user signs in again. */
  | ({ phase: 'signedIn' | 'ended' } & SignedIn)

const useStore = create<Session>(() => ({ phase: 'checking' }))

export const useSession = useStore

export function useSignedIn(): SignedIn {
  const session = useStore()
  if (!isOpen(session)) throw new Error('No session is open')
  return session
}

const isOpen = (session: Session): session is Extract<Session, SignedIn> => 'user' in session

/** Actions without the right are hidden. */
export function useMay(): (right: Right) => boolean {
  const actor = toActor(useSignedIn())
  return (right) => may(actor, right)
}

export function mayNow(right: Right): boolean {
  const session = useStore.getState()
  return isOpen(session) && may(toActor(session), right)
}

/** Only the server knows who is an operator; the screens use the subdomain. */
const toActor = ({ user, company }: SignedIn): Actor => ({
  type: user.type,
  isOperator: operatorSubdomains.includes(company.subdomain),
  // The previous version stored none of these.
  denials: user.denials ?? [],
  discountLimit: user.discountLimit ?? null,
})

/** Removed at the end of every session. */
const keys = ['token', 'user', 'company', 'recent', 'sidebar'] as const

/** Tells the server who has signed in on this browser before. It grants nothing and outlives the session. */
function deviceName(): string {
  const name = localStorage.getItem('device') ?? newIdempotencyKey()
  localStorage.setItem('device', name)
  return name
}

/** Let users who trust this browser skip the second step. They outlive the session. */
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

/** Rejects if the user cancels. */
export async function signInByPasskey(): Promise<void> {
  const { ticket, options } = (await call('POST /api/auth/second-step/passkey', { body: { device: deviceName() } }))
    .data
  const response = await answerChallenge(options)
  startSession(await call('POST /api/auth/second-step', { body: { ticket, method: 'passkey', response } }))
}

/** Updates name and logo everywhere. */
export function replaceCompany(change: Pick<SessionCompany, 'name' | 'logoUrl'>): void {
  const session = useStore.getState()
  if (session.phase !== 'signedIn') return
  keep({ user: session.user, company: { ...session.company, name: change.name, logoUrl: change.logoUrl } })
}

/** Setting it tells other tabs that the user, not the server, ended the session. */
const leavingKey = 'signedOut'

/** Notifies the server without waiting for it. */
export function signOut(): void {
  if (localStorage.getItem('token') !== null) {
    call('POST /api/auth/logout', { keepalive: true }).catch(() => undefined)
  }
  localStorage.setItem(leavingKey, '1')
  localStorage.removeItem(leavingKey)
  leave()
}

/** Only a 401 from the server ends the session. docs/product/companies-and-users.md, "Session in the browser". */
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

/** For the one screen that opens offline. The server's answer may still end the session. */
function keptSession(): Session | undefined {
  if (location.pathname !== '/recepcion') return undefined
  const [user, company] = [localStorage.getItem('user'), localStorage.getItem('company')]
  return user && company ? { phase: 'signedIn', user: JSON.parse(user), company: JSON.parse(company) } : undefined
}

/** Leaves everything else on the screen unchanged. */
export async function refreshSession(): Promise<void> {
  const token = localStorage.getItem('token')
  const session = await call('GET /api/auth/me').catch(() => undefined)
  if (session !== undefined && token === localStorage.getItem('token')) keep(session)
}

/** Resolves to true if the permissions changed. */
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

/** Reacts to refusals by the server and to other tabs. */
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
  // The token is written last: other tabs react to it and must find the other values.
  if (token !== undefined) localStorage.setItem('token', token)
  if (isOpen(before) && before.user.id !== user.id) {
    // For another user the page is reloaded, so that nothing of the previous user stays.
    dropUnsavedWork()
    location.replace('/dashboard')
  } else useStore.setState({ phase: 'signedIn', user, company }, true)
}

function leave(): void {
  removeKeys()
  useStore.setState({ phase: 'anonymous', after: 'leaving' }, true)
}

/** The user did not sign out, so the screen stays open. */
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
  // Deletes only copies; data waiting to be saved is kept elsewhere.
  for (const name of ['reception', 'reception-expected']) globalThis.indexedDB?.deleteDatabase(name)
}
