import { type Status, type StatusDraft, statusDraft } from '@casillero/shared/contract/statuses'
import { useQuery } from '@tanstack/react-query'
import { useWatch } from 'react-hook-form'
import type * as z from 'zod/mini'
import { FormDialog } from '../../crud/form-dialog.tsx'
import { savingTexts } from '../../crud/record-texts.ts'
import { call, read } from '../../lib/api.ts'
import { createFields, type WholeForm } from '../../ui/forms/form-fields.tsx'
import { roleEffect, roleOptions } from './status-role.ts'

type Form = z.input<typeof statusDraft>

const Fields = createFields<Form>()

const { creating, editing } = savingTexts('el estado')

type StatusFormProps = { status?: Status | undefined; onClose: () => void }

export function StatusForm({ status, onClose }: StatusFormProps) {
  const save = (body: StatusDraft) =>
    status === undefined
      ? call('POST /api/statuses', { body })
      : call('PUT /api/statuses/:id', { params: { id: status.id }, body })

  return (
    <FormDialog
      texts={status === undefined ? creating : editing}
      size="md"
      schema={statusDraft}
      values={
        status === undefined ? { name: '', role: '', templateId: '', isFinalStatus: false } : toFormValues(status)
      }
      save={save}
      reload={status && (() => current(status))}
      onClose={onClose}
    >
      <div className="grid gap-3 pt-1 pb-5">
        <Fields.Text name="name" label="Nombre" required maxLength={60} />
        <RoleField />
        <TemplateField chosen={status?.templateId ?? null} />
        <Fields.Check name="isFinalStatus" label="Estado final: el paquete ya se entregó" />
      </div>
    </FormDialog>
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

/** The text that goes out by itself when a package comes here. */
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

const toFormValues = ({ name, orderPosition, isFinalStatus, role, templateId, version }: Status): WholeForm<Form> => ({
  name,
  orderPosition,
  isFinalStatus,
  role: role ?? '',
  templateId: templateId ?? '',
  version,
})

async function current(status: Status): Promise<Form> {
  const { data } = await call('GET /api/statuses')
  return toFormValues(data.find((one) => one.id === status.id) ?? status)
}
