import type { Client } from '@casillero/shared/contract/clients'
import { formatDate } from '@casillero/shared/domain/business-date'
import { formatMoney } from '@casillero/shared/domain/money-format'
import { formatPhone } from '@casillero/shared/domain/phone'
import { describePhoneProof } from '@casillero/shared/domain/phone-proof'
import { Button } from '../../ui/controls/button.tsx'
import { Surface } from '../../ui/layout/surface.tsx'
import { ClientPickers } from '../handover/client-pickers.tsx'
import { tariffTexts } from './client-strip.tsx'
import type { ClientTabProps } from './client-tabs.ts'

function describeSecondPhone({ secondPhone, isSecondPhoneProven, secondPhoneCode }: Client): string | null {
  if (secondPhone === null) return null
  return `${formatPhone(secondPhone)} · ${describePhoneProof({ isProven: isSecondPhoneProven, code: secondPhoneCode })}`
}

export function ClientData({ account, onEdit }: ClientTabProps) {
  const { client } = account
  const facts = [
    ['Nombre', client.firstName],
    ['Segundo nombre', client.middleName],
    ['Apellidos', client.lastNames],
    ['Teléfono', formatPhone(client.phone)],
    ['Segundo teléfono', describeSecondPhone(client)],
    ['Correo electrónico', client.email],
    ['Dirección', client.address],
    ['Ciudad', client.city],
    ['Departamento', client.department],
    ['Cédula', client.cedula],
    ['Crédito', client.creditLimit === null ? null : formatMoney(client.creditLimit)],
    ['Tarifas', tariffTexts(account).join(', ')],
    ['Cliente desde', formatDate(client.createdAt)],
  ] as const
  return (
    <>
      <Surface className="p-4">
        <dl className="grid gap-x-5 gap-y-3 @min-[640px]/page:grid-cols-2">
          {facts.map(([label, value]) => (
            <div key={label} className="min-w-0">
              <dt className="text-help text-muted">{label}</dt>
              <dd className="break-words text-body">{value ?? '—'}</dd>
            </div>
          ))}
        </dl>
        {onEdit && (
          <Button className="mt-4" onClick={onEdit}>
            Editar
          </Button>
        )}
      </Surface>
      <ClientPickers clientId={client.id} />
    </>
  )
}
