import type { Voucher } from '@casillero/shared/contract/vouchers'
import { formatDate, formatDateTime } from '@casillero/shared/domain/business-date'
import { formatMoney } from '@casillero/shared/domain/money-format'

export const sourceNames: Record<Voucher['source'], string> = { page: 'Mi casillero', conversation: 'WhatsApp' }

/** Empty if the client gave no amount. */
export const formatAmount = ({ amount, currency }: Voucher): string =>
  amount === null || currency === null ? '' : formatMoney(amount, currency.symbol)

type Repeated = NonNullable<Voucher['repeated']>

export const repeatedNames: Record<Repeated['by'], string> = {
  file: 'Archivo repetido',
  reference: 'Referencia repetida',
  amount: 'Mismo monto el mismo día',
}

export function describeRepeated({ by, at, clientName, collection }: Repeated): string {
  const payment = collection === null ? 'en un pago' : `en el cobro #${collection.companyCollectionId}`
  return `${repeatedNames[by]}: ${by === 'amount' ? 'ya está' : 'ya se usó'} ${payment} de ${clientName}, ${formatDateTime(at)}`
}

/** `Yahaira lo registró 10:02`; includes the day if it is not today. */
export function describeTaken({
  state,
  decidedBy,
  decidedAt,
}: Pick<Voucher, 'state' | 'decidedBy' | 'decidedAt'>): string {
  const [name = ''] = (decidedBy?.fullName ?? '').split(' ')
  const at = decidedAt === null ? '' : formatDateTime(decidedAt).replace(`${formatDate(new Date())}, `, '')
  return `${name} lo ${state === 'rejected' ? 'rechazó' : 'registró'} ${at}`.trim()
}

export const rejectReasons: readonly { reason: string; text: string }[] = [
  { reason: 'No se lee', text: 'La foto no se lee bien; envíela de nuevo.' },
  { reason: 'No llegó', text: 'La transferencia todavía no aparece en nuestra cuenta.' },
  { reason: 'Otro monto', text: 'El monto de la foto no es el que escribió.' },
  { reason: 'Otra cuenta', text: 'La transferencia se hizo a una cuenta que no es nuestra.' },
  { reason: 'Repetido', text: 'Ese comprobante ya lo habíamos registrado.' },
  { reason: 'No es comprobante', text: 'El archivo no es el comprobante de un pago.' },
]
