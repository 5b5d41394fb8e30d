import '../ui/theme.css'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { LoginPage, SignInAgain, sessionEnded } from '../features/login/login-page.tsx'
import { watchKeys } from '../lib/kept-keys.ts'
import { watchSecondClicks } from '../lib/second-clicks.ts'
import { checkSession, useSession, watchSession } from '../lib/session.ts'
import { FullSpinner } from '../ui/controls/spinner.tsx'
import { defer } from '../ui/feedback/defer.tsx'
import { ErrorState } from '../ui/feedback/empty-state.tsx'

const loadSignedIn = () =>
  import('./signed-in-app.tsx').then(
    (module) => module.SignedInApp,
    (error: unknown) => {
      console.error('Unexpected error', error)
      return Lost
    },
  )
const SignedInApp = defer(loadSignedIn, FullSpinner)

function App() {
  const session = useSession()
  if (session.phase === 'checking') return <FullSpinner />
  if (session.phase === 'unverified') return <Unverified />
  if (session.phase === 'anonymous') {
    const notice = session.after === 'end' ? sessionEnded : undefined
    return <LoginPage notice={notice} isLinkKept={session.after !== 'leaving'} onTyping={loadSignedIn} />
  }
  return (
    <>
      <SignedInApp key={session.user.id} />
      {session.phase === 'ended' && <SignInAgain user={session.user} />}
    </>
  )
}

const Unverified = () => <Stopped title="No se pudo verificar la sesión" onRetry={() => void checkSession()} />

/** Stands in for an error page, which exists only inside the screens. */
const Lost = () => <Stopped title="No se pudo mostrar esta pantalla" onRetry={() => location.reload()} />

function Stopped(state: { title: string; onRetry: () => void }) {
  return (
    <main className="grid min-h-dvh place-items-center bg-bg p-4">
      <div className="w-full max-w-[392px] rounded-xl border border-line bg-surface">
        <ErrorState as="h1" {...state} />
      </div>
    </main>
  )
}

watchKeys(localStorage.getItem('token') !== null)
watchSecondClicks()
watchSession()
void checkSession()

function render(): void {
  const root = document.getElementById('root')
  if (root === null) throw new Error('The page has no #root')
  createRoot(root).render(
    <StrictMode>
      <App />
    </StrictMode>,
  )
}

if (localStorage.getItem('token') !== null) void loadSignedIn()
render()
