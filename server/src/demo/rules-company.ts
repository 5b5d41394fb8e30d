import { chargeDraft } from '@casillero/shared/contract/charges'
import type { Client } from '@casillero/shared/contract/clients'
import { dispatchDraft } from '@casillero/shared/contract/dispatches'
import { type Invoice, invoiceDraft } from '@casillero/shared/contract/invoices'
import { packageChargesDraft } from '@casillero/shared/contract/package-charges'
import { type CourierPackage, packageDraft } from '@casillero/shared/contract/packages'
import { tariffDraft } from '@casillero/shared/contract/tariffs'
import { sql } from 'kysely'
import type * as z from 'zod/mini'
import { charges as chargeCatalogue } from '../features/charges/queries.ts'
import { createClient } from '../features/clients/save-clients.ts'
import { sendDispatch } from '../features/dispatches/send-dispatch.ts'
import { createInvoice } from '../features/invoices/create-invoice.ts'
import { registerPayment } from '../features/invoices/register-payment.ts'
import { changeStatus } from '../features/packages/change-status.ts'
import { savePackageCharges } from '../features/packages/package-charges.ts'
import { createPackage } from '../features/packages/save-packages.ts'
import { tariffs as tariffCatalogue } from '../features/tariffs/queries.ts'
import type { Db, Session } from '../platform/database/database.ts'
import { type BusinessCalendar, opening } from './business-calendar.ts'
import type { Counter } from './draft-invoice.ts'
import { makePerson } from './people.ts'
import type { Stage } from './plan.ts'
import type { Random } from './random.ts'
import { boxes, type ChargeName, charges, sold, type TariffName, tariffs } from './rules-catalogue.ts'
import type { Deed } from './write-history.ts'

type World = {
  calendar: BusinessCalendar
  counter: Counter
  findStatus: (stage: Stage) => { id: string }
  random: Random
}

const foundedDay = -45

const clientCount = 8

type Body = z.input<typeof invoiceDraft>

/** Finds what was made under a name or at a place. */
function find<Row>(rows: ReadonlyMap<unknown, Row>, key: unknown): Row {
  const row = rows.get(key)
  if (row === undefined) throw new Error(`The demo names ${String(key)} before it is written`)
  return row
}

/** Takes what an invoice comes to by transfer. */
const payWhole = async (db: Db, { id, totalAmount, currency }: Invoice, session: Session) =>
  await registerPayment(
    db,
    id,
    {
      total: totalAmount,
      method: 'transfer',
      reference: 'BAC 40219964',
      currencyId: currency.id,
      cashSessionId: null,
      change: null,
      changeReason: null,
    },
    session,
  )

/** The rows written so far. */
type Made = {
  tariffs: Map<TariffName, { id: string }>
  charges: Map<ChargeName, { id: string }>
  clients: Map<number, Client>
  packages: Map<number, CourierPackage>
  shipments: Map<keyof typeof sold, string>
}

type Add = (day: number, minute: number, by: Deed['by'], run: Deed['run']) => void

function planArrivals(made: Made, add: Add, { findStatus, random }: World): void {
  add(foundedDay, 0, 'admin', (db) =>
    sql`update companies set allows_cash_on_delivery = true, requires_paid_handover = true`.execute(db),
  )
  for (const [name, draft] of Object.entries(tariffs) as [TariffName, z.input<typeof tariffDraft>][])
    add(foundedDay, 1, 'admin', async (db) =>
      made.tariffs.set(name, await tariffCatalogue.create(db, tariffDraft.parse(draft))),
    )
  for (const [name, draft] of Object.entries(charges) as [ChargeName, z.input<typeof chargeDraft>][])
    add(foundedDay, 2, 'admin', async (db) =>
      made.charges.set(name, await chargeCatalogue.create(db, chargeDraft.parse(draft))),
    )
  for (let index = 0; index < clientCount; index += 1)
    add(foundedDay + 1, index, 'admin', async (db) => {
      const credit = index === 5 ? { creditLimit: 300 } : {}
      const person = { ...makePerson(random), ...credit, defaultTariffMaritimoId: null, defaultTariffAereoId: null }
      made.clients.set(index, await createClient(db, person, { userType: 'admin' }))
    })

  for (const [place, { client, tariff, weight, contents, measures, declaredValue, days }] of boxes.entries()) {
    const [received, ready] = days
    const [length, width, height] = measures ?? []
    add(-received, 30 + 4 * place, 'warehouse', async (db, session) => {
      const draft = packageDraft.parse({
        shippingMethod: tariffs[tariff].type,
        clientId: find(made.clients, client).id,
        tariffId: find(made.tariffs, tariff).id,
        statusId: findStatus('warehouse').id,
        tracking: `1Z9A8F${String(70_412_300 + 37 * place)}`,
        contents,
        weight,
        ...(measures === undefined ? {} : { length, width, height }),
        ...(declaredValue === undefined ? {} : { declaredValue }),
      })
      made.packages.set(place, await createPackage(db, draft, session))
    })
    if (ready !== undefined)
      add(-ready, 60 + 4 * place, 'clerk', (db, session) =>
        changeStatus(db, { packageIds: [find(made.packages, place).id], statusId: findStatus('ready').id }, session),
      )
  }
}

