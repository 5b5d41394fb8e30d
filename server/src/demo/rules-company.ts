import { chargeDraft } from '@casillero/shared/contract/charges'
import type { Client } from '@casillero/shared/contract/clients'
import type { Currency } from '@casillero/shared/contract/currencies'
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
import { createInvoice } from '../features/invoices/create/create-invoice.ts'
import { registerPayment } from '../features/invoices/payments/register-payment.ts'
import { savePackageCharges } from '../features/packages/save/package-charges.ts'
import { createPackage } from '../features/packages/save/save-packages.ts'
import { changeStatus } from '../features/packages/status/change-status.ts'
import { tariffs as tariffCatalogue } from '../features/tariffs/queries.ts'
import type { Db, Session } from '../platform/database/database.ts'
import { type BusinessCalendar, opening } from './business-calendar.ts'
import type { Counter } from './draft-invoice.ts'
import { makePerson } from './people.ts'
import type { Stage } from './plan.ts'
import type { Random } from './random.ts'
import { type Deed, planDeed } from './write-history.ts'

/** Tariffs that price by volume, by steps, by weight breaks, by the cubic foot and by the piece. */
const tariffs = {
  air: {
    name: 'Aéreo',
    type: 'aereo',
    pricePerPound: 5.5,
    minimumPounds: 1,
    roundUpTo: 1,
    roundingGrace: 0.1,
    volumetricDivisor: 166,
    isDefault: true,
    isPublic: true,
  },
  wholesale: {
    name: 'Aéreo por tramos',
    type: 'aereo',
    pricePerPound: 5.5,
    roundUpTo: 0.5,
    tiers: [
      { from: 20, price: 5 },
      { from: 50, price: 4.5 },
    ],
  },
  phone: { name: 'Celular', type: 'aereo', unit: 'piece', pricePerPound: 25, isPublic: true },
  sea: {
    name: 'Marítimo por volumen',
    type: 'maritimo',
    unit: 'cubic_foot',
    pricePerPound: 28,
    isDefault: true,
    isPublic: true,
  },
} satisfies Record<string, z.input<typeof tariffDraft>>

const charges = {
  handling: { name: 'Manejo', kind: 'per_package', price: 1.5, isAutomatic: true },
  fuel: { name: 'Combustible', kind: 'per_pound', price: 0.15, isAutomatic: true, shippingMethod: 'aereo' },
  insurance: {
    name: 'Seguro',
    kind: 'percent_of_value',
    price: 3,
    minimum: 2,
    isPerHundred: true,
    isAutomatic: true,
    valueFrom: 100,
    asksReason: true,
  },
  paperwork: { name: 'Trámite de aduana', kind: 'per_invoice', price: 10 },
  packing: { name: 'Empaque', kind: 'free' },
  duty: { name: 'Impuestos de aduana', kind: 'advance' },
  storage: {
    name: 'Almacenaje',
    kind: 'storage',
    price: 0.5,
    asksReason: true,
    storage: { freeDays: 7, maximum: 15, noticeDays: 2 },
  },
} satisfies Record<string, z.input<typeof chargeDraft>>

type TariffName = keyof typeof tariffs
type ChargeName = keyof typeof charges

/** A package: its client, tariff, pounds, what is in it, measures in inches and declared US$. */
type Box = {
  client: number
  tariff: TariffName
  weight: number
  contents: string
  measures?: [length: number, width: number, height: number]
  declaredValue?: number
  /** The days before today on which it was received and got ready; it is under way without the second. */
  days: [received: number, ready?: number]
}

const boxes: readonly Box[] = [
  { client: 0, tariff: 'air', weight: 3.2, contents: 'Zapatos', measures: [12, 10, 8], days: [20, 12] },
  { client: 0, tariff: 'air', weight: 6.08, contents: 'Repuestos', measures: [9, 7, 6], days: [19, 12] },
  { client: 1, tariff: 'wholesale', weight: 19, contents: 'Ropa', measures: [18, 14, 12], days: [18, 11] },
  { client: 2, tariff: 'phone', weight: 1.1, contents: 'Celular', declaredValue: 480, days: [16, 10] },
  { client: 3, tariff: 'sea', weight: 38, contents: 'Bicicleta', measures: [40, 24, 9], days: [30, 9] },
  { client: 4, tariff: 'air', weight: 2.75, contents: 'Perfumes', declaredValue: 160, days: [15, 13] },
  { client: 4, tariff: 'air', weight: 0.4, contents: 'Lentes', measures: [7, 4, 3], days: [15, 13] },
  // Past its free days, so that storage is charged.
  { client: 5, tariff: 'wholesale', weight: 52.4, contents: 'Mercadería', days: [22, 12] },
  { client: 6, tariff: 'air', weight: 4.4, contents: 'Juguetes', measures: [16, 12, 10], days: [12, 5] },
  { client: 6, tariff: 'phone', weight: 0.9, contents: 'Tableta', declaredValue: 250, days: [12, 5] },
  { client: 7, tariff: 'air', weight: 8.3, contents: 'Herramientas', declaredValue: 320, days: [9, 3] },
  { client: 7, tariff: 'sea', weight: 64, contents: 'Silla de bebé', measures: [30, 20, 18], days: [24, 3] },
  // Not measured yet, which its tariff needs.
  { client: 1, tariff: 'air', weight: 5.2, contents: 'Vitaminas', days: [6, 2] },
  { client: 2, tariff: 'sea', weight: 21, contents: 'Televisor', days: [5] },
  { client: 3, tariff: 'air', weight: 1.6, contents: 'Cables', measures: [8, 6, 2], days: [3] },
  { client: 5, tariff: 'phone', weight: 1.2, contents: 'Celular', declaredValue: 610, days: [2] },
  { client: 5, tariff: 'air', weight: 7.4, contents: 'Zapatos', measures: [14, 11, 9], days: [13, 5] },
  { client: 5, tariff: 'air', weight: 3.1, contents: 'Libros', measures: [10, 8, 4], days: [10, 4] },
]
/** The places of the packages of the invoices, in the order in which they are made. */
const sold = {
  volume: [0, 1],
  breaks: [2],
  phone: [3],
  sea: [4],
  perfumes: [5, 6],
  toys: [8, 9],
  shoes: [16],
  books: [17],
}

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

