import { type CashDrawer, type CashDrawerDraft, cashDrawerDraft } from '@casillero/shared/contract/cash'
import type * as z from 'zod/mini'
import { FormDialog } from '../../crud/form-dialog.tsx'
import { savingTexts } from '../../crud/record-texts.ts'
import { call } from '../../lib/api.ts'
import { createFields } from '../../ui/forms/form-fields.tsx'

type Form = z.input<typeof cashDrawerDraft>

const Fields = createFields<Form>()

const { creating, editing } = savingTexts('la caja')

type DrawerFormProps = { drawer?: CashDrawer | undefined; onClose: () => void }

export function DrawerForm({ drawer, onClose }: DrawerFormProps) {
  const save = (body: CashDrawerDraft) =>
    drawer === undefined
      ? call('POST /api/cash-drawers', { body })
      : call('PUT /api/cash-drawers/:id', { params: { id: drawer.id }, body })
  return (
    <FormDialog<Form, CashDrawerDraft>
      texts={drawer === undefined ? creating : editing}
      size="md"
      schema={cashDrawerDraft}
      values={drawer === undefined ? { name: '', isActive: true } : toFormValues(drawer)}
      save={save}
      reload={drawer && (() => current(drawer))}
      onClose={onClose}
    >
      <div className="grid gap-2 pt-1 pb-5">
        <Fields.Text name="name" label="Nombre" required maxLength={60} placeholder="Por ejemplo: Caja 2" />
        {drawer && <Fields.Check name="isActive" label="En uso" />}
      </div>
    </FormDialog>
  )
}

const toFormValues = ({ name, isActive, version }: CashDrawer): Form => ({ name, isActive, version })

async function current(drawer: CashDrawer): Promise<Form> {
  const { data } = await call('GET /api/cash-drawers')
  return toFormValues(data.find(({ id }) => id === drawer.id) ?? drawer)
}
