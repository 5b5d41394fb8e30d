import { type ListView, type ListViewDraft, listViewDraft } from '@casillero/shared/contract/list-views'
import type * as z from 'zod/mini'
import { call } from '../lib/api.ts'
import { useSignedIn } from '../lib/session.ts'
import { createFields } from '../ui/forms/form-fields.tsx'
import { FormDialog } from './form-dialog.tsx'

const Fields = createFields<z.input<typeof listViewDraft>>()

const texts = { saving: 'Guardando...', saved: 'Vista guardada', failed: 'Error al guardar la vista' }
const creating = { ...texts, title: 'Guardar vista', save: 'Guardar vista' }
const editing = { ...texts, title: 'Editar vista', save: 'Guardar Cambios' }

type ViewFormProps = {
  list: ListView['list']
  /** The filters of the address. */
  query: string
  /** The view that is changed; left out for a new one. */
  view?: ListView | undefined
  onSaved: (view: ListView) => void
  onClose: () => void
}

/** Names the filters that are chosen. */
export function ViewForm({ list, query, view, onSaved, onClose }: ViewFormProps) {
  const isAdmin = useSignedIn().user.type === 'admin'
  const save = async (body: ListViewDraft) => {
    const { data } = await (view === undefined
      ? call('POST /api/list-views', { body })
      : call('PUT /api/list-views/:id', { params: { id: view.id }, body }))
    onSaved(data)
  }
  return (
    <FormDialog
      texts={view === undefined ? creating : editing}
      size="sm"
      schema={listViewDraft}
      values={{ list, query, name: view?.name ?? '', isShared: view?.isShared ?? false, version: view?.version }}
      save={save}
      onClose={onClose}
    >
      <div className="grid gap-2 pt-1 pb-5">
        <Fields.Text
          name="name"
          label="Nombre"
          required
          maxLength={40}
          placeholder="Por ejemplo: Listos más de 15 días"
        />
        {isAdmin && <Fields.Check name="isShared" label="Para todos los usuarios" />}
      </div>
    </FormDialog>
  )
}
