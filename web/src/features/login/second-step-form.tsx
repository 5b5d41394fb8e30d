import type { Api } from '@casillero/shared/contract/api'
import type { SecondStep } from '@casillero/shared/contract/auth'
import { Fingerprint, KeyRound } from 'lucide-react'
import { type FormEvent, useEffect, useEffectEvent, useRef, useState } from 'react'
import { ApiError, call, describeError, isWrongCode } from '../../lib/api.ts'
import { answerChallenge, hasPasskeys, knowsPasskey } from '../../lib/passkeys.ts'
import { startSession } from '../../lib/session.ts'
import { Button } from '../../ui/controls/button.tsx'
import { Note } from '../../ui/feedback/note.tsx'
import { toastError } from '../../ui/feedback/toast.tsx'
import { Checkbox } from '../../ui/forms/checkbox.tsx'
import { Field } from '../../ui/forms/field.tsx'
import { TextInput } from '../../ui/forms/text-input.tsx'
import { ActivationDialog } from '../second-step/activation-dialog.tsx'

type SecondStepFormProps = {
  step: SecondStep
  onLeave: (reason?: string) => void
}

export function SecondStepForm({ step, onLeave }: SecondStepFormProps) {
  return step.mustActivate ? (
    <ActivateAtSignIn step={step} onLeave={onLeave} />
  ) : (
    <StepForm step={step} onLeave={onLeave} />
  )
}

type Kind = 'app' | 'recovery'

const kinds = {
  app: {
    label: 'Código de su aplicación',
    help: 'Seis números; cambia cada 30 segundos.',
    length: 6,
    other: 'recovery',
  },
  recovery: {
    label: 'Código de recuperación',
    help: 'Diez letras; cada código sirve una vez.',
    length: 10,
    other: 'app',
  },
} as const

const failed = 'No se pudo ingresar'

/** Tells the owner of wrong codes, their own among them. */
function enter(reply: Api['POST /api/auth/second-step']['reply']): void {
  startSession(reply)
  // A server of the version before counts none.
  const wrong = reply.wrongCodes ?? 0
  if (wrong === 0) return
  const told = wrong === 1 ? 'Hubo 1 código equivocado' : `Hubo ${wrong} códigos equivocados`
  toastError(`${told} desde su última entrada. Si no fue usted, cambie su contraseña: alguien la conoce.`)
}

/** Sends a code or a passkey, one at a time. */
function useSecondStep({ step: { ticket, methods }, onLeave }: SecondStepFormProps) {
  const [kind, setKind] = useState<Kind>(methods.includes('app') ? 'app' : 'recovery')
  const [code, setCode] = useState('')
  const [isTrusted, setIsTrusted] = useState(false)
  const [failure, setFailure] = useState<string>()
  const [isBusy, setIsBusy] = useState(false)
  const isRunning = useRef(false)
  const input = useRef<HTMLInputElement>(null)

  const run = async (work: () => Promise<void>) => {
    if (isRunning.current) return
    isRunning.current = true
    setIsBusy(true)
    setFailure(undefined)
    try {
      await work()
    } catch (error) {
      if (error instanceof ApiError && error.code === 'second_step_ended') return onLeave(describeError(error, failed))
      // Without an answer of the server, the user cancelled the passkey, so no message is needed.
      if (error instanceof ApiError) setFailure(describeError(error, failed))
      if (isWrongCode(error)) setCode('')
      input.current?.focus()
    } finally {
      isRunning.current = false
      setIsBusy(false)
    }
  }
  const send = (typed: string) =>
    run(async () => {
      enter(await call('POST /api/auth/second-step', { body: { ticket, method: kind, code: typed, trust: isTrusted } }))
    })
  const openByPasskey = () =>
    run(async () => {
      const { options } = (await call('POST /api/auth/second-step/passkey', { body: { ticket } })).data
      const response = await answerChallenge(options)
      enter(
        await call('POST /api/auth/second-step', { body: { ticket, method: 'passkey', response, trust: isTrusted } }),
      )
    })
  const mayUsePasskey = methods.includes('passkey') && hasPasskeys()
  const openAtFirst = useEffectEvent(() => {
    input.current?.focus()
    // On a device with a passkey, it is asked for at once, over the card.
    if (mayUsePasskey && knowsPasskey()) void openByPasskey()
  })
  useEffect(() => openAtFirst(), [])
  const fields = { kind, setKind, code, setCode, isTrusted, setIsTrusted, input }
  return { ...fields, failure, isBusy, send, openByPasskey, mayUsePasskey }
}

