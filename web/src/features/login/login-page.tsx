import type { SecondStep, User } from '@casillero/shared/contract/auth'
import { SearchX } from 'lucide-react'
import { type ReactNode, useEffect, useLayoutEffect, useState } from 'react'
import { ApiError, call, describeError } from '../../lib/api.ts'
import { signOut } from '../../lib/session.ts'
import { Button } from '../../ui/controls/button.tsx'
import { Spinner } from '../../ui/controls/spinner.tsx'
import { Logo } from '../../ui/display/logo.tsx'
import { defer } from '../../ui/feedback/defer.tsx'
import { ErrorState } from '../../ui/feedback/empty-state.tsx'
import { Note } from '../../ui/feedback/note.tsx'
import { TopDialog } from '../../ui/overlays/top-dialog.tsx'
import { useLayer } from '../../ui/overlays/use-layer.ts'
import { LoginForm } from './login-form.tsx'

const signInPath = '/login'

/** True for an address with a query, or with an id in its path. */
export const leadsToSomething = ({ pathname, search }: { pathname: string; search: string }): boolean =>
  search !== '' || pathname.split('/').some((part) => /\d/.test(part))

/** After signing in, the opened link is shown if `isLinkKept`, else the dashboard. Returns the function that ends this. */
function holdSignInAddress(isLinkKept: boolean): () => void {
  // The history entry keeps it through a reload and loses it with the tab.
  const kept: unknown = history.state?.link
  const opened = location.pathname === signInPath ? kept : leadsToSomething(location) ? location.href : undefined
  const link = isLinkKept && typeof opened === 'string' ? opened : undefined
  history.replaceState({ link }, '', signInPath)
  const stay = () => history.replaceState(null, '', signInPath)
  window.addEventListener('popstate', stay)
  return () => {
    window.removeEventListener('popstate', stay)
    history.replaceState(null, '', history.state?.link ?? '/dashboard')
  }
}

export const sessionEnded = 'Su sesión terminó; ingrese de nuevo'

const SecondStepForm = defer(() => import('./second-step-form.tsx').then((module) => module.SecondStepForm), StepWait)

function StepWait() {
  return (
    <p role="status" className="grid place-items-center py-6 text-muted">
      <Spinner size={24} />
      <span className="sr-only">Cargando...</span>
    </p>
  )
}

type Company = { company: string; logo_url: string | null }
/** `unsure`: the server could not name the company, but signing in may be tried. `filling`: the demo is still being created. */
type Lookup =
  | { state: 'loading' }
  | { state: 'unknown'; reason: string }
  | { state: 'unsure'; reason: string }
  | { state: 'filling'; reason: string }
  | { state: 'found'; found: Company }

type LoginPageProps = {
  notice?: string | undefined
  /** The link is shown after signing in. */
  isLinkKept: boolean
  onTyping: () => void
}

/** Describes a look-up that found no company. */
function toLookup(error: unknown): Lookup {
  const status = error instanceof ApiError ? error.status : undefined
  if (error instanceof ApiError && error.code === 'demo_filling')
    return { state: 'filling', reason: `${error.message}.` }
  if (status === 404) return { state: 'unknown', reason: describeError(error, 'Company not found') }
  if (status === 0) return { state: 'unsure', reason: 'Sin conexión.' }
  if (status === 429 || status === 503) return { state: 'unsure', reason: 'El servicio está ocupado.' }
  return { state: 'unsure', reason: 'Servicio no disponible.' }
}

/** Returns the function that cancels the request. */
function look(show: (lookup: Lookup) => void): () => void {
  const leaving = new AbortController()
  call('GET /api/health', { signal: leaving.signal })
    .then((found) => show({ state: 'found', found }))
    .catch((error: unknown) => {
      if (!leaving.signal.aborted) show(toLookup(error))
    })
  return () => leaving.abort()
}

const readCompany = (lookup: Lookup) =>
  lookup.state === 'found' ? lookup.found : { company: undefined, logo_url: null }

