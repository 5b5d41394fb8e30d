import type { SecondStep } from '@casillero/shared/contract/auth'
import { Fingerprint } from 'lucide-react'
import { type FormEvent, useRef, useState } from 'react'
import { ApiError, describeError } from '../../lib/api.ts'
import { hasPasskeys } from '../../lib/passkeys.ts'
import { signIn, signInByPasskey } from '../../lib/session.ts'
import { Button } from '../../ui/controls/button.tsx'
import { Note } from '../../ui/feedback/note.tsx'
import { Field } from '../../ui/forms/field.tsx'
import { PasswordInput } from '../../ui/forms/password-input.tsx'
import { TextInput } from '../../ui/forms/text-input.tsx'

type Missing = { identifier?: string; password?: string }

type LoginFormProps = {
  known?: string
  onTyping?: () => void
  onSecondStep: (step: SecondStep) => void
}

export function LoginForm({ known, onTyping, onSecondStep }: LoginFormProps) {
  const [identifier, setIdentifier] = useState(known ?? '')
  const [password, setPassword] = useState('')
  const [missing, setMissing] = useState<Missing>({})
  const [failure, setFailure] = useState<string>()
  const [isBusy, setIsBusy] = useState(false)
  const isRunning = useRef(false)
  const identifierInput = useRef<HTMLInputElement>(null)
  const passwordInput = useRef<HTMLInputElement>(null)

  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (isRunning.current) return
    setFailure(undefined)
    setMissing({
      ...(identifier.trim() === '' ? { identifier: 'Ingrese su correo o teléfono' } : {}),
      ...(password === '' ? { password: 'Ingrese su contraseña' } : {}),
    })
    if (identifier.trim() === '') return identifierInput.current?.focus()
    if (password === '') return passwordInput.current?.focus()
    isRunning.current = true
    setIsBusy(true)
    try {
      const step = await signIn(identifier.trim(), password)
      if (step !== undefined) onSecondStep(step)
    } catch (error) {
      setFailure(describeError(error, 'Login failed'))
    } finally {
      isRunning.current = false
      setIsBusy(false)
    }
  }

  const openByPasskey = async () => {
    setFailure(undefined)
    try {
      await signInByPasskey()
    } catch (error) {
      // Without an answer of the server, the user cancelled, so no message is needed.
      if (error instanceof ApiError) setFailure(describeError(error, 'Login failed'))
    }
  }

  return (
    <form
      noValidate
      onSubmit={(event) => void submit(event)}
      onInput={onTyping}
      className="grid gap-4 [--control:44px] [--type-input:16px]"
    >
      {failure !== undefined && <Note tone="red">{failure}</Note>}
      <Field label="Correo electrónico o teléfono" error={missing.identifier}>
        {(control) => (
          <TextInput
            {...control}
            ref={identifierInput}
            name="identifier"
            autoComplete="username"
            autoCapitalize="none"
            spellCheck={false}
            aria-required
            readOnly={known !== undefined}
            value={identifier}
            onChange={(event) => setIdentifier(event.target.value)}
          />
        )}
      </Field>
      <Field label="Contraseña" error={missing.password}>
        {(control) => (
          <PasswordInput
            {...control}
            ref={passwordInput}
            name="password"
            autoComplete="current-password"
            aria-required
            value={password}
            onChange={(event) => setPassword(event.target.value)}
          />
        )}
      </Field>
      <Button
        type="submit"
        variant="primary"
        busy={isBusy}
        busyLabel="Iniciando sesión..."
        size="lg"
        className="mt-1 w-full"
      >
        Iniciar sesión
      </Button>
      {known === undefined && hasPasskeys() && (
        <Button
          variant="link"
          size="lg"
          className="w-full"
          icon={<Fingerprint size={18} aria-hidden="true" />}
          disabled={isBusy}
          onClick={() => void openByPasskey()}
        >
          Usar llave de acceso
        </Button>
      )}
    </form>
  )
}
