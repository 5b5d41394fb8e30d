import type { Client } from '@casillero/shared/contract/clients'
import type { HandoverDraft } from '@casillero/shared/contract/handovers'
import type { Invoice } from '@casillero/shared/contract/invoices'
import type { CourierPackage } from '@casillero/shared/contract/packages'
import type { Status } from '@casillero/shared/contract/statuses'
import type { Tariff } from '@casillero/shared/contract/tariffs'
import { createClient } from '../features/clients/save-clients.ts'
import { handOver } from '../features/handovers/hand-over.ts'
import { createInvoice } from '../features/invoices/create/create-invoice.ts'
import { registerPayment } from '../features/invoices/payments/register-payment.ts'
import { getInvoice } from '../features/invoices/queries.ts'
import { voidInvoice } from '../features/invoices/reversals/void-invoice.ts'
import { allowMessages } from '../features/messages/sending/allow-messages.ts'
import { createPackage } from '../features/packages/save/save-packages.ts'
import { changeStatus } from '../features/packages/status/change-status.ts'
import { tariffs } from '../features/tariffs/queries.ts'
import type { Db, Session } from '../platform/database/database.ts'
import { describeStaff } from '../platform/database/staff-party.ts'
import { readDataAddress, redrawSignature } from '../platform/http/picture.ts'
import type { BusinessCalendar } from './business-calendar.ts'
import { type Counter, draftInvoice } from './draft-invoice.ts'
import { drawSignature } from './pictures.ts'
import type { PlannedClient, PlannedMove, PlannedOptOut, PlannedPackage, PlannedTariff, Role, Stage } from './plan.ts'
import type { PlannedShipment } from './plan-shipments.ts'
import type { Visit } from './plan-visits.ts'
import { createRandom, type Random } from './random.ts'
import { shipmentDeeds } from './ship-packages.ts'

/** An act of a user at an instant, by one of the product's operations. */
export type Deed = { at: Date; by: Role; run: (db: Db, session: Session) => Promise<unknown> }

/** Plans a deed for a time of a day, or of the day after where that is a Sunday. */
export const planDeed =
  (calendar: BusinessCalendar) =>
  (day: number, minute: number, by: Role, run: Deed['run']): Deed => ({
    at: calendar.at(calendar.openDay(day), minute),
    by,
    run,
  })

export type Plan = {
  tariffs: PlannedTariff[]
  clients: PlannedClient[]
  optOuts: PlannedOptOut[]
  packages: PlannedPackage[]
  moves: PlannedMove[]
  shipments: PlannedShipment[]
  visits: Visit[]
}

function written<T>(rows: T[], index: number): T {
  const row = rows[index]
  if (!row) throw new Error(`The demo's plan names number ${index} before it is written`)
  return row
}

const relatives = [
  'Elena Solís Ruiz',
  'Marcos Téllez',
  'Yader José Blandón',
  'Rosa Emilia Pérez',
  'Kevin Urbina Laguna',
] as const

const makeCedula = (random: Random) =>
  `001-${String(random.between(1, 28)).padStart(2, '0')}${String(random.between(1, 12)).padStart(2, '0')}${random.between(60, 99)}-${random.digits(4)}${random.pick(['A', 'B', 'K', 'X'])}`

function makeReceiver(client: Client, random: Random): Pick<HandoverDraft, 'receivedBy' | 'keepReceiver'> {
  const manner = random.next()
  const own = `${client.firstName} ${client.lastNames}`
  if (manner < 0.5) return { receivedBy: { name: own, cedula: null } }
  if (manner < 0.72) return { receivedBy: { name: own, cedula: makeCedula(random) }, keepReceiver: 'client' }
  const relative = { name: random.pick(relatives), cedula: makeCedula(random) }
  return manner < 0.9 ? { receivedBy: relative, keepReceiver: 'picker' } : { receivedBy: relative }
}

/** Hands a visit's packages over: to the client or to a relative, some with a signature. */
async function handVisitOver(
  db: Db,
  client: Client,
  packages: CourierPackage[],
  { random, session }: { random: Random; session: Session },
): Promise<void> {
  const received = makeReceiver(client, random)
  const signature = random.chance(0.4) ? await drawSignature(random) : null
  await handOver(
    db,
    {
      clientId: client.id,
      packageIds: packages.map(({ id }) => id),
      ...received,
      signature,
      note: random.chance(0.1) ? 'Revisó el contenido en el mostrador' : null,
      reason: null,
    },
    session,
    {
      signature: signature === null ? null : await redrawSignature(describeStaff(session), readDataAddress(signature)),
    },
  )
}

/** What a plan is written with: the catalogues of its company, and the rows written so far, by their index in the plan. */
type Writing = {
  counter: Counter
  statusOf: (stage: Stage) => Status
  random: Random
  tariffs: Tariff[]
  clients: Client[]
  packages: CourierPackage[]
}

