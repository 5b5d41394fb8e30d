import { type CashDrawer, cashDrawerDraft } from '@casillero/shared/contract/cash'
import type * as z from 'zod/mini'
import { RecordForm } from '../../crud/record-form.tsx'
import { call } from '../../lib/api.ts'
import { createFields } from '../../ui/forms/form-fields.tsx'

type Form = z.input<typeof cashDrawerDraft>

const Fields = createFields<Form>()

type DrawerFormProps = { drawer?: CashDrawer | undefined; onClose: () => void }

export function DrawerForm({ drawer, onClose }: DrawerFormProps) {
  return (
    <RecordForm
      thing="la caja"
      calls={{
        list: () => call('GET /api/cash-drawers'),
        create: (body) => call('POST /api/cash-drawers', { body }),
        update: (id, body) => call('PUT /api/cash-drawers/:id', { params: { id }, body }),
      }}
      row={drawer}
      size="md"
      schema={cashDrawerDraft}
      toValues={toFormValues}
      onClose={onClose}
    >
      <div className="grid gap-2 pt-1 pb-5">
        <Fields.Text name="name" label="Nombre" required maxLength={60} placeholder="Por ejemplo: Caja 2" />
        {drawer && <Fields.Check name="isActive" label="En uso" />}
      </div>
    </RecordForm>
  )
}

const toFormValues = (drawer: CashDrawer | undefined): Form =>
  drawer === undefined
    ? { name: '', isActive: true }
    : { name: drawer.name, isActive: drawer.isActive, version: drawer.version }
