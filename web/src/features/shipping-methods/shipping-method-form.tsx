import { type ShippingMethod, shippingMethodDraft } from '@casillero/shared/contract/shipping-methods'
import type * as z from 'zod/mini'
import { RecordForm } from '../../crud/record-form.tsx'
import { bindCatalogue } from '../../lib/api.ts'
import { createFields, type WholeForm } from '../../ui/forms/form-fields.tsx'

type Form = z.input<typeof shippingMethodDraft>

const Fields = createFields<Form>()

const calls = bindCatalogue('shipping-methods', { includeInactive: 'true' })

// The title capitalises each word; the button names only the method.
const creating = { title: 'Nuevo Método de Envío', save: 'Crear Método' }
const editing = { title: 'Editar Método de Envío' }

type ShippingMethodFormProps = { row: ShippingMethod | undefined; onClose: () => void }

export function ShippingMethodForm({ row, onClose }: ShippingMethodFormProps) {
  return (
    <RecordForm
      thing="el método de envío"
      calls={calls}
      texts={row === undefined ? creating : editing}
      row={row}
      size="md"
      schema={shippingMethodDraft}
      toValues={toFormValues}
      onClose={onClose}
    >
      <div className="grid gap-2 pt-1 pb-5">
        <Fields.Text name="name" label="Nombre" required maxLength={120} placeholder="Por ejemplo: Motorizado" />
        <Fields.Check name="isActive" label="Activo" />
        <Fields.Check name="isDefault" label="Predeterminado al facturar" />
      </div>
    </RecordForm>
  )
}

function toFormValues(method: ShippingMethod | undefined): Partial<Form> {
  if (method === undefined) return { name: '', isActive: true, isDefault: false }
  const { name, isActive, isDefault, version } = method
  return { name, isActive, isDefault, version } satisfies WholeForm<Form>
}