/** The invoices, each with what it has beyond its packages. */
function planSales(made: Made, add: Add, { counter: { dollars, cordobas, shippingMethodId } }: World): void {
  const sell = (day: number, minute: number, name: keyof typeof sold, choose: () => Partial<Body> = () => ({})) =>
    add(day, minute, 'clerk', async (db, session) => {
      const packages = sold[name].map((place) => find(made.packages, place))
      const draft = invoiceDraft.parse({
        clientId: packages[0]?.client?.id ?? '',
        currencyId: dollars.id,
        items: packages.map(({ id }) => ({ packageId: id })),
        ...choose(),
      })
      const invoice = await createInvoice(db, draft, session)
      for (const { id } of invoice.shipments) made.shipments.set(name, id)
      if (!('payments' in choose())) await payWhole(db, invoice, session)
    })
  const shipTo = (
    city: string,
    shippingAddress: string,
    price: [currency: Currency, amount: number] = [cordobas, 150],
  ) => ({
    shipping: {
      shippingMethodId,
      currencyId: price[0].id,
      shippingPrice: price[1],
      shippingAddress,
      shippingCity: city,
      shippingDepartment: city,
    },
  })
  const office = 'Frente a la alcaldía'
  const findId = (place: number) => find(made.packages, place).id
  const findCharge = (name: ChargeName) => find(made.charges, name).id

  sell(-11, 120, 'volume', () => shipTo('Matagalpa', 'Barrio Guanuca, pulpería Sol 1c. al norte'))
  sell(-10, 130, 'breaks', () => ({
    ...shipTo('Estelí', 'Barrio El Rosario, de la escuela 2c. abajo'),
    payments: [],
  }))
  sell(-9, 200, 'phone', () => ({
    charges: [
      { chargeId: findCharge('duty'), packageId: findId(3), amount: 1250, currencyId: cordobas.id },
      { chargeId: findCharge('paperwork') },
    ],
  }))
  sell(-8, 150, 'sea', () => ({
    currencyId: cordobas.id,
    charges: [{ chargeId: findCharge('packing'), packageId: findId(4), amount: 4, currencyId: dollars.id }],
  }))
  sell(-2, 90, 'perfumes', () => ({
    waivedCharges: [5, 6].map((place) => ({
      chargeId: findCharge('storage'),
      packageId: findId(place),
      reason: 'Estaba de viaje y avisó',
    })),
  }))
  // On credit, in both currencies.
  sell(-4, 250, 'shoes', () => ({ currencyId: cordobas.id, ...shipTo('Ocotal', office), payments: [] }))
  sell(-3, 255, 'books', () => ({ ...shipTo('Ocotal', office, [dollars, 5]), payments: [] }))
  sell(-2, 140, 'toys', () => shipTo('Jinotega', 'Del parque 3c. al este, casa esquinera'))
}

/** Two carriers that take shipments, and charges that wait for their invoices. */
function planRest(made: Made, add: Add, { counter: { cordobas, dollars } }: World): void {
  add(-9, 240, 'clerk', async (db, session) => {
    const shipmentIds = [find(made.shipments, 'volume'), find(made.shipments, 'breaks')]
    const bus = { carrier: 'Transportes Matagalpa', guide: '0088-41275', cost: 180, costCurrencyId: cordobas.id }
    await sendDispatch(db, dispatchDraft.parse({ ...bus, shipmentIds }), { session, photo: null })
  })
  add(-3, 270, 'clerk', async (db, session) => {
    const courier = { carrier: 'Cargotrans', guide: 'CT-550317', cost: 4, costCurrencyId: dollars.id }
    const draft = dispatchDraft.parse({ ...courier, shipmentIds: [find(made.shipments, 'shoes')] })
    await sendDispatch(db, draft, { session, photo: null })
  })
  const charge = (place: number, name: ChargeName, amount: number, { id: currencyId }: Currency) =>
    add(-2, 170 + place, 'clerk', (db, session) => {
      const draft = packageChargesDraft.parse({
        charges: [{ chargeId: find(made.charges, name).id, amount, currencyId }],
      })
      return savePackageCharges(db, find(made.packages, place).id, draft, session)
    })
  charge(11, 'duty', 350, cordobas)
  charge(15, 'packing', 4, dollars)
}

/**
 * Plans a small courier's last weeks in which prices follow every rule: volume, steps, weight breaks, cubic feet, pieces, charges of
 * each kind, storage that was forgiven and that runs, invoices in both currencies, a client with credit, and shipments that left with a
 * bus, one of them to be paid on arrival.
 */
export function planRulesCompany(world: World): Deed[] {
  const deeds: Deed[] = []
  const plan = planDeed(world.calendar)
  const add: Add = (day, minute, by, run) => deeds.push(plan(day, opening + minute, by, run))
  const made: Made = {
    tariffs: new Map(),
    charges: new Map(),
    clients: new Map(),
    packages: new Map(),
    shipments: new Map(),
  }
  planArrivals(made, add, world)
  planSales(made, add, world)
  planRest(made, add, world)
  return deeds
}
