import { type Consignment, moveDraft } from '@casillero/shared/contract/consignments'
import { shipmentStatuses } from '@casillero/shared/domain/package-choice'
import { useState } from 'react'
import { useWatch } from 'react-hook-form'
import type * as z from 'zod/mini'
import { FormDialog } from '../../crud/form-dialog.tsx'
import { call, newIdempotencyKey } from '../../lib/api.ts'
import { Note } from '../../ui/feedback/note.tsx'
import { createTextFields } from '../../ui/forms/text-fields.tsx'
import { useStatuses } from '../packages/package-choices.ts'
import { countText } from './consignment-texts.ts'
import { useConsignmentNotice } from './notice-text.ts'

type Form = z.input<typeof moveDraft>

const Fields = createTextFields<Form>()

const texts = {
  send: { save: 'Enviar', saving: 'Enviando...', saved: 'Embarque enviado', failed: 'Error al enviar el embarque' },
  receive: {
    save: 'Terminar llegada',
    saving: 'Guardando...',
    saved: 'Llegada registrada',
    failed: 'Error al registrar la llegada',
  },
  next: {
    save: 'Pasar',
    saving: 'Guardando...',
    saved: 'Estado cambiado',
    failed: 'Error al cambiar el estado',
  },
}

type MoveFormProps = { consignment: Consignment; step: 'send' | 'receive'; onClose: () => void }

export function MoveForm({ consignment, step, onClose }: MoveFormProps) {
  const { id, companyShipmentId, sendStatusId, receiveStatusId } = consignment
  const [key] = useState(newIdempotencyKey)
  // Finishing the arrival is the first step; this is the second.
  const act = consignment.state === 'received' ? 'next' : step
  const sent = { params: { id }, headers: { 'Idempotency-Key': key } }
  const titles = {
    send: `¿Enviar el embarque #${companyShipmentId}?`,
    receive: `Llegada del embarque #${companyShipmentId}`,
    next: `¿A qué estado pasa el embarque #${companyShipmentId}?`,
  }
  return (
    <FormDialog
      texts={{ title: titles[act], ...texts[act] }}
      size="md"
      schema={moveDraft}
      values={{ statusId: (step === 'send' ? sendStatusId : receiveStatusId) ?? '' }}
      save={(body) =>
        step === 'send'
          ? call('POST /api/shipments/:id/send', { ...sent, body })
          : call('POST /api/shipments/:id/receive', { ...sent, body })
      }
      onClose={onClose}
    >
      <div className="grid gap-3 pt-1 pb-5">
        <Facts consignment={consignment} step={step} />
        {step === 'send' ? <SendField consignment={consignment} /> : <ReceiveField />}
      </div>
    </FormDialog>
  )
}

const useStatusId = () => useWatch<Form, 'statusId'>({ name: 'statusId' })

function SendField({ consignment }: { consignment: Consignment }) {
  const help = useConsignmentNotice(consignment, useStatusId() ?? '')
  return <StatusField label="Al enviar pasan a" help={help} />
}

function ReceiveField() {
  const statusId = useStatusId()
  const isNotifying = useStatuses().find(({ id }) => id === statusId)?.templateId != null
  const help = isNotifying ? 'Cada cliente recibe un aviso' : 'Los clientes no reciben aviso de este estado'
  return <StatusField label="Los vistos pasan a" help={help} />
}

function StatusField({ label, help }: { label: string; help: string | undefined }) {
  const statuses = shipmentStatuses(useStatuses())
  return (
    <Fields.Select
      name="statusId"
      label={label}
      help={help}
      options={[
        { value: '', label: 'Elija un estado' },
        ...statuses.map(({ id, name }) => ({ value: id, label: name })),
      ]}
    />
  )
}

const listed = 12

function Facts({ consignment, step }: Omit<MoveFormProps, 'onClose'>) {
  const { packageCount, clientCount, seenCount, missingCount, withoutWeight, withoutWeightCount } = consignment
  const clients = clientCount === 1 ? '1 cliente' : `${clientCount} clientes`
  if (step === 'receive') {
    return (
      <>
        <p>{`${countText(seenCount)} ${seenCount === 1 ? 'visto' : 'vistos'}.`}</p>
        {missingCount > 0 && (
          <Note tone="yellow">
            {`${missingCount === 1 ? 'Falta 1 paquete' : `Faltan ${missingCount} paquetes`}: se queda en tránsito, en Faltantes, hasta que aparezca o se declare perdido.`}
          </Note>
        )}
      </>
    )
  }
  const numbers = withoutWeight.slice(0, listed).map(({ companyPackageId }) => `#${companyPackageId}`)
  const more = withoutWeightCount - numbers.length
  return (
    <>
      <p>{`${countText(packageCount)} de ${clients}. La lista ya no cambia después.`}</p>
      {withoutWeightCount > 0 && (
        <Note tone="yellow">{`Sin peso: ${numbers.join(', ')}${more > 0 ? ` y ${more} más` : ''}`}</Note>
      )}
    </>
  )
}
