import type { Api } from '@casillero/shared/contract/api'
import { type Client, type ClientDraft, clientDraft } from '@casillero/shared/contract/clients'
import { useState } from 'react'
import { FormDialog } from '../../crud/form-dialog.tsx'
import { call, newIdempotencyKey } from '../../lib/api.ts'
import { fieldsOf } from '../../ui/form-fields.tsx'
import { PhoneField } from '../../ui/phone-field.tsx'
import { FormSection } from '../../ui/surface.tsx'
import { useTariffOptions } from './tariff-options.ts'

type Form = Api['POST /api/client']['body']

const Fields = fieldsOf<Form>()

const creating = {
  title: 'Nuevo Cliente',
  save: 'Crear Cliente',
  saving: 'Creando...',
  saved: 'Cliente creado exitosamente',
  failed: 'Error al procesar la solicitud',
}
const editing = {
  title: 'Editar Cliente',
  save: 'Guardar Cambios',
  saving: 'Guardando...',
  saved: 'Cliente actualizado exitosamente',
  failed: 'Error al procesar la solicitud',
}

type ClientFormProps = { client?: Client | undefined; onClose: () => void }

export function ClientForm({ client, onClose }: ClientFormProps) {
  const [key] = useState(newIdempotencyKey)
  const tariffs = useTariffOptions()
  const save = (body: ClientDraft) =>
    client === undefined
      ? call('POST /api/client', { body, headers: { 'Idempotency-Key': key } })
      : call('PUT /api/client/:id', { params: { id: client.id }, body })

  return (
    <FormDialog
      texts={client === undefined ? creating : { ...editing, badge: client.casillero }}
      size="2xl"
      schema={clientDraft}
      values={valuesOf(client)}
      save={save}
      reload={client && (() => current(client))}
      onClose={onClose}
    >
      <FormSection title="Información Personal" columns="sm:grid-cols-3">
        <Fields.Text name="firstName" label="Nombre" required maxLength={120} />
        <Fields.Text name="middleName" label="Segundo nombre" maxLength={120} />
        <Fields.Text name="lastNames" label="Apellidos" required maxLength={120} />
      </FormSection>
      <FormSection title="Información de Contacto">
        <PhoneField<Form> name="phone" label="Teléfono" required help="Recibirá los avisos por WhatsApp" />
        <Fields.Text name="email" label="Correo electrónico" type="email" inputMode="email" maxLength={160} />
      </FormSection>
      <FormSection title="Información de Dirección" columns="grid-cols-2">
        <Fields.Text name="address" label="Dirección" maxLength={120} className="col-span-2" />
        <Fields.Text name="city" label="Ciudad" maxLength={120} />
        <Fields.Text name="department" label="Departamento" maxLength={120} />
      </FormSection>
      <FormSection title="Tarifas Preferenciales">
        <Fields.Select
          name="defaultTariffMaritimoId"
          label="Tarifa marítima"
          options={tariffs('maritimo', client?.defaultTariffMaritimoId)}
        />
        <Fields.Select
          name="defaultTariffAereoId"
          label="Tarifa aérea"
          options={tariffs('aereo', client?.defaultTariffAereoId)}
        />
      </FormSection>
    </FormDialog>
  )
}

const valuesOf = (client?: Client): Form => ({
  firstName: client?.firstName ?? '',
  middleName: client?.middleName ?? '',
  lastNames: client?.lastNames ?? '',
  phone: client?.phone ?? '',
  email: client?.email ?? '',
  address: client?.address ?? '',
  city: client?.city ?? '',
  department: client?.department ?? '',
  defaultTariffMaritimoId: client?.defaultTariffMaritimoId ?? '',
  defaultTariffAereoId: client?.defaultTariffAereoId ?? '',
  version: client?.version,
})

async function current(client: Client): Promise<Form> {
  const { data } = await call('GET /api/client', { query: { search: client.casillero, page: '1' } })
  return valuesOf(data.find((one) => one.id === client.id) ?? client)
}
