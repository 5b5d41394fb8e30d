import type { ErrorCode } from '@casillero/shared/contract/errors'
import { openShop, type Shop } from '../support/shop.ts'
import type { World } from '../support/world.ts'
import {
  addCurrency,
  addMethod,
  addTariff,
  type Deed,
  deletionRaces,
  remove,
  shippingBy,
} from './support/deletion-races.ts'
import { on, tenantTables } from './support/on-world.ts'
import { strayRows } from './support/stray-rows.ts'
import { type Held, threat, tries } from './support/threat.ts'
import { rowLocks, withoutPart } from './support/without-part.ts'

/** Makes a row of each kind that is in use or required, with the refusal of its deletion. */
async function inUse(shop: Shop): Promise<[what: string, deed: Deed, code: ErrorCode][]> {
  const { admin } = shop
  const [ofPackage, ofAir, ofSea] = [await addTariff(shop), await addTariff(shop), await addTariff(shop, 'maritimo')]
  const invoiced = await shop.addClient()
  const withPackage = await shop.addClient()
  await shop.addClient({ defaultTariffAereoId: ofAir, defaultTariffMaritimoId: ofSea })
  await shop.receive({ clientId: withPackage.id, tariffId: ofPackage, statusId: shop.statuses.inCustoms })
  const courierPackage = await shop.receive({ clientId: invoiced.id })
  const [ofInvoice, ofPayment, ofShipment] = [await addCurrency(shop), await addCurrency(shop), await addCurrency(shop)]
  const methodId = await addMethod(shop)
  await shop.invoice([courierPackage], {
    clientId: invoiced.id,
    currencyId: ofInvoice,
    shipping: shippingBy(shop, methodId, ofShipment),
    payments: [{ total: 1, method: 'cash', currencyId: ofPayment }],
  })
  const { data: methods } = await admin.ok('GET /api/shipping-methods')
  const defaultMethod = methods.find(({ isDefault }) => isDefault)?.id ?? ''
  return [
    ['a client with a package', remove(shop, 'DELETE /api/client/:id', withPackage.id), 'client_in_use'],
    ['a client with an invoice', remove(shop, 'DELETE /api/client/:id', invoiced.id), 'client_in_use'],
    ['an invoiced package', remove(shop, 'DELETE /api/packages/:id', courierPackage.id), 'package_invoiced'],
    ['a package’s tariff', remove(shop, 'DELETE /api/tariffs/:id', ofPackage), 'tariff_in_use'],
    ['a client’s tariff by air', remove(shop, 'DELETE /api/tariffs/:id', ofAir), 'tariff_in_use'],
    ['a client’s tariff by sea', remove(shop, 'DELETE /api/tariffs/:id', ofSea), 'tariff_in_use'],
    ['the default tariff', remove(shop, 'DELETE /api/tariffs/:id', shop.air.id), 'tariff_is_default'],
    ['an invoice’s currency', remove(shop, 'DELETE /api/currencies/:id', ofInvoice), 'currency_in_use'],
    ['a payment’s currency', remove(shop, 'DELETE /api/currencies/:id', ofPayment), 'currency_in_use'],
    ['a shipment’s currency', remove(shop, 'DELETE /api/currencies/:id', ofShipment), 'currency_in_use'],
    ['the default currency', remove(shop, 'DELETE /api/currencies/:id', shop.usd), 'currency_is_default'],
    ['a shipment’s method', remove(shop, 'DELETE /api/shipping-methods/:id', methodId), 'shipping_method_in_use'],
    [
      'the default method',
      remove(shop, 'DELETE /api/shipping-methods/:id', defaultMethod),
      'shipping_method_is_default',
    ],
    ['a package’s status', remove(shop, 'DELETE /api/statuses/:id', shop.statuses.inCustoms), 'status_in_use'],
    ['a status with a function', remove(shop, 'DELETE /api/statuses/:id', shop.statuses.received), 'status_has_role'],
    ['the final status', remove(shop, 'DELETE /api/statuses/:id', shop.statuses.delivered), 'final_status_required'],
  ]
}

