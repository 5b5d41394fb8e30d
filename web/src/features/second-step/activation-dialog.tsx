import type { OfferedApp } from '@casillero/shared/contract/second-step'
import { Copy, Fingerprint } from 'lucide-react'
import { type FormEvent, type ReactNode, useEffect, useEffectEvent, useId, useState } from 'react'
import { describeError, isWrongCode, ToldError } from '../../lib/api.ts'
import { cx } from '../../ui/class-names.ts'
import { Button } from '../../ui/controls/button.tsx'
import { IconButton } from '../../ui/controls/icon-button.tsx'
import { Note } from '../../ui/feedback/note.tsx'
import { toastError, toastSuccess } from '../../ui/feedback/toast.tsx'
import { Checkbox } from '../../ui/forms/checkbox.tsx'
import { Field } from '../../ui/forms/field.tsx'
import { PasswordInput } from '../../ui/forms/password-input.tsx'
import { TextInput } from '../../ui/forms/text-input.tsx'
import { Dialog } from '../../ui/overlays/dialog.tsx'
import { RecoveryCodes } from './recovery-codes.tsx'

const steps = ['Aplicación', 'Códigos de recuperación', 'Listo']

function StepsHead({ at }: { at: number }) {
  return (
    <ol className="mx-5 flex items-center gap-2 border-line border-b pb-3 text-label">
      {steps.map((name, index) => (
        <li
          key={name}
          aria-current={index + 1 === at ? 'step' : undefined}
          className={cx(
            'flex items-center gap-2',
            index + 1 < steps.length && 'flex-auto',
            index + 1 === at ? 'font-semibold text-primary-text' : 'text-muted',
          )}
        >
          <span
            className={cx(
              'grid size-6 shrink-0 place-items-center rounded-full border',
              index + 1 === at ? 'border-primary bg-primary text-primary-fg' : 'border-control',
            )}
          >
            {index + 1}
          </span>
          <span className={cx('whitespace-nowrap', index + 1 !== at && 'max-sm:sr-only')}>{name}</span>
          {index + 1 < steps.length && <span aria-hidden="true" className="mx-2 h-px min-w-2 flex-1 bg-line" />}
        </li>
      ))}
    </ol>
  )
}

type ActivationProps = {
  /** Offered if the user cannot continue without a second step. */
  onLeave?: (() => void) | undefined
  asksPassword: boolean
  offer: (password: string) => Promise<OfferedApp>
  /** Resolves to the recovery codes, or null if the user keeps earlier ones. */
  confirm: (code: string) => Promise<readonly string[] | null>
  /** Offered instead of an authenticator app. */
  addPasskey?: ((password: string) => Promise<readonly string[] | null>) | undefined
  onClose: () => void
}

type Step =
  | { name: 'password' }
  | { name: 'waiting' }
  | { name: 'app'; offered: OfferedApp }
  | { name: 'codes'; codes: readonly string[] }
  | { name: 'done' }

const failed = 'No se pudo activar el segundo paso'

type Activation = ReturnType<typeof useActivation>

function useActivation({ asksPassword, offer, confirm, addPasskey, onClose }: ActivationProps) {
  const [step, setStep] = useState<Step>(asksPassword ? { name: 'password' } : { name: 'waiting' })
  const [password, setPassword] = useState('')
  const [code, setCode] = useState('')
  const [failure, setFailure] = useState<string>()
  const [isBusy, setIsBusy] = useState(false)
  const [isKept, setIsKept] = useState(false)

  const run = async (work: () => Promise<void>) => {
    if (isBusy) return
    setIsBusy(true)
    setFailure(undefined)
    try {
      await work()
    } catch (error) {
      // Without a reason the user cancelled the passkey, so no message is needed.
      if (error instanceof ToldError) setFailure(describeError(error, failed))
      if (isWrongCode(error)) setCode('')
    } finally {
      setIsBusy(false)
    }
  }
  const showCodes = (codes: readonly string[] | null) =>
    setStep(codes === null ? { name: 'done' } : { name: 'codes', codes })
  const begin = () => run(async () => setStep({ name: 'app', offered: await offer(password) }))
  const beginAtOnce = useEffectEvent(() => void begin())
  useEffect(() => {
    if (!asksPassword) beginAtOnce()
  }, [asksPassword])

  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (step.name === 'password' || step.name === 'waiting') void begin()
    else if (step.name === 'app') void run(async () => showCodes(await confirm(code)))
    else if (step.name === 'codes' && isKept) setStep({ name: 'done' })
    else if (step.name === 'done') onClose()
  }
  const choosePasskey = addPasskey && (() => void run(async () => showCodes(await addPasskey(password))))
  const fields = { password, setPassword, code, setCode, isKept, setIsKept }
  return { ...fields, step, failure, setFailure, isBusy, submit, choosePasskey }
}

