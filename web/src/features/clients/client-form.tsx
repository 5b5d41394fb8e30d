import type { Api } from '@casillero/shared/contract/api'
import { type ClientDraft, clientDraft } from '@casillero/shared/contract/client-draft'
import type { Client } from '@casillero/shared/contract/clients'
import type { ShippingKind } from '@casillero/shared/contract/tariffs'
import { formatTariffPrice } from '@casillero/shared/domain/money-format'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useWatch } from 'react-hook-form'
import { FormDialog } from '../../crud/form-dialog.tsx'
import { call, newIdempotencyKey, read } from '../../lib/api.ts'
import { useMay } from '../../lib/session.ts'
import { createFields, type WholeForm } from '../../ui/forms/form-fields.tsx'
import { FormSection } from '../../ui/forms/form-section.tsx'
import { PhoneField } from '../../ui/forms/phone-field.tsx'
import type { Option } from '../../ui/forms/text-fields.tsx'

type Form = Api['POST /api/client']['body']

const Fields = createFields<Form>()

const creating = {
  title: 'Nuevo Cliente',
  save: 'Crear Cliente',
  saving: 'Creando...',
  saved: 'Cliente creado exitosamente',
  failed: 'Error al procesar la solicitud',
  offline: 'Error al conectar con el servidor',
}
const editing = {
  title: 'Editar Cliente',
  save: 'Guardar Cambios',
  saving: 'Guardando...',
  saved: 'Cliente actualizado exitosamente',
  failed: 'Error al procesar la solicitud',
  offline: 'Error al conectar con el servidor',
}

type ClientFormProps = {
  client?: Client | undefined
  start?: Partial<WholeForm<Form>>
  onCreated?: ((client: Client) => void) | undefined
  onClose: () => void
}

export function ClientForm({ client, start, onCreated, onClose }: ClientFormProps) {
  const [other, setOther] = useState<Client>()
  return (
    <>
      <OneClient client={client} start={start} onCreated={onCreated} onOpenOther={setOther} onClose={onClose} />
      {other && <ClientForm client={other} onClose={() => setOther(undefined)} />}
    </>
  )
}

type OneClientProps = ClientFormProps & { onOpenOther: (client: Client) => void }

function OneClient({ client, start, onCreated, onOpenOther, onClose }: OneClientProps) {
  const [key] = useState(newIdempotencyKey)
  const may = useMay()
  const save = async (body: ClientDraft) => {
    if (client !== undefined) return await call('PUT /api/client/:id', { params: { id: client.id }, body })
    const created = await call('POST /api/client', { body, headers: { 'Idempotency-Key': key } })
    onCreated?.(created.data)
    return created
  }

  return (
    <FormDialog
      texts={client === undefined ? creating : { ...editing, badge: client.casillero }}
      size="2xl"
      schema={clientDraft}
      values={{ ...toFormValues(client), ...start }}
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
        <PhoneField<Form>
          name="phone"
          label="Teléfono"
          required
          help={<PhoneHelp exceptId={client?.id} onOpen={onOpenOther} />}
        />
        <PhoneField<Form> name="secondPhone" label="Segundo teléfono" />
        <Fields.Text name="email" label="Correo electrónico" type="email" inputMode="email" maxLength={160} />
        <Fields.Text name="cedula" label="Cédula" maxLength={40} help="Se compara al entregar sus paquetes" />
      </FormSection>
      <FormSection title="Información de Dirección" columns="grid-cols-2">
        <Fields.Text name="address" label="Dirección" maxLength={120} className="col-span-2" />
        <Fields.Text name="city" label="Ciudad" maxLength={120} />
        <Fields.Text name="department" label="Departamento" maxLength={120} />
      </FormSection>
      <Tariffs client={client} />
      {may('credit.adjust') && (
        <FormSection title="Crédito" columns="sm:grid-cols-2">
          <Fields.Decimal
            name="creditLimit"
            label="Límite de crédito"
            before="US$"
            placeholder="Sin crédito"
            help="Hasta cuánto puede deber y retirar sus paquetes sin pagarlos"
          />
        </FormSection>
      )}
    </FormDialog>
  )
}

