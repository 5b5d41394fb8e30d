import {
  type ShippingMethod,
  type ShippingMethodDraft,
  shippingMethodDraft,
} from '@casillero/shared/contract/shipping-methods'
import type * as z from 'zod/mini'
import { FormDialog } from '../../crud/form-dialog.tsx'
import { call } from '../../lib/api.ts'
import { createFields, type WholeForm } from '../../ui/forms/form-fields.tsx'

type Form = z.input<typeof shippingMethodDraft>

const Fields = createFields<Form>()

const failed = 'Error al guardar el método de envío'
const creating = {
  title: 'Nuevo Método de Envío',
  save: 'Crear Método',
  saving: 'Creando...',
  saved: 'Método de envío creado exitosamente',
  failed,
}
const editing = {
  title: 'Editar Método de Envío',
  save: 'Guardar Cambios',
  saving: 'Guardando...',
  saved: 'Método de envío actualizado exitosamente',
  failed,
}

type ShippingMethodFormProps = { method?: ShippingMethod | undefined; onClose: () => void }

export function ShippingMethodForm({ method, onClose }: ShippingMethodFormProps) {
  const save = (body: ShippingMethodDraft) =>
    method === undefined
      ? call('POST /api/shipping-methods', { body })
      : call('PUT /api/shipping-methods/:id', { params: { id: method.id }, body })

  return (
    <FormDialog
      texts={method === undefined ? creating : editing}
      size="md"
      schema={shippingMethodDraft}
      values={method === undefined ? { name: '', isActive: true, isDefault: false } : toFormValues(method)}
      save={save}
      reload={method && (() => current(method))}
      onClose={onClose}
    >
      <div className="grid gap-2 pt-1 pb-5">
        <Fields.Text name="name" label="Nombre" required maxLength={120} placeholder="Por ejemplo: Motorizado" />
        <Fields.Check name="isActive" label="Activo" />
        <Fields.Check name="isDefault" label="Predeterminado al facturar" />
      </div>
    </FormDialog>
  )
}

const toFormValues = ({ name, isActive, isDefault, version }: ShippingMethod): WholeForm<Form> => ({
  name,
  isActive,
  isDefault,
  version,
})

async function current(method: ShippingMethod): Promise<Form> {
  const { data } = await call('GET /api/shipping-methods', { query: { includeInactive: 'true' } })
  return toFormValues(data.find((one) => one.id === method.id) ?? method)
}