/** The form does not wait for the company's name (`index.html` paints the same). */
export function LoginPage({ notice, isLinkKept, onTyping }: LoginPageProps) {
  const [lookup, setLookup] = useState<Lookup>({ state: 'loading' })
  const [step, setStep] = useState<SecondStep>()
  const [reason, setReason] = useState<string>()
  useLayoutEffect(() => holdSignInAddress(isLinkKept), [isLinkKept])
  useEffect(() => look(setLookup), [])
  useEffect(() => {
    if (lookup.state !== 'filling') return undefined
    const timer = setTimeout(() => look(setLookup), 1_500)
    return () => clearTimeout(timer)
  }, [lookup])

  if (lookup.state === 'unknown') {
    return (
      <Card title="Empresa no encontrada">
        <ErrorState
          as="h1"
          title="Empresa no encontrada"
          hint={lookup.reason}
          icon={<SearchX size={20} />}
          onRetry={() => location.reload()}
        />
      </Card>
    )
  }
  const leaveStep = (reason?: string) => {
    setStep(undefined)
    setReason(reason)
  }
  const { company } = readCompany(lookup)
  return (
    <Card
      title={company === undefined ? 'Iniciar sesión · Casillero' : `Iniciar sesión · ${company}`}
      below={step !== undefined && <OtherUserButton className="mt-3" onPress={leaveStep} />}
    >
      <div className="px-5 py-8 sm:px-8">
        <LoginHead lookup={lookup} step={step} onRetry={() => look(setLookup)} />
        {step === undefined && (reason ?? notice) !== undefined && (
          <Note tone="yellow" className="mb-4">
            {reason ?? notice}
          </Note>
        )}
        {step === undefined ? (
          <LoginForm onTyping={onTyping} onSecondStep={setStep} />
        ) : (
          <SecondStepForm step={step} onLeave={leaveStep} />
        )}
      </div>
    </Card>
  )
}

type LoginHeadProps = { lookup: Lookup; step: SecondStep | undefined; onRetry: () => void }

function LoginHead({ lookup, step, onRetry }: LoginHeadProps) {
  const { company, logo_url } = readCompany(lookup)
  return (
    <div className="mb-6 flex flex-col items-center text-center">
      {lookup.state === 'loading' ? (
        <span role="status" className="grid size-16 place-items-center rounded-xl border border-line text-muted">
          <Spinner size={24} />
          <span className="sr-only">Cargando...</span>
        </span>
      ) : (
        <Logo name={company ?? 'Casillero'} url={logo_url} className="size-16 rounded-xl text-total" />
      )}
      <h1 className="mt-4 break-words font-semibold text-h1">
        {step === undefined ? (company ?? 'Casillero') : 'Segundo paso'}
      </h1>
      <p className="mt-0.5 text-body text-muted" role="status">
        {step?.fullName}
        {step === undefined && lookup.state === 'filling' && lookup.reason}
        {step === undefined && (lookup.state === 'loading' || lookup.state === 'found') && 'Ingrese para continuar'}
        {step === undefined && lookup.state === 'unsure' && (
          <>
            {lookup.reason}{' '}
            <button
              type="button"
              // A target for a finger, without moving the content below.
              className="-my-3 rounded-md px-1 py-3 font-medium text-primary-text underline"
              onClick={onRetry}
            >
              Reintentar
            </button>
          </>
        )}
      </p>
    </div>
  )
}

type OtherUserButtonProps = { className: string; onPress: () => void }

const OtherUserButton = ({ className, onPress }: OtherUserButtonProps) => (
  <Button variant="ghost" size="lg" className={className} onClick={() => onPress()}>
    Ingresar con otro usuario
  </Button>
)

type CardProps = {
  title: string
  /** Replaces the product's name. */
  below?: ReactNode
  children: ReactNode
}

function Card({ title, below = false, children }: CardProps) {
  return (
    <main className="flex min-h-dvh flex-col items-center bg-bg px-4 pt-12 pb-8 sm:justify-center sm:pt-8">
      <title>{title}</title>
      <div className="w-full max-w-[392px] overflow-hidden rounded-xl border border-line bg-surface shadow-pop">
        <div className="airmail h-1.5" aria-hidden="true" />
        {children}
      </div>
      {below === false ? <p className="mt-5 text-help text-muted">Casillero</p> : below}
    </main>
  )
}

const nothing = () => undefined

/** Signs the same person in again, over the open screen. */
export function SignInAgain({ user }: { user: User }) {
  const [step, setStep] = useState<SecondStep>()
  const [reason, setReason] = useState<string>()
  const leaveStep = (why?: string) => {
    if (why === undefined) return signOut()
    setReason(why)
    setStep(undefined)
  }
  // Back must not leave this dialog either.
  useLayer({ close: nothing, isQuestion: true })
  return (
    <TopDialog label={sessionEnded} firstFocus="[type=password]">
      <div className="airmail h-1.5" aria-hidden="true" />
      <div className="px-5 py-6 sm:px-8">
        <h2 className="font-semibold text-title">{sessionEnded}</h2>
        <p className="mt-1 mb-5 text-body text-muted">Lo que tenía abierto sigue aquí.</p>
        {step === undefined && reason !== undefined && (
          <Note tone="yellow" className="mb-4">
            {reason}
          </Note>
        )}
        {step === undefined ? (
          <LoginForm known={user.email ?? user.phone ?? ''} onSecondStep={setStep} />
        ) : (
          <SecondStepForm step={step} onLeave={leaveStep} />
        )}
        <OtherUserButton className="mt-2 w-full" onPress={signOut} />
      </div>
    </TopDialog>
  )
}