function Tariffs({ client }: Pick<ClientFormProps, 'client'>) {
  const tariffs = useTariffOptions()
  return (
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
  )
}

const pauseMs = 300

/** Returns the text once it has not changed for a moment. */
function useDebounced<Value extends string>(value: Value): Value {
  const [latest, setLatest] = useState(value)
  useEffect(() => {
    const timer = setTimeout(() => setLatest(value), pauseMs)
    return () => clearTimeout(timer)
  }, [value])
  return latest
}

type PhoneHelpProps = { exceptId: string | undefined; onOpen: (client: Client) => void }

/** Warns only, because a duplicate may be intended. */
function PhoneHelp({ exceptId, onOpen }: PhoneHelpProps) {
  const typed = useWatch<Form, ['firstName', 'lastNames', 'phone']>({ name: ['firstName', 'lastNames', 'phone'] })
  const person = JSON.stringify(typed.map((text) => text?.trim() ?? ''))
  const [firstName, lastNames, phone]: [string, string, string] = JSON.parse(useDebounced(person))
  const isWhole = firstName !== '' && lastNames !== '' && /^\D*(\d\D*){7,15}$/.test(phone)
  const same = useQuery({
    ...read('GET /api/client/same', { query: { firstName, lastNames, phone, exceptId } }),
    enabled: isWhole,
  })
  const twin = isWhole ? same.data?.data : undefined
  if (!twin) return 'Recibirá los avisos por WhatsApp'
  return (
    <span role="status" className="text-yellow-text">
      Ya existe con ese nombre y teléfono:{' '}
      <button type="button" className="font-medium underline" onClick={() => onOpen(twin)}>
        {twin.casillero}
      </button>
    </span>
  )
}

const toFormValues = (client?: Client): WholeForm<Form> => ({
  firstName: client?.firstName ?? '',
  middleName: client?.middleName ?? '',
  lastNames: client?.lastNames ?? '',
  phone: client?.phone ?? '',
  secondPhone: client?.secondPhone ?? '',
  email: client?.email ?? '',
  address: client?.address ?? '',
  city: client?.city ?? '',
  department: client?.department ?? '',
  cedula: client?.cedula ?? '',
  defaultTariffMaritimoId: client?.defaultTariffMaritimoId ?? '',
  defaultTariffAereoId: client?.defaultTariffAereoId ?? '',
  creditLimit: client?.creditLimit ?? null,
  version: client?.version,
})

async function current(client: Client): Promise<Form> {
  const { data } = await call('GET /api/client', { query: { search: client.casillero, page: '1' } })
  return toFormValues(data.find((one) => one.id === client.id) ?? client)
}

/** Returns tariffs that are assignable today, and the one chosen before. */
function useTariffOptions(): (type: ShippingKind, chosen: string | null | undefined) => Option[] {
  const tariffs = useQuery({
    ...read('GET /api/tariffs', { query: { isActive: 'true' } }),
    meta: { failed: 'Error al cargar las tarifas' },
  })
  return (type, chosen) => {
    const offered = tariffs.data?.data.filter((tariff) => tariff.type === type) ?? []
    const isMissing = chosen !== null && chosen !== undefined && !offered.some((tariff) => tariff.id === chosen)
    return [
      { value: '', label: 'Sin preferencia' },
      ...(isMissing ? [{ value: chosen, label: tariffs.isSuccess ? 'Tarifa no disponible' : 'Cargando...' }] : []),
      ...offered.map((tariff) => ({
        value: tariff.id,
        label: `${tariff.name} · ${formatTariffPrice(tariff.pricePerPound, tariff.unit)}`,
      })),
    ]
  }
}