function planSales(made: Made, add: Add, { counter }: World): void {
  const sell = (day: number, minute: number, name: keyof typeof sold, choose: () => Partial<Body> = () => ({})) =>
    add(day, minute, 'clerk', async (db, session) => {
      const packages = sold[name].map((place) => find(made.packages, place))
      const draft = invoiceDraft.parse({
        clientId: packages[0]?.client?.id ?? '',
        currencyId: counter.dollars.id,
        items: packages.map(({ id }) => ({ packageId: id })),
        ...choose(),
      })
      const invoice = await createInvoice(db, draft, session)
      for (const { id } of invoice.shipments) made.shipments.set(name, id)
      if (!('payments' in choose())) await payWhole(db, invoice, session)
    })
  const shipTo = (city: string, shippingAddress: string) => ({
    shippingMethodId: counter.shippingMethodId,
    currencyId: counter.cordobas.id,
    shippingPrice: 150,
    shippingAddress,
    shippingCity: city,
    shippingDepartment: city,
  })
  const findId = (place: number) => find(made.packages, place).id

  sell(-11, 120, 'volume', () => ({ shipping: shipTo('Matagalpa', 'Barrio Guanuca, pulpería Sol 1c. al norte') }))
  sell(-10, 130, 'breaks', () => ({
    shipping: shipTo('Estelí', 'Barrio El Rosario, de la escuela 2c. abajo'),
    payments: [],
  }))
  sell(-9, 200, 'phone', () => ({
    charges: [
      { chargeId: find(made.charges, 'duty').id, packageId: findId(3), amount: 1250, currencyId: counter.cordobas.id },
      { chargeId: find(made.charges, 'paperwork').id },
    ],
  }))
  add(-9, 240, 'clerk', async (db, session) => {
    const draft = {
      carrier: 'Transportes Matagalpa',
      guide: '0088-41275',
      cost: 180,
      costCurrencyId: counter.cordobas.id,
    }
    const shipmentIds = [find(made.shipments, 'volume'), find(made.shipments, 'breaks')]
    await sendDispatch(db, dispatchDraft.parse({ ...draft, shipmentIds }), { session, photo: null })
  })
  sell(-8, 150, 'sea', () => ({
    charges: [
      { chargeId: find(made.charges, 'packing').id, packageId: findId(4), amount: 4, currencyId: counter.dollars.id },
    ],
  }))
  sell(-2, 90, 'perfumes', () => ({
    waivedCharges: [5, 6].map((place) => ({
      chargeId: find(made.charges, 'storage').id,
      packageId: findId(place),
      reason: 'Estaba de viaje y avisó',
    })),
  }))
  sell(-2, 140, 'toys', () => ({ shipping: shipTo('Jinotega', 'Del parque 3c. al este, casa esquinera') }))
  add(-2, 170, 'clerk', (db, session) => {
    const charge = { chargeId: find(made.charges, 'duty').id, amount: 350, currencyId: counter.cordobas.id }
    return savePackageCharges(db, findId(11), packageChargesDraft.parse({ charges: [charge] }), session)
  })
}

/**
 * Plans a small courier's last weeks in which prices follow every rule: volume, steps, weight breaks, cubic feet, pieces, charges of
 * each kind, storage that was forgiven, a client with credit, and shipments that left with a bus, one of them to be paid on arrival.
 */
export function planRulesCompany(world: World): Deed[] {
  const { calendar } = world
  const deeds: Deed[] = []
  const add: Add = (day, minute, by, run) =>
    deeds.push({ at: calendar.at(calendar.openDay(day), opening + minute), by, run })
  const made: Made = {
    tariffs: new Map(),
    charges: new Map(),
    clients: new Map(),
    packages: new Map(),
    shipments: new Map(),
  }
  planArrivals(made, add, world)
  planSales(made, add, world)
  return deeds
}
