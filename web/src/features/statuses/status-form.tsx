import { type Status, statusDraft } from '@casillero/shared/contract/statuses'
import { useQuery } from '@tanstack/react-query'
import { useWatch } from 'react-hook-form'
import type * as z from 'zod/mini'
import { RecordForm } from '../../crud/record-form.tsx'
import { bindCatalogue, read } from '../../lib/api.ts'
import { createFields, type WholeForm } from '../../ui/forms/form-fields.tsx'
import { roleEffect, roleOptions } from './status-role.ts'

type Form = z.input<typeof statusDraft>

const Fields = createFields<Form>()

const calls = bindCatalogue('statuses')

type StatusFormProps = { row: Status | undefined; onClose: () => void }

export function StatusForm({ row, onClose }: StatusFormProps) {
  return (
    <RecordForm
      thing="el estado"
      calls={calls}
      row={row}
      size="md"
      schema={statusDraft}
      toValues={toFormValues}
      onClose={onClose}
    >
      <div className="grid gap-3 pt-1 pb-5">
        <Fields.Text name="name" label="Nombre" required maxLength={60} />
        <RoleField />
        <TemplateField chosen={row?.templateId ?? null} />
        <Fields.Check name="isFinalStatus" label="Estado final: el paquete ya se entregó" />
      </div>
    </RecordForm>
  )
}

function RoleField() {
  const role = useWatch<Form, 'role'>({ name: 'role' })
  return (
    <Fields.Select
      name="role"
      label="Función"
      options={roleOptions}
      help={`${roleEffect(role)} Cada función es de un solo estado y no depende de su nombre.`}
    />
  )
}

/** The message sent when a package gets this status. */
function TemplateField({ chosen }: { chosen: string | null }) {
  const templates = useQuery({ ...read('GET /api/templates'), meta: { failed: 'Error al cargar las plantillas' } })
  const offered = templates.data?.data ?? []
  const isMissing = chosen !== null && !offered.some(({ id }) => id === chosen)
  return (
    <Fields.Select
      name="templateId"
      label="Mensaje al cliente"
      options={[
        { value: '', label: 'No se envía ninguno' },
        ...(isMissing ? [{ value: chosen, label: 'Cargando...' }] : []),
        ...offered.map(({ id, title }) => ({ value: id, label: title })),
      ]}
      help="Sale por WhatsApp cuando un paquete llega a este estado."
    />
  )
}

function toFormValues(status: Status | undefined): Partial<Form> {
  if (status === undefined) return { name: '', role: '', templateId: '', isFinalStatus: false }
  const { name, orderPosition, isFinalStatus, role, templateId, version } = status
  return {
    name,
    orderPosition,
    isFinalStatus,
    role: role ?? '',
    templateId: templateId ?? '',
    version,
  } satisfies WholeForm<Form>
}