export function ActivationDialog(props: ActivationProps) {
  const { onLeave, onClose } = props
  const id = useId()
  const activation = useActivation(props)
  const { step, failure } = activation
  const isHeld = step.name === 'codes'
  const isRequired = onLeave !== undefined
  // The field of a step comes later than the dialog; what is typed into the dialog would be lost.
  useEffect(() => {
    if (step.name !== 'waiting' || failure !== undefined) document.getElementById(id)?.querySelector('input')?.focus()
  }, [id, step.name, failure])
  const close = () => {
    if (isHeld) activation.setFailure('Guarde antes los códigos: no se vuelven a mostrar')
    else if (!isRequired || step.name === 'done') onClose()
  }

  return (
    <Dialog
      title="Activar el segundo paso"
      size="xl"
      head={<StepsHead at={step.name === 'codes' ? 2 : step.name === 'done' ? 3 : 1} />}
      holds={() => isHeld || (isRequired && step.name !== 'done')}
      isAlone={isRequired}
      onClose={close}
      footer={
        <>
          {isRequired && (step.name === 'app' || step.name === 'waiting') && (
            <Button variant="link" className="mr-auto" onClick={onLeave}>
              Ingresar con otro usuario
            </Button>
          )}
          {!isRequired && (step.name === 'app' || step.name === 'password') && (
            <Button onClick={onClose}>Cancelar</Button>
          )}
          <Button
            type="submit"
            form={id}
            variant="primary"
            busy={activation.isBusy}
            busyLabel="Un momento..."
            disabled={
              (step.name === 'waiting' && failure === undefined) || (step.name === 'codes' && !activation.isKept)
            }
          >
            {step.name === 'done' ? 'Listo' : 'Continuar'}
          </Button>
        </>
      }
    >
      <form id={id} noValidate onSubmit={activation.submit} className="grid gap-4 px-5 py-4">
        {failure !== undefined && <Note tone="red">{failure}</Note>}
        <StepFields activation={activation} />
      </form>
    </Dialog>
  )
}

function StepFields({ activation }: { activation: Activation }) {
  const { step, choosePasskey } = activation
  if (step.name === 'password')
    return (
      <Field label="Contraseña actual" help="Su sesión empezó hace más de 10 minutos">
        {(control) => (
          <PasswordInput
            {...control}
            autoComplete="current-password"
            value={activation.password}
            onChange={(event) => activation.setPassword(event.target.value)}
          />
        )}
      </Field>
    )
  if (step.name === 'app')
    return (
      <>
        <OfferedKey offered={step.offered}>
          <CodeField code={activation.code} onChange={activation.setCode} />
        </OfferedKey>
        {choosePasskey && (
          <PasskeyOffer>
            <Button size="sm" onClick={choosePasskey}>
              Usar llave de acceso
            </Button>
          </PasskeyOffer>
        )}
      </>
    )
  if (step.name === 'codes')
    return (
      <>
        <RecoveryCodes codes={step.codes} />
        <Checkbox
          label="Los guardé"
          checked={activation.isKept}
          onChange={(event) => activation.setIsKept(event.target.checked)}
        />
      </>
    )
  if (step.name === 'waiting') return null
  return (
    <p className="text-body" role="status">
      El segundo paso está activo. Desde ahora se lo pedimos después de la contraseña.
    </p>
  )
}

function CodeField({ code, onChange }: { code: string; onChange: (code: string) => void }) {
  return (
    <Field label="Código que muestra la aplicación">
      {(control) => (
        <TextInput
          {...control}
          name="code"
          className="max-w-[220px] font-semibold tracking-widest"
          inputMode="numeric"
          autoComplete="one-time-code"
          maxLength={8}
          value={code}
          onChange={(event) => onChange(event.target.value)}
        />
      )}
    </Field>
  )
}

const PasskeyOffer = ({ children }: { children: ReactNode }) => (
  <div className="flex flex-wrap items-center gap-3 rounded-lg border border-line bg-surface-2 p-3">
    <Fingerprint size={20} className="shrink-0 text-muted" aria-hidden="true" />
    <p className="min-w-0 flex-1 basis-40 text-body">
      ¿Este equipo tiene huella o rostro? <span className="text-muted">Una llave de acceso entra sin código.</span>
    </p>
    {children}
  </div>
)

/** On phones the key is shown before the QR code. */
function OfferedKey({ offered: { secret, qr }, children }: { offered: OfferedApp; children: ReactNode }) {
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(secret)
      toastSuccess('Clave copiada')
    } catch {
      toastError('Cópiela con el teclado')
    }
  }
  return (
    <div className="grid gap-4 sm:grid-cols-[auto_1fr]">
      <details className="sm:hidden">
        <summary className="min-h-11 content-center font-medium text-body text-primary-text">
          Estoy en otro equipo
        </summary>
        <Qr rows={qr} />
      </details>
      <div className="max-sm:hidden">
        <Qr rows={qr} />
      </div>
      <div className="grid content-start gap-3 max-sm:order-first">
        <p className="text-body">Escanee con Google Authenticator, Aegis u otra aplicación de códigos.</p>
        <div>
          <p className="text-help text-muted">O escriba esta clave</p>
          <p className="flex items-center gap-2 font-semibold text-body tracking-wide">
            <span className="break-words" data-key>
              {secret.replace(/.{4}(?=.)/g, '$& ')}
            </span>
            <IconButton
              label="Copiar la clave"
              icon={<Copy size={16} aria-hidden="true" />}
              onClick={() => void copy()}
            />
          </p>
        </div>
        {children}
      </div>
    </div>
  )
}

/** White in both themes, because cameras need dark on light. */
function Qr({ rows }: { rows: readonly string[] }) {
  const path = rows
    .flatMap((row, y) => [...row].map((module, x) => (module === '1' ? `M${x} ${y}h1v1h-1z` : '')))
    .join('')
  return (
    <svg
      aria-hidden="true"
      viewBox={`-4 -4 ${rows.length + 8} ${rows.length + 8}`}
      className="size-[196px] rounded-lg border border-line bg-white"
      shapeRendering="crispEdges"
    >
      <path d={path} fill="black" />
    </svg>
  )
}
