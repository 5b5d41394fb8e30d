import { type OwnSecondStep, type Passkey, passwordCheck } from '@casillero/shared/contract/second-step'
import { formatDate } from '@casillero/shared/domain/business-date'
import { deviceName } from '@casillero/shared/domain/device-name'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Fingerprint, Plus, ShieldCheck, Trash2 } from 'lucide-react'
import { useRef, useState } from 'react'
import type * as z from 'zod/mini'
import { ConfirmDialog } from '../../crud/confirm-dialog.tsx'
import { FormDialog } from '../../crud/form-dialog.tsx'
import { call, describeError, read } from '../../lib/api.ts'
import { hasPasskeys, makePasskey } from '../../lib/passkeys.ts'
import { Button } from '../../ui/controls/button.tsx'
import { IconButton } from '../../ui/controls/icon-button.tsx'
import { PresentPassword } from '../../ui/forms/present-password.tsx'
import { Surface } from '../../ui/layout/surface.tsx'
import { Dialog } from '../../ui/overlays/dialog.tsx'
import { ActivationDialog } from '../second-step/activation-dialog.tsx'
import { RecoveryCodes } from '../second-step/recovery-codes.tsx'
import { PasskeyForm } from './passkey-form.tsx'

const failed = 'Error al cargar su segundo paso'

type Open =
  | { kind: 'activate' | 'codes' | 'remove' | 'addPasskey' }
  | { kind: 'renamePasskey' | 'removePasskey'; passkey: Passkey }

async function addPasskey(
  currentPassword: string,
  name = deviceName(navigator.userAgent),
): Promise<readonly string[] | null> {
  const options = (await call('POST /api/account/passkeys/challenge', { body: { currentPassword } })).data
  const response = await makePasskey(options)
  const body = { name: name.slice(0, 60), response }
  return (await call('POST /api/account/passkeys', { body })).data.recoveryCodes
}

export function SecondStepCard() {
  const loaded = useQuery({ ...read('GET /api/account/second-step'), meta: { failed } })
  const client = useQueryClient()
  const [open, setOpen] = useState<Open>()
  const own = loaded.data?.data
  const close = () => {
    setOpen(undefined)
    void client.invalidateQueries()
  }
  return (
    <Surface>
      <div className="flex flex-wrap items-center gap-x-4 gap-y-3 p-4">
        <div className="min-w-0 flex-1 basis-56">
          <h2 className="font-semibold text-card">Segundo paso</h2>
          <p className="text-body text-muted">
            {loaded.isError ? describeError(loaded.error, failed) : own && describe(own)}
          </p>
        </div>
        {own !== undefined && !own.hasApp && (
          <Button
            icon={<ShieldCheck size={16} aria-hidden="true" />}
            className="max-sm:w-full"
            onClick={() => setOpen({ kind: 'activate' })}
          >
            {own.since === null ? 'Activar' : 'Agregar aplicación'}
          </Button>
        )}
      </div>
      {own !== undefined && own.passkeys.length > 0 && <PasskeyList own={own} onOpen={setOpen} />}
      {own !== undefined && own.since !== null && (
        <div className="flex flex-wrap justify-end gap-3 rounded-b-lg border-line border-t bg-surface-2 px-4 py-3">
          {hasPasskeys() && (
            <Button
              icon={<Plus size={16} aria-hidden="true" />}
              className="max-sm:w-full"
              onClick={() => setOpen({ kind: 'addPasskey' })}
            >
              Agregar llave de acceso
            </Button>
          )}
          <Button className="max-sm:w-full" onClick={() => setOpen({ kind: 'codes' })}>
            Nuevos códigos de recuperación
          </Button>
          {!own.isRequired && (
            <Button variant="danger-quiet" className="max-sm:w-full" onClick={() => setOpen({ kind: 'remove' })}>
              Quitar
            </Button>
          )}
        </div>
      )}
      {open !== undefined && own !== undefined && <OpenDialog open={open} own={own} onClose={close} />}
    </Surface>
  )
}

const sayCodes = (left: number): string => (left === 1 ? 'queda 1 código' : `quedan ${left} códigos`)

function describe({ since, hasApp, codesLeft }: OwnSecondStep): string {
  if (since === null) return 'Además de la contraseña, un código de su teléfono.'
  return `${hasApp ? 'Con aplicación' : 'Con llave de acceso'}, desde el ${formatDate(new Date(since))} · ${sayCodes(codesLeft)} de recuperación`
}

