import { type Picker, type PickerDraft, pickerDraft } from '@casillero/shared/contract/handovers'
import { useQuery } from '@tanstack/react-query'
import { Plus, Trash2 } from 'lucide-react'
import { useState } from 'react'
import type * as z from 'zod/mini'
import { FormDialog } from '../../crud/form-dialog.tsx'
import { RemoveDialog } from '../../crud/remove-dialog.tsx'
import { call, describeError, newIdempotencyKey, read } from '../../lib/api.ts'
import { useMay } from '../../lib/session.ts'
import { Button } from '../../ui/controls/button.tsx'
import { IconButton } from '../../ui/controls/icon-button.tsx'
import { ErrorState } from '../../ui/feedback/empty-state.tsx'
import { createTextFields } from '../../ui/forms/text-fields.tsx'
import { Surface } from '../../ui/layout/surface.tsx'

type Form = z.input<typeof pickerDraft>

const Fields = createTextFields<Form>()

const failed = 'Error al cargar los autorizados'
const texts = {
  title: 'Nuevo autorizado',
  save: 'Agregar',
  saving: 'Agregando...',
  saved: 'Autorizado agregado',
  failed: 'Error al agregar el autorizado',
}

/** docs/product/handovers.md, "Pickers". */
export function ClientPickers({ clientId }: { clientId: string }) {
  const may = useMay()
  const [isAdding, setIsAdding] = useState(false)
  const [removing, setRemoving] = useState<Picker>()
  const query = useQuery({
    ...read('GET /api/clients/:id/pickers', { params: { id: clientId } }),
    meta: { failed },
  })
  const pickers = query.data?.data
  const mayWrite = may('clients.write')
  return (
    <Surface className="mt-3 p-4">
      <section aria-label="Autorizados para retirar">
        <div className="flex flex-wrap items-center justify-between gap-2">
          <h2 className="font-semibold text-card">Autorizados para retirar</h2>
          {mayWrite && (
            <Button size="sm" icon={<Plus size={16} aria-hidden="true" />} onClick={() => setIsAdding(true)}>
              Agregar autorizado
            </Button>
          )}
        </div>
        {query.isError && (
          <ErrorState title={describeError(query.error, failed)} onRetry={() => void query.refetch()} />
        )}
        {pickers?.length === 0 && (
          <p className="mt-2 text-body text-muted">Solo el cliente retira; aquí se agregan otras personas.</p>
        )}
        {pickers !== undefined && pickers.length > 0 && (
          <ul className="mt-2 divide-y divide-line">
            {pickers.map((picker) => (
              <PickerRow key={picker.id} picker={picker} onRemove={mayWrite ? () => setRemoving(picker) : undefined} />
            ))}
          </ul>
        )}
      </section>
      {isAdding && <PickerForm clientId={clientId} onClose={() => setIsAdding(false)} />}
      {removing && (
        <RemoveDialog
          thing="el autorizado"
          title={`¿Quitar a ${removing.name}?`}
          run={() =>
            call('DELETE /api/clients/:id/pickers/:pickerId', { params: { id: clientId, pickerId: removing.id } })
          }
          onClose={() => setRemoving(undefined)}
        >
          <b className="font-semibold">{removing.name}</b> deja de estar autorizado para retirar los paquetes del
          cliente.
        </RemoveDialog>
      )}
    </Surface>
  )
}

type PickerRowProps = { picker: Picker; onRemove: (() => void) | undefined }

function PickerRow({ picker: { name, cedula }, onRemove }: PickerRowProps) {
  return (
    <li className="flex items-center gap-3 py-2 text-body">
      <span className="min-w-0 flex-1 break-words">
        <span className="font-medium">{name}</span>
        <span className="block text-help text-muted tabular-nums">
          {cedula === null ? 'Sin cédula' : `Cédula ${cedula}`}
        </span>
      </span>
      {onRemove && (
        <IconButton label={`Quitar: ${name}`} icon={<Trash2 size={16} aria-hidden="true" />} onClick={onRemove} />
      )}
    </li>
  )
}

function PickerForm({ clientId, onClose }: { clientId: string; onClose: () => void }) {
  const [key] = useState(newIdempotencyKey)
  const save = (body: PickerDraft) =>
    call('POST /api/clients/:id/pickers', {
      params: { id: clientId },
      body,
      headers: { 'Idempotency-Key': key },
    })
  return (
    <FormDialog<Form, PickerDraft>
      texts={texts}
      size="md"
      schema={pickerDraft}
      values={{ name: '', cedula: '' }}
      save={save}
      onClose={onClose}
    >
      <div className="grid gap-3 pt-1 pb-5">
        <Fields.Text name="name" label="Nombre" required maxLength={120} />
        <Fields.Text name="cedula" label="Cédula" maxLength={40} placeholder="000-000000-0000A" />
      </div>
    </FormDialog>
  )
}
