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

function useSigningIn({ known, onSecondStep }: LoginFormProps) {
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

  const fields = { identifier, setIdentifier, identifierInput, password, setPassword, passwordInput, missing }
  return { ...fields, failure, isBusy, submit, openByPasskey }
}

export function LoginForm(props: LoginFormProps) {
  const { known, onTyping } = props
  const login = useSigningIn(props)
  return (
    <form
      noValidate
      onSubmit={(event) => void login.submit(event)}
      onInput={onTyping}
      className="grid gap-4 [--control:44px] [--type-input:16px]"
    >
      {login.failure !== undefined && <Note tone="red">{login.failure}</Note>}
      <Field label="Correo electrónico o teléfono" error={login.missing.identifier}>
        {(control) => (
          <TextInput
            {...control}
            ref={login.identifierInput}
            name="identifier"
            autoComplete="username"
            autoCapitalize="none"
            spellCheck={false}
            aria-required
            readOnly={known !== undefined}
            value={login.identifier}
            onChange={(event) => login.setIdentifier(event.target.value)}
          />
        )}
      </Field>
      <Field label="Contraseña" error={login.missing.password}>
        {(control) => (
          <PasswordInput
            {...control}
            ref={login.passwordInput}
            name="password"
            autoComplete="current-password"
            aria-required
            value={login.password}
            onChange={(event) => login.setPassword(event.target.value)}
          />
        )}
      </Field>
      <Button
        type="submit"
        variant="primary"
        busy={login.isBusy}
        busyLabel="Iniciando sesión..."
        size="lg"
        className="mt-1 w-full"
      >
        Iniciar sesión
      </Button>
      {known === undefined && hasPasskeys() && <PasskeyButton disabled={login.isBusy} onPress={login.openByPasskey} />}
    </form>
  )
}

type PasskeyButtonProps = { disabled: boolean; onPress: () => Promise<void> }

const PasskeyButton = ({ disabled, onPress }: PasskeyButtonProps) => (
  <Button
    variant="link"
    size="lg"
    className="w-full"
    icon={<Fingerprint size={18} aria-hidden="true" />}
    disabled={disabled}
    onClick={() => void onPress()}
  >
    Usar llave de acceso
  </Button>
)
