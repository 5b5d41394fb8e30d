import type { SessionCompany, User } from '@casillero/shared/contract/auth'
import { may, type Right } from '@casillero/shared/domain/permissions'
import { operatorSubdomains } from '@casillero/shared/domain/tenant-host'
import { create } from 'zustand'
import { ApiError, call, unauthorizedEvent } from './api.ts'

type SignedIn = { user: User; company: SessionCompany }

/** `unverified`: a session is stored, but the server could not be asked whether it still holds. */
type Session =
  | { phase: 'checking' }
  | { phase: 'anonymous' }
  | { phase: 'unverified' }
  | ({ phase: 'signedIn' } & SignedIn)

const useStore = create<Session>(() => ({ phase: 'checking' }))

export const useSession = useStore

/** The person and the company of the session; only for what is rendered when signed in. */
export function useSignedIn(): SignedIn {
  const session = useStore()
  if (session.phase !== 'signedIn') throw new Error('Nobody is signed in')
  return session
}

/** Whether the signed-in person may do a thing; what one may not do is not shown. */
export function useMay(): (right: Right) => boolean {
  const { user, company } = useSignedIn()
  // The server alone knows who is an operator; the screens go by the subdomain.
  const isOperator = operatorSubdomains.includes(company.subdomain)
  return (right) => may({ type: user.type, isOperator }, right)
}

const keys = ['token', 'user', 'company'] as const

export async function signIn(identifier: string, password: string): Promise<void> {
  const { token, user, company } = await call('POST /api/auth/login', { body: { identifier, password } })
  keep({ user, company }, token)
}

/** Shows the company as it was just saved, wherever it is named. */
export function replaceCompany(change: Pick<SessionCompany, 'name' | 'logoUrl'>): void {
  const session = useStore.getState()
  if (session.phase !== 'signedIn') return
  keep({ user: session.user, company: { ...session.company, name: change.name, logoUrl: change.logoUrl } })
}

/** Signs out here at once; the server is told, but not waited for. */
export function signOut(): void {
  call('POST /api/auth/logout', { keepalive: true }).catch(() => undefined)
  forget()
}

/** Asks the server who the stored session is; only its 401 ends it. */
export async function checkSession(): Promise<void> {
  const token = localStorage.getItem('token')
  if (token === null || localStorage.getItem('user') === null) return forget()
  useStore.setState({ phase: 'checking' }, true)
  try {
    const { user, company } = await call('GET /api/auth/me')
    if (token === localStorage.getItem('token')) keep({ user, company })
  } catch (error) {
    if (error instanceof ApiError && error.status === 401) return
    if (token === localStorage.getItem('token')) useStore.setState({ phase: 'unverified' }, true)
  }
}

/** Shows the person and the company anew after one of them was changed here. */
export async function refreshSession(): Promise<void> {
  const token = localStorage.getItem('token')
  const session = await call('GET /api/auth/me').catch(() => undefined)
  if (session !== undefined && token === localStorage.getItem('token')) keep(session)
}

/** Follows the session from now on: the server's refusals, and what other tabs do. */
export function watchSession(): void {
  window.addEventListener(unauthorizedEvent, forget)
  window.addEventListener('storage', (event) => {
    if (event.key !== 'token' && event.key !== null) return
    if (localStorage.getItem('token') === null) forget()
    else void checkSession()
  })
}

function keep({ user, company }: SignedIn, token?: string): void {
  localStorage.setItem('user', JSON.stringify(user))
  localStorage.setItem('company', JSON.stringify(company))
  // The token comes last: other tabs act on it, and must find the rest in place.
  if (token !== undefined) localStorage.setItem('token', token)
  useStore.setState({ phase: 'signedIn', user, company }, true)
}

function forget(): void {
  for (const key of keys) localStorage.removeItem(key)
  useStore.setState({ phase: 'anonymous' }, true)
}