/** What the company had before its packages: tariffs, clients, and those who want no messages. */
function planBeginnings(plan: Plan, writing: Writing): Deed[] {
  const openTariff = ({ at, draft }: PlannedTariff): Deed => ({
    at,
    by: 'admin',
    run: async (db) => writing.tariffs.push(await tariffs.create(db, draft)),
  })
  const addClient = ({ at, draft, airTariff }: PlannedClient): Deed => ({
    at,
    by: 'clerk',
    async run(db) {
      const defaultTariffAereoId = airTariff === null ? null : written(writing.tariffs, airTariff).id
      writing.clients.push(await createClient(db, { ...draft, defaultTariffAereoId }, { userType: 'admin' }))
    },
  })
  const optOut = ({ at, client }: PlannedOptOut): Deed => ({
    at,
    by: 'clerk',
    run: (db) => allowMessages(db, written(writing.clients, client).id, false),
  })
  return [...plan.tariffs.map(openTariff), ...plan.clients.map(addClient), ...plan.optOuts.map(optOut)]
}

/** A package as it comes in at the warehouse. */
function planArrival(planned: PlannedPackage, { tariffs, clients, packages, statusOf }: Writing): Deed {
  const run = async (db: Db, session: Session) => {
    const draft = {
      ...planned.draft,
      clientId: planned.client === null ? null : written(clients, planned.client).id,
      tariffId: planned.tariff === null ? null : written(tariffs, planned.tariff).id,
      statusId: planned.hasStatus ? statusOf('warehouse').id : null,
    }
    packages.push(await createPackage(db, draft, session))
  }
  return { at: planned.at, by: 'warehouse', run }
}

const moveTo = async (db: Db, session: Session, packages: CourierPackage[], status: Status) =>
  await changeStatus(db, { packageIds: packages.map(({ id }) => id), statusId: status.id }, session)

/** Pays what is left of an invoice, which is read again, because a collection since the visit may have paid it. */
async function settle(db: Db, session: Session, invoiceId: string): Promise<void> {
  const { id, status, pendingTotal, currency } = await getInvoice(db, invoiceId)
  if (status !== 'pending') return
  const transfer = { method: 'transfer' as const, reference: 'BAC 40195513', cashSessionId: null }
  const draft = { ...transfer, total: pendingTotal, currencyId: currency.id, change: null, changeReason: null }
  await registerPayment(db, id, draft, session)
}

/** A client at the counter: an invoice, which may be voided and made again, the hand-over, and the rest that is paid later. */
function planVisit(visit: Visit, place: number, writing: Writing): Deed[] {
  const { counter, random, clients, statusOf } = writing
  const after = (minutes: number) => new Date(visit.at.getTime() + minutes * 60_000)
  const findPackages = () => visit.packages.map((index) => written(writing.packages, index))
  let invoice: Invoice | undefined
  const invoiceVisit = async (db: Db, session: Session) => {
    const draft = draftInvoice(written(clients, visit.client), findPackages(), counter, { ...visit, random })
    invoice = await createInvoice(db, draft, session)
  }
  const cancel = async (db: Db, session: Session) =>
    invoice && voidInvoice(db, invoice.id, session, { refund: place % 2 === 0 ? 'cash' : 'credit' })
  // By its place and not its time: on any day the same visits are handed to the same kinds of people.
  const handed = createRandom(7_919 * (place + 1))
  const deliver = async (db: Db, session: Session) => {
    // A shipment comes to the client's door, where no counter hands it over.
    if (invoice && invoice.shipments.length > 0) return await moveTo(db, session, findPackages(), statusOf('delivered'))
    await handVisitOver(db, written(clients, visit.client), findPackages(), { random: handed, session })
  }
  const { at, by, settledAt } = visit
  const deeds: Deed[] = [{ at, by, run: invoiceVisit }]
  if (visit.isMistaken) deeds.push({ at: after(6), by: 'admin', run: cancel }, { at: after(11), by, run: invoiceVisit })
  deeds.push({ at: after(15), by, run: deliver })
  if (settledAt)
    deeds.push({ at: settledAt, by, run: async (db, session) => invoice && settle(db, session, invoice.id) })
  return deeds
}

/** Makes the list of deeds of a plan, oldest first. */
export function buildEvents(plan: Plan, counter: Counter, statusOf: (stage: Stage) => Status, random: Random): Deed[] {
  const writing: Writing = { counter, statusOf, random, tariffs: [], clients: [], packages: [] }
  const findPackage = (index: number) => written(writing.packages, index)
  const moves = plan.moves.map(({ at, by, to, packages }): Deed => {
    const run: Deed['run'] = (db, session) => moveTo(db, session, packages.map(findPackage), statusOf(to))
    return { at, by, run }
  })
  return [
    ...planBeginnings(plan, writing),
    ...plan.packages.map((planned) => planArrival(planned, writing)),
    ...moves,
    ...plan.shipments.flatMap((shipment) => shipmentDeeds(shipment, { findPackage, statusOf, counter })),
    ...plan.visits.flatMap((visit, place) => planVisit(visit, place, writing)),
  ].sort((a, b) => a.at.getTime() - b.at.getTime())
}
