import type { LatePackage } from '@casillero/shared/contract/promises'
import { businessDate, formatDateTime, formatShortDate } from '@casillero/shared/domain/business-date'
import { addDays } from '@casillero/shared/domain/figure-lists'
import { fullName } from '../../client-search/client-name.ts'
import { shippingKindName } from '../../tariffs/shipping-kind.tsx'

export const clientName = ({ client }: LatePackage): string => (client === null ? 'Sin dueño' : fullName(client))

export const packageText = ({ companyPackageId, title }: LatePackage): string =>
  title === null ? `#${companyPackageId}` : `#${companyPackageId} · ${title}`

export function shipmentText({ shipment, shippingMethod }: LatePackage): string {
  if (shipment === null) return 'Sin embarque'
  return `Embarque #${shipment.companyShipmentId} · ${shipment.carrier ?? shippingKindName(shippingMethod)}`
}

/** `16 a 18 nov`, `28 nov a 2 dic`, `18 nov`. */
export function promiseText({ promise: { from, to } }: LatePackage): string {
  const last = formatShortDate(to)
  if (from === to) return last
  const first = formatShortDate(from)
  const [day, month] = first.split(' ')
  return from.slice(0, 7) === to.slice(0, 7) && month !== undefined ? `${day} a ${last}` : `${first} a ${last}`
}

export const daysText = ({ days }: LatePackage): string => (days === 1 ? '1 día hábil' : `${days} días hábiles`)

const obstacles = {
  no_client: 'Sin dueño',
  wants_none: 'No recibe avisos',
  no_phone: 'Sin teléfono para WhatsApp',
} as const

/** `Hoy, 16:20`, `Ayer, 16:20`, `18 nov, 16:20`. */
function describeTime(at: string): string {
  const today = businessDate(new Date())
  const day = businessDate(new Date(at))
  const name = day === today ? 'Hoy' : day === addDays(today, -1) ? 'Ayer' : formatShortDate(day)
  return `${name}, ${formatDateTime(at).slice(-5)}`
}

export function noticeText({ told, untellable }: LatePackage): string {
  if (told !== null) return told.isWaiting ? 'Por salir' : describeTime(told.at)
  return untellable === null ? 'No avisado' : obstacles[untellable]
}

/** Undefined for one whose client can be told. */
export function findObstacle(row: LatePackage): string | undefined {
  if (row.told !== null) return 'Ya se le avisó'
  return row.untellable === null ? undefined : obstacles[row.untellable]
}
