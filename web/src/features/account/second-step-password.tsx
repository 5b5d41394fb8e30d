import { passwordCheck } from '@casillero/shared/contract/second-step'
import { useRef, useState } from 'react'
import type * as z from 'zod/mini'
import { FormDialog } from '../../crud/form-dialog.tsx'
import { call } from '../../lib/api.ts'
import { Button } from '../../ui/controls/button.tsx'
import { PresentPassword } from '../../ui/forms/present-password.tsx'
import { Dialog } from '../../ui/overlays/dialog.tsx'
import { RecoveryCodes } from '../second-step/recovery-codes.tsx'

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

/** Asks for the password before new codes of recovery, or before the end of the second step. */
export function SecondStepPassword({ kind, onClose }: { kind: 'codes' | 'remove'; onClose: () => void }) {
  // The form closes itself when it is done, and the codes then stay.
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
