import { type FormEvent, useRef, useState } from 'react'
import { describeError } from '../../lib/api.ts'
import { signIn } from '../../lib/session.ts'
import { Button } from '../../ui/controls/button.tsx'
import { Note } from '../../ui/feedback/note.tsx'
import { Field } from '../../ui/forms/field.tsx'
import { PasswordInput } from '../../ui/forms/password-input.tsx'
import { TextInput } from '../../ui/forms/text-input.tsx'

type Missing = { identifier?: string; password?: string }

type LoginFormProps = {
  /** The user who signs in again; without it the person says who they are. */
  known?: string
  onTyping?: () => void
}

export function LoginForm({ known, onTyping }: LoginFormProps) {
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
      await signIn(identifier.trim(), password)
    } catch (error) {
      setFailure(describeError(error, 'Login failed'))
    } finally {
      isRunning.current = false
      setIsBusy(false)
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
    </form>
  )
}