async function deleteAllThatIsUsed(world: World, held: Held): Promise<void> {
  const shop = await openShop(world)
  for (const [what, deed, code] of await inUse(shop)) {
    const answer = await deed()
    const refusal = JSON.parse(answer.body)
    const isSpanish = typeof refusal.message === 'string' && refusal.message.length > 10
    held(answer.statusCode === 409 && refusal.code === code && isSpanish, `${what}: ${answer.body}`)
  }
  for (const stray of await strayRows(world)) held(false, stray)
}

/** Checks that a deleted user is missing from the lists, and named in the log and the histories. */
async function deleteWhoDidIt(world: World, held: Held): Promise<void> {
  const shop = await openShop(world)
  const clerk = await shop.addUser('user')
  const body = shop.invoiceBodyOf([await shop.receive()])
  const { data } = await clerk.ok('POST /api/invoices', { body })
  await shop.admin.ok('DELETE /api/users/:id', { params: { id: clerk.userId } })
  const kept = await shop.admin.ok('GET /api/invoices/:id', { params: { id: data.id } })
  held(kept.data.createdBy.fullName === 'user Prueba', 'the invoice lost its clerk')
  const { statusCode } = await shop.admin.send('GET /api/users/:id', { params: { id: clerk.userId } })
  held(statusCode === 404, 'the clerk is still listed')
}

/** Tries what even a careless statement of the product must not do. */
async function deleteRows(world: World, held: Held): Promise<void> {
  const shop = await openShop(world)
  await inUse(shop)
  for (const table of [...(await tenantTables(world)), 'companies']) {
    const { rows } = await world.owner.query<{ may: boolean }>(
      `select has_table_privilege('casillero_app', $1, 'delete') as may`,
      [table],
    )
    held(rows[0]?.may === false, `requests may delete from ${table}`)
  }
  for (const table of [
    'companies',
    'clients',
    'tariffs',
    'statuses',
    'currencies',
    'shipping_methods',
    'packages',
    'invoices',
    'users',
  ]) {
    const deleted = await world.owner.query(`delete from ${table}`).then(
      () => 'deleted',
      (error: { code: string }) => error.code,
    )
    held(['23503', '23001'].includes(deleted), `all of ${table}: ${deleted}`)
  }
}

async function deleteMeanwhile(world: World, held: Held): Promise<void> {
  const shop = await openShop(world)
  for (let round = 0; round < tries(3, 60); round += 1) {
    for (const [what, deletion, use] of await deletionRaces(shop)) {
      const answers = await Promise.all(round % 2 === 0 ? [deletion(), use()] : [use(), deletion()])
      const done = answers.filter(({ statusCode }) => statusCode < 300).length
      const isClean = answers.every(({ statusCode }) => statusCode < 500)
      held(isClean && done === 1, `${what}: ${answers.map(({ body }) => body.slice(0, 200)).join(' ‖ ')}`)
    }
  }
  for (const stray of await strayRows(world)) held(false, stray)
}

threat('T-23', { what: 'Deleting what other rows refer to', asvs: ['2.3.2', '15.4.2'] }, ({ proof, control }) => {
  proof('the deletion of a row in use is refused with the sentence that says why', on(deleteAllThatIsUsed))
  proof('a deleted user stays in the histories', on(deleteWhoDidIt))
  proof('no request may delete a row, and the database keeps rows that others refer to', on(deleteRows))
  proof('either a deletion or a first use at the same moment is refused', on(deleteMeanwhile, { instances: 2 }))
  control(
    'rows that are not held while they are taken into use',
    on(deleteMeanwhile, { rewire: withoutPart(rowLocks) }),
  )
  control(
    'a right to delete and a reference that gives way',
    on(deleteRows, {
      weaken: (world) =>
        world.owner.query(`
            grant delete on packages to casillero_app;
            alter table invoice_items drop constraint invoice_items_company_id_package_id_fkey;
            alter table package_status_changes drop constraint package_status_changes_company_id_package_id_fkey`),
    }),
  )
})
