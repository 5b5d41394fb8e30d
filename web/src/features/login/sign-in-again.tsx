import type { User } from '@casillero/shared/contract/auth'
import { signOut } from '../../lib/session.ts'
import { Button } from '../../ui/controls/button.tsx'
import { TopDialog } from '../../ui/overlays/top-dialog.tsx'
import { useLayer } from '../../ui/overlays/use-layer.ts'
import { LoginForm } from './login-form.tsx'

export const sessionEnded = 'Su sesión terminó; ingrese de nuevo'

const nothing = () => undefined

/** Signing in over the screen that was open, as the same person. */
export function SignInAgain({ user }: { user: User }) {
  // Back stays here too.
  useLayer({ close: nothing, isQuestion: true })
  return (
    <TopDialog label={sessionEnded} firstFocus="[type=password]">
      <div className="airmail h-1.5" aria-hidden="true" />
      <div className="px-5 py-6 sm:px-8">
        <h2 className="font-semibold text-title">{sessionEnded}</h2>
        <p className="mt-1 mb-5 text-body text-muted">Lo que tenía abierto sigue aquí.</p>
        <LoginForm known={user.email ?? user.phone ?? ''} />
        <Button variant="ghost" className="mt-2 w-full" onClick={signOut}>
          Ingresar con otro usuario
        </Button>
      </div>
    </TopDialog>
  )
}
