import { SearchX } from 'lucide-react'
import { type ReactNode, useEffect, useState } from 'react'
import { call, sentenceOf } from '../../lib/api.ts'
import { ErrorState } from '../../ui/empty-state.tsx'
import { Logo } from '../../ui/logo.tsx'
import { Spinner } from '../../ui/spinner.tsx'
import { LoginForm } from './login-form.tsx'

type Company = { company: string; logo_url: string | null }
type Lookup = { state: 'loading' } | { state: 'failed'; message: string } | { state: 'found'; found: Company }

/** The sign-in page of the company that the host names. */
export function LoginPage({ onTyping }: { onTyping: () => void }) {
  const [lookup, setLookup] = useState<Lookup>({ state: 'loading' })
  useEffect(() => {
    const leaving = new AbortController()
    call('GET /api/health', { signal: leaving.signal })
      .then((found) => setLookup({ state: 'found', found }))
      .catch((error: unknown) => {
        if (leaving.signal.aborted) return
        setLookup({ state: 'failed', message: sentenceOf(error, 'Company not found') })
      })
    return () => leaving.abort()
  }, [])

  if (lookup.state === 'loading') {
    return (
      <Card title="Casillero">
        <div className="grid h-60 place-items-center text-muted" role="status">
          <Spinner size={24} />
          <span className="sr-only">Cargando...</span>
        </div>
      </Card>
    )
  }
  if (lookup.state === 'failed') {
    return (
      <Card title="Empresa no encontrada">
        <ErrorState
          as="h1"
          title="Empresa no encontrada"
          hint={lookup.message}
          icon={<SearchX size={20} />}
          onRetry={() => location.reload()}
        />
      </Card>
    )
  }
  const { company, logo_url } = lookup.found
  return (
    <Card title={`Iniciar sesión · ${company}`}>
      <div className="px-5 py-8 sm:px-8">
        <div className="mb-6 flex flex-col items-center text-center">
          <Logo name={company} url={logo_url} className="size-16 rounded-xl text-total" />
          <h1 className="mt-4 font-semibold text-h1">{company}</h1>
          <p className="mt-0.5 text-body text-muted">Ingrese para continuar</p>
        </div>
        <LoginForm onTyping={onTyping} />
      </div>
    </Card>
  )
}

function Card({ title, children }: { title: string; children: ReactNode }) {
  return (
    <main className="flex min-h-dvh flex-col items-center bg-bg px-4 pt-12 pb-8 sm:justify-center sm:pt-8">
      <title>{title}</title>
      <div className="w-full max-w-[392px] overflow-hidden rounded-xl border border-line bg-surface shadow-pop">
        <div className="airmail h-1.5" aria-hidden="true" />
        {children}
      </div>
      <p className="mt-5 text-help text-muted">Casillero</p>
    </main>
  )
}
