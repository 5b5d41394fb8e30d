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
import { type Counter, draftInvoice } from './draft-invoice.ts'
import { drawSignature } from './pictures.ts'
import type { PlannedClient, PlannedMove, PlannedOptOut, PlannedPackage, PlannedTariff, Role, Stage } from './plan.ts'
import type { PlannedShipment } from './plan-shipments.ts'
import type { Visit } from './plan-visits.ts'
import { createRandom, type Random } from './random.ts'
import { shipmentDeeds } from './ship-packages.ts'

/** An act of a user at an instant, by one of the product's operations. */
export type Deed = { at: Date; by: Role; run: (db: Db, session: Session) => Promise<unknown> }

export type Plan = {
  tariffs: PlannedTariff[]
  clients: PlannedClient[]
  optOuts: PlannedOptOut[]
  packages: PlannedPackage[]
  moves: PlannedMove[]
  shipments: PlannedShipment[]
  visits: Visit[]
}

/** The rows written so far, by their index in the plan. */
type Written = { tariffs: Tariff[]; clients: Client[]; packages: CourierPackage[] }

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

/** Makes the list of deeds of a plan, oldest first. */
export function buildEvents(plan: Plan, counter: Counter, statusOf: (stage: Stage) => Status, random: Random): Deed[] {
  const done: Written = { tariffs: [], clients: [], packages: [] }
  const deeds: Deed[] = []

  for (const { at, draft } of plan.tariffs)
    deeds.push({ at, by: 'admin', run: async (db) => done.tariffs.push(await tariffs.create(db, draft)) })

  for (const { at, draft, airTariff } of plan.clients) {
    const run = async (db: Db) => {
      const defaultTariffAereoId = airTariff === null ? null : written(done.tariffs, airTariff).id
      done.clients.push(await createClient(db, { ...draft, defaultTariffAereoId }, { userType: 'admin' }))
    }
    deeds.push({ at, by: 'clerk', run })
  }

  for (const { at, client } of plan.optOuts)
    deeds.push({ at, by: 'clerk', run: (db) => allowMessages(db, written(done.clients, client).id, false) })

  for (const planned of plan.packages) {
    const run = async (db: Db, session: Session) => {
      const draft = {
        ...planned.draft,
        clientId: planned.client === null ? null : written(done.clients, planned.client).id,
        tariffId: planned.tariff === null ? null : written(done.tariffs, planned.tariff).id,
        statusId: planned.hasStatus ? statusOf('warehouse').id : null,
      }
      done.packages.push(await createPackage(db, draft, session))
    }
    deeds.push({ at: planned.at, by: 'warehouse', run })
  }

  const moveTo = async (db: Db, session: Session, to: Stage, packages: number[]) => {
    const packageIds = packages.map((index) => written(done.packages, index).id)
    await changeStatus(db, { packageIds, statusId: statusOf(to).id }, session)
  }
  for (const { at, by, to, packages } of plan.moves)
    deeds.push({ at, by, run: (db, session) => moveTo(db, session, to, packages) })

  const findPackage = (index: number) => written(done.packages, index)
  for (const shipment of plan.shipments) deeds.push(...shipmentDeeds(shipment, { findPackage, statusOf, counter }))

  for (const [index, visit] of plan.visits.entries()) {
    const after = (minutes: number) => new Date(visit.at.getTime() + minutes * 60_000)
    let invoice: Invoice | undefined
    const invoiceVisit = async (db: Db, session: Session) => {
      const packages = visit.packages.map((place) => written(done.packages, place))
      const draft = draftInvoice(written(done.clients, visit.client), packages, counter, { ...visit, random })
      invoice = await createInvoice(db, draft, session)
    }
    deeds.push({ at: visit.at, by: visit.by, run: invoiceVisit })
    if (visit.isMistaken) {
      const cancel = async (db: Db, session: Session) =>
        invoice && voidInvoice(db, invoice.id, session, { refund: index % 2 === 0 ? 'cash' : 'credit' })
      deeds.push({ at: after(6), by: 'admin', run: cancel }, { at: after(11), by: visit.by, run: invoiceVisit })
    }
    // By its place and not its time: on any day the same visits are handed to the same kinds of people.
    const handed = createRandom(7_919 * (index + 1))
    const deliver = async (db: Db, session: Session) => {
      const packages = visit.packages.map((place) => written(done.packages, place))
      // A shipment comes to the client's door, where no counter hands it over.
      if (invoice && invoice.shipments.length > 0) return await moveTo(db, session, 'delivered', visit.packages)
      await handVisitOver(db, written(done.clients, visit.client), packages, { random: handed, session })
    }
    deeds.push({ at: after(15), by: visit.by, run: deliver })
    if (visit.settledAt) {
      // The invoice is read again, because a collection since the visit may have paid it.
      const settle = async (db: Db, session: Session) => {
        const owed = invoice && (await getInvoice(db, invoice.id))
        if (owed?.status !== 'pending') return
        const { id, pendingTotal, currency } = owed
        const transfer = {
          method: 'transfer' as const,
          reference: 'BAC 40195513',
          cashSessionId: null,
          change: null,
          changeReason: null,
        }
        await registerPayment(db, id, { total: pendingTotal, currencyId: currency.id, ...transfer }, session)
      }
      deeds.push({ at: visit.settledAt, by: visit.by, run: settle })
    }
  }
  return deeds.sort((a, b) => a.at.getTime() - b.at.getTime())
}
