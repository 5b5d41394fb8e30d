import type { OfferedApp } from '@casillero/shared/contract/second-step'
import { Fingerprint } from 'lucide-react'
import { type FormEvent, type ReactNode, useEffect, useEffectEvent, useId, useState } from 'react'
import { ApiError, describeError } from '../../lib/api.ts'
import { Button } from '../../ui/controls/button.tsx'
import { Note } from '../../ui/feedback/note.tsx'
import { Checkbox } from '../../ui/forms/checkbox.tsx'
import { Field } from '../../ui/forms/field.tsx'
import { PasswordInput } from '../../ui/forms/password-input.tsx'
import { TextInput } from '../../ui/forms/text-input.tsx'
import { Dialog } from '../../ui/overlays/dialog.tsx'
import { OfferedKey } from './offered-key.tsx'
import { RecoveryCodes } from './recovery-codes.tsx'
import { StepsHead } from './steps-head.tsx'

type ActivationProps = {
  /** The person cannot go on without a second step. */
  onLeave?: (() => void) | undefined
  asksPassword: boolean
  offer: (password: string) => Promise<OfferedApp>
  /** The codes of recovery, where the person gets some. */
  confirm: (code: string) => Promise<readonly string[] | null>
  /** In place of the application. */
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

export function ActivationDialog({ onLeave, asksPassword, offer, confirm, addPasskey, onClose }: ActivationProps) {
  const id = useId()
  const [step, setStep] = useState<Step>(asksPassword ? { name: 'password' } : { name: 'waiting' })
  const [password, setPassword] = useState('')
  const [code, setCode] = useState('')
  const [failure, setFailure] = useState<string>()
  const [isBusy, setIsBusy] = useState(false)
  const [isKept, setIsKept] = useState(false)
  const isHeld = step.name === 'codes'
  const isRequired = onLeave !== undefined

  const run = async (work: () => Promise<void>) => {
    if (isBusy) return
    setIsBusy(true)
    setFailure(undefined)
    try {
      await work()
    } catch (error) {
      if (error instanceof ApiError) setFailure(describeError(error, failed))
      setCode('')
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
  const close = () => {
    if (isHeld) setFailure('Guarde antes los códigos: no se vuelven a mostrar')
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
            busy={isBusy}
            busyLabel="Un momento..."
            disabled={(step.name === 'waiting' && failure === undefined) || (step.name === 'codes' && !isKept)}
          >
            {step.name === 'done' ? 'Listo' : 'Continuar'}
          </Button>
        </>
      }
    >
      <form id={id} noValidate onSubmit={submit} className="grid gap-4 px-5 py-4">
        {failure !== undefined && <Note tone="red">{failure}</Note>}
        {step.name === 'password' && (
          <Field label="Contraseña actual" help="Su sesión empezó hace más de 10 minutos">
            {(control) => (
              <PasswordInput
                {...control}
                autoComplete="current-password"
                value={password}
                onChange={(event) => setPassword(event.target.value)}
              />
            )}
          </Field>
        )}
        {step.name === 'app' && (
          <>
            <OfferedKey offered={step.offered}>
              <CodeField code={code} onChange={setCode} />
            </OfferedKey>
            {addPasskey !== undefined && (
              <PasskeyOffer>
                <Button size="sm" onClick={() => void run(async () => showCodes(await addPasskey(password)))}>
                  Usar llave de acceso
                </Button>
              </PasskeyOffer>
            )}
          </>
        )}
        {step.name === 'codes' && (
          <>
            <RecoveryCodes codes={step.codes} />
            <Checkbox label="Los guardé" checked={isKept} onChange={(event) => setIsKept(event.target.checked)} />
          </>
        )}
        {step.name === 'done' && (
          <p className="text-body" role="status">
            El segundo paso está activo. Desde ahora se lo pedimos después de la contraseña.
          </p>
        )}
      </form>
    </Dialog>
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