function StepForm(props: SecondStepFormProps) {
  const { methods } = props.step
  const { kind, setKind, code, setCode, input, send, ...answer } = useSecondStep(props)
  const { label, help, length, other } = kinds[kind]

  const type = (typed: string) => {
    setCode(typed)
    // Six digits are sent without a button, typed or pasted.
    if (kind === 'app' && /^\d{6}$/.test(typed.replace(/\s/g, ''))) void send(typed)
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (code.trim() === '') input.current?.focus()
    else void send(code)
  }
  const turnTo = (next: Kind) => {
    setKind(next)
    setCode('')
    input.current?.focus()
  }

  return (
    <form noValidate onSubmit={submit} className="grid gap-4 [--control:44px] [--type-input:16px]">
      {answer.failure !== undefined && <Note tone="red">{answer.failure}</Note>}
      <Field label={label} help={help}>
        {(control) => (
          <TextInput
            {...control}
            ref={input}
            name="code"
            className="text-center font-semibold text-h1 tracking-widest"
            autoComplete="one-time-code"
            autoCapitalize={kind === 'app' ? 'none' : 'characters'}
            inputMode={kind === 'app' ? 'numeric' : 'text'}
            spellCheck={false}
            maxLength={length + 4}
            value={code}
            onChange={(event) => type(event.target.value)}
          />
        )}
      </Field>
      <Checkbox
        label="Confiar en este equipo 30 días"
        checked={answer.isTrusted}
        onChange={(event) => answer.setIsTrusted(event.target.checked)}
      />
      <Button type="submit" variant="primary" size="lg" busy={answer.isBusy} busyLabel="Entrando..." className="w-full">
        Entrar
      </Button>
      <div className="grid gap-1 border-line border-t pt-3">
        {answer.mayUsePasskey && <PasskeyButton onPress={answer.openByPasskey} />}
        {methods.includes(other) && <OtherKindButton kind={kind} onPress={() => turnTo(other)} />}
      </div>
    </form>
  )
}

const PasskeyButton = ({ onPress }: { onPress: () => Promise<void> }) => (
  <Button variant="link" icon={<Fingerprint size={18} aria-hidden="true" />} onClick={() => void onPress()}>
    Usar llave de acceso
  </Button>
)

const OtherKindButton = ({ kind, onPress }: { kind: Kind; onPress: () => void }) => (
  <Button variant="link" icon={<KeyRound size={18} aria-hidden="true" />} onClick={onPress}>
    {kind === 'app' ? 'Usar un código de recuperación' : 'Usar el código de su aplicación'}
  </Button>
)

type Confirmed = Api['POST /api/auth/second-step/activation/confirm']['reply']
type ActivateProps = { step: SecondStep; onLeave: (reason?: string) => void }

/** The session begins only after the recovery codes were kept. */
function ActivateAtSignIn({ step: { ticket, mayDefer }, onLeave }: ActivateProps) {
  const [isOpen, setIsOpen] = useState(!mayDefer)
  const confirmed = useRef<Confirmed>(undefined)
  const leaveAt = (error: unknown) => {
    if (error instanceof ApiError && error.code === 'second_step_ended') onLeave(describeError(error, ''))
    throw error
  }
  const putOff = () =>
    call('POST /api/auth/second-step/later', { body: { ticket } }).then(startSession, (error: unknown) =>
      onLeave(describeError(error, 'No se pudo ingresar')),
    )
  return (
    <div className="grid gap-3">
      <Note tone="yellow">
        {mayDefer
          ? 'Como operador necesita un segundo paso; puede dejarlo hasta siete días.'
          : 'Su empresa exige un segundo paso; actívelo para entrar.'}
      </Note>
      <Button variant="primary" size="lg" onClick={() => setIsOpen(true)}>
        Activar
      </Button>
      {mayDefer && (
        <Button variant="link" size="lg" onClick={() => void putOff()}>
          Más tarde
        </Button>
      )}
      {isOpen && (
        <ActivationDialog
          onLeave={mayDefer ? undefined : () => onLeave()}
          asksPassword={false}
          offer={async () =>
            (await call('POST /api/auth/second-step/activation', { body: { ticket } }).catch(leaveAt)).data
          }
          confirm={async (code) => {
            const path = 'POST /api/auth/second-step/activation/confirm'
            confirmed.current = await call(path, { body: { ticket, code } }).catch(leaveAt)
            return confirmed.current.recoveryCodes
          }}
          onClose={() => {
            if (confirmed.current === undefined) setIsOpen(false)
            else startSession(confirmed.current)
          }}
        />
      )}
    </div>
  )
}