function PasskeyList({ own, onOpen }: { own: OwnSecondStep; onOpen: (open: Open) => void }) {
  return (
    <ul aria-label="Llaves de acceso">
      {own.passkeys.map((passkey) => (
        <li key={passkey.id} className="flex items-center gap-3 border-line border-t px-4 py-3">
          <Fingerprint size={20} className="shrink-0 text-muted" aria-hidden="true" />
          <div className="min-w-0 flex-1">
            <p className="break-words font-medium text-body">{passkey.name}</p>
            <p className="text-help text-muted">
              Desde el {formatDate(new Date(passkey.createdAt))}
              {passkey.lastUsedAt !== null && ` · usada el ${formatDate(new Date(passkey.lastUsedAt))}`}
            </p>
          </div>
          <Button size="sm" variant="ghost" onClick={() => onOpen({ kind: 'renamePasskey', passkey })}>
            Nombrar
          </Button>
          <IconButton
            label={`Eliminar la llave ${passkey.name}`}
            icon={<Trash2 size={16} aria-hidden="true" />}
            onClick={() => onOpen({ kind: 'removePasskey', passkey })}
          />
        </li>
      ))}
    </ul>
  )
}

function OpenDialog({ open, own, onClose }: { open: Open; own: OwnSecondStep; onClose: () => void }) {
  if (open.kind === 'activate') {
    return (
      <ActivationDialog
        asksPassword={own.asksPassword}
        offer={async (currentPassword) =>
          (await call('POST /api/account/second-step/app', { body: { currentPassword } })).data
        }
        confirm={async (code) =>
          (await call('POST /api/account/second-step/app/confirm', { body: { code } })).data.recoveryCodes
        }
        addPasskey={hasPasskeys() && own.since === null ? addPasskey : undefined}
        onClose={onClose}
      />
    )
  }
  if (open.kind === 'codes' || open.kind === 'remove') return <SecondStepPassword kind={open.kind} onClose={onClose} />
  if (!('passkey' in open)) return <PasskeyForm asksPassword={own.asksPassword} add={addPasskey} onClose={onClose} />
  const { passkey } = open
  if (open.kind === 'renamePasskey') return <PasskeyForm passkey={passkey} onClose={onClose} />
  return (
    <ConfirmDialog
      title="¿Eliminar esta llave de acceso?"
      texts={{
        confirm: 'Eliminar',
        confirming: 'Eliminando...',
        done: 'Llave de acceso eliminada',
        failed: 'Error al eliminar la llave de acceso',
      }}
      run={() => call('DELETE /api/account/passkeys/:id', { params: { id: passkey.id } })}
      onClose={onClose}
    >
      <b className="font-semibold">{passkey.name}</b> ya no podrá usarse para ingresar.
    </ConfirmDialog>
  )
}

type Form = z.input<typeof passwordCheck>

const texts = {
  codes: {
    title: 'Nuevos códigos de recuperación',
    save: 'Crear códigos',
    saving: 'Creando...',
    saved: 'Códigos creados; los de antes ya no sirven',
    failed: 'Error al crear los códigos',
  },
  remove: {
    title: 'Quitar el segundo paso',
    save: 'Quitar',
    saving: 'Quitando...',
    saved: 'Segundo paso quitado',
    failed: 'Error al quitar el segundo paso',
  },
}

function SecondStepPassword({ kind, onClose }: { kind: 'codes' | 'remove'; onClose: () => void }) {
  // The form closes itself when done; this keeps the codes shown.
  const isMade = useRef(false)
  const [codes, setCodes] = useState<readonly string[]>()
  if (codes !== undefined) {
    return (
      <Dialog
        title={texts.codes.title}
        size="lg"
        holds={() => true}
        onClose={() => undefined}
        footer={
          <Button variant="primary" onClick={onClose}>
            Los guardé
          </Button>
        }
      >
        <div className="px-5 pt-1 pb-5">
          <RecoveryCodes codes={codes} />
        </div>
      </Dialog>
    )
  }
  const save = async (body: Form) => {
    if (kind === 'remove') return await call('POST /api/account/second-step/remove', { body })
    const made = (await call('POST /api/account/second-step/recovery-codes', { body })).data.recoveryCodes
    isMade.current = true
    return setCodes(made ?? [])
  }
  return (
    <FormDialog<Form, Form>
      texts={texts[kind]}
      size="md"
      schema={passwordCheck}
      values={{ currentPassword: '' }}
      save={save}
      onClose={() => {
        if (!isMade.current) onClose()
      }}
    >
      <div className="grid gap-4 pt-1 pb-5">
        <p className="text-body text-muted">
          {kind === 'remove'
            ? 'Sus llaves de acceso y códigos de recuperación dejan de servir.'
            : 'Los códigos de antes dejan de servir.'}
        </p>
        <PresentPassword<Form> name="currentPassword" />
      </div>
    </FormDialog>
  )
}
