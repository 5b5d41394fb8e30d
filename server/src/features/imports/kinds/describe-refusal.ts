import { type ImportKind, importLabel } from '@casillero/shared/domain/import-fields'
import type { AppError } from '../../../platform/errors.ts'

const gone: Record<string, string> = {
  clientId: 'El cliente ya no existe',
  statusId: 'El estado ya no existe',
  tariffId: 'La tarifa ya no existe',
  defaultTariffMaritimoId: 'La tarifa ya no existe',
  defaultTariffAereoId: 'La tarifa ya no existe',
  shipmentId: 'El embarque ya no existe',
  currencyId: 'La moneda ya no existe',
  chargeId: 'El cargo ya no existe',
}

const subjects: Record<ImportKind, string> = {
  clients: 'El cliente ya no existe',
  packages: 'El paquete ya no existe',
  statuses: 'El paquete ya no existe',
  tariffs: 'La tarifa ya no existe',
  charges: 'El paquete ya no existe',
  prealerts: 'La prealerta ya no existe',
}

/** Says why a row's package does not fit the shipment of its file; undefined if something else was refused. */
export function describeShipment({ code, refusal: { values = {} } }: AppError): string | undefined {
  if (code === 'shipment_not_open') return `el embarque #${values.number} ya se envió`
  if (code === 'package_in_shipment') return `el paquete ya va en el embarque #${values.shipment}`
  if (code === 'package_handed_over') return `el paquete ya se entregó (entrega #${values.handover})`
  return code === 'shipment_other_method'
    ? `el embarque #${values.number} es ${values.other} y el paquete es ${values.method}`
    : undefined
}

/** Says that a permission is missing, behind the name of its field. */
export const describeDenial = ({ refusal }: AppError): string =>
  `no tiene el permiso «${refusal.values?.permission ?? ''}»`

/** Describes the refusal of a draft for a row: what it names existed when the file was read. */
export function describeRefusal(kind: ImportKind, error: AppError): string {
  const { fields = {}, field } = error.refusal
  const [named = ''] = Object.keys(fields)
  if (error.code === 'not_found') return subjects[kind]
  if (error.code === 'reference_not_found') return gone[named] ?? error.message
  if (error.code === 'permission_denied')
    return field === undefined
      ? describeDenial(error).replace('no', 'No')
      : `${importLabel(kind, field)}: ${describeDenial(error)}`
  if (error.code === 'prealert_arrived') return `La compra ya llegó: es el paquete #${error.refusal.values?.number}`
  if (error.code === 'charge_not_countable' || error.code === 'charge_amount_required')
    return 'El cargo se cobra ahora de otra manera'
  if (error.code === 'invalid') return Object.values(fields)[0] ?? error.message
  const shipment = describeShipment(error)
  return shipment === undefined ? error.message : `Embarque: ${shipment}`
}
