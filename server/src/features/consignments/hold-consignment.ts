import type { ConsignmentState } from '@casillero/shared/contract/consignments'
import type { Db } from '../../platform/database/database.ts'
import { AppError } from '../../platform/errors.ts'

const columns = [
  'id',
  'company_consignment_id as number',
  'shipping_method as shippingMethod',
  'state',
  'received_status_id as receivedStatusId',
  'billed_weight as billedWeight',
  'departs_on as departsOn',
  'version',
] as const

export type HeldConsignment = {
  id: string
  number: number
  shippingMethod: 'maritimo' | 'aereo'
  state: ConsignmentState
  receivedStatusId: string | null
  billedWeight: number | null
  departsOn: string | null
  version: number
}

export async function lockConsignment(db: Db, id: string): Promise<HeldConsignment> {
  const row = await db
    .selectFrom('consignments')
    .select(columns)
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .forUpdate()
    .executeTakeFirst()
  if (!row) throw new AppError('not_found')
  return row
}

/** Locks consignments in id order and before their packages. Clerks who fill or scan at once do not wait for each other. */
export async function holdConsignment(db: Db, id: string, otherId?: string): Promise<HeldConsignment> {
  const ids = otherId === undefined ? [id] : [id, otherId].toSorted()
  const rows: HeldConsignment[] = []
  for (const each of ids) {
    const row = await db
      .selectFrom('consignments')
      .select(columns)
      .where('id', '=', each)
      .where('deleted_at', 'is', null)
      .forShare()
      .executeTakeFirst()
    if (row) rows.push(row)
  }
  const held = rows.find((row) => row.id === id)
  if (!held) throw new AppError('not_found')
  return held
}

const refusal = (code: 'shipment_not_open' | 'shipment_not_sent' | 'shipment_not_received', number: number) =>
  new AppError(code, { values: { number } })

export function requireOpen({ state, number }: HeldConsignment): void {
  if (state !== 'open') throw refusal('shipment_not_open', number)
}

export function requireSent({ state, number }: HeldConsignment): void {
  if (state === 'open') throw refusal('shipment_not_sent', number)
}

export function requireArrived({ state, number }: HeldConsignment): void {
  if (state === 'open' || state === 'in_transit') throw refusal('shipment_not_received', number)
}

export function requireReceived(consignment: HeldConsignment): void {
  requireNotClosed(consignment)
  requireArrived(consignment)
}

/** Throws `shipment_closed`. */
export function requireNotClosed({ state, number }: Pick<HeldConsignment, 'state' | 'number'>): void {
  if (state === 'closed') throw new AppError('shipment_closed', { values: { number } })
}

/** Throws `shipment_not_sent`, `shipment_closed`. */
export function requireReceivable(consignment: HeldConsignment): void {
  requireSent(consignment)
  requireNotClosed(consignment)
}
