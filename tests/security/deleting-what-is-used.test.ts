import type { ErrorCode } from '@casillero/shared/contract/errors'
import type { Call, Sent } from '../support/actor.ts'
import { openShop, type Shop } from '../support/shop.ts'
import { newMark, type World } from '../support/world.ts'
import { on, tenantTables } from './support/on-world.ts'
import { type Held, threat, tries } from './support/threat.ts'
import { rowLocks, withoutPart } from './support/without-part.ts'

type Deed = () => Promise<{ statusCode: number; body: string }>
type Deletion = Extract<Call, `DELETE ${string}`>

const remove =
  (shop: Shop, call: Deletion, id: string): Deed =>
  () =>
    shop.admin.send(call, { params: { id } })

const send =
  <K extends Call>(shop: Shop, call: K, sent: Sent<K>): Deed =>
  () =>
    shop.user.send(call, sent)

const addTariff = async (shop: Shop, type: 'aereo' | 'maritimo' = 'aereo') =>
  (await shop.admin.ok('POST /api/tariffs', { body: { name: newMark(), type, pricePerPound: 1 } })).data.id
const addStatus = async (shop: Shop) =>
  (await shop.admin.ok('POST /api/statuses', { body: { name: newMark(), isFinalStatus: false } })).data.id
const addMethod = async (shop: Shop) =>
  (await shop.admin.ok('POST /api/shipping-methods', { body: { name: newMark() } })).data.id

let codes = 0
async function addCurrency(shop: Shop): Promise<string> {
  const code = `X${String.fromCharCode(65 + (Math.floor(codes / 26) % 26), 65 + (codes++ % 26))}`
  const body = { code, name: code, symbol: code, rateCompra: 2, rateVenta: 2 }
  return (await shop.admin.ok('POST /api/currencies', { body })).data.id
}

const shippingBy = (shop: Shop, shippingMethodId: string, currencyId = shop.usd) => ({
  shippingMethodId,
  currencyId,
  shippingPrice: 1,
  shippingAddress: 'León',
})

/** Deletes a row while another user takes it into use at the same moment. */
async function deletionRaces(shop: Shop): Promise<[what: string, deletion: Deed, use: Deed][]> {
  const courierPackage = { shippingMethod: 'aereo' as const, tracking: newMark(), weight: 1 }
  const client = { firstName: 'Eva', lastNames: 'Paz', phone: '88001122' }
  const other = await shop.receive()
  const pending = await shop.invoice([await shop.receive()])
  const [clientId, movedTo, ofPackage, ofClient] = [
    (await shop.addClient()).id,
    (await shop.addClient()).id,
    await addTariff(shop),
    await addTariff(shop),
  ]
  const [entered, moved, invoicing, paying, paid, sending] = [
    await addStatus(shop),
    await addStatus(shop),
    await addCurrency(shop),
    await addCurrency(shop),
    await addCurrency(shop),
    await addCurrency(shop),
  ]
  const [methodId, invoiced] = [await addMethod(shop), await shop.receive()]
  const invoiceWith = async (values: Parameters<Shop['invoiceBodyOf']>[1]) => ({
    body: shop.invoiceBodyOf([await shop.receive()], values),
  })
  return [
    [
      'a client ‖ a new package of theirs',
      remove(shop, 'DELETE /api/client/:id', clientId),
      send(shop, 'POST /api/packages', { body: { ...courierPackage, clientId } }),
    ],
    [
      'a client ‖ a package that is given to them',
      remove(shop, 'DELETE /api/client/:id', movedTo),
      send(shop, 'PUT /api/packages/:id', { params: { id: other.id }, body: { ...other, clientId: movedTo } }),
    ],
    [
      'a tariff ‖ a package at that price',
      remove(shop, 'DELETE /api/tariffs/:id', ofPackage),
      send(shop, 'POST /api/packages', { body: { ...courierPackage, tariffId: ofPackage } }),
    ],
    [
      'a tariff ‖ a client whose default it becomes',
      remove(shop, 'DELETE /api/tariffs/:id', ofClient),
      send(shop, 'POST /api/client', { body: { ...client, defaultTariffAereoId: ofClient } }),
    ],
    [
      'a status ‖ a package that arrives in it',
      remove(shop, 'DELETE /api/statuses/:id', entered),
      send(shop, 'POST /api/packages', { body: { ...courierPackage, statusId: entered } }),
    ],
    [
      'a status ‖ a package that is moved into it',
      remove(shop, 'DELETE /api/statuses/:id', moved),
      send(shop, 'PATCH /api/packages/status', { body: { packageIds: [other.id], statusId: moved } }),
    ],
    [
      'a currency ‖ an invoice in it',
      remove(shop, 'DELETE /api/currencies/:id', invoicing),
      send(shop, 'POST /api/invoices', await invoiceWith({ currencyId: invoicing })),
    ],
    [
      'a currency ‖ a payment in it',
      remove(shop, 'DELETE /api/currencies/:id', paying),
      send(
        shop,
        'POST /api/invoices',
        await invoiceWith({ payments: [{ total: 1, method: 'cash', currencyId: paying }] }),
      ),
    ],
    [
      'a currency ‖ a later payment in it',
      remove(shop, 'DELETE /api/currencies/:id', paid),
      send(shop, 'POST /api/invoices/:id/payments', {
        params: { id: pending.id },
        body: { total: 1, method: 'cash', currencyId: paid },
      }),
    ],
    [
      'a currency ‖ a delivery in it',
      remove(shop, 'DELETE /api/currencies/:id', sending),
      send(shop, 'POST /api/invoices', await invoiceWith({ shipping: shippingBy(shop, shop.methodId, sending) })),
    ],
    [
      'a method ‖ a delivery by it',
      remove(shop, 'DELETE /api/shipping-methods/:id', methodId),
      send(shop, 'POST /api/invoices', await invoiceWith({ shipping: shippingBy(shop, methodId) })),
    ],
    [
      'a package ‖ its invoice',
      remove(shop, 'DELETE /api/packages/:id', invoiced.id),
      send(shop, 'POST /api/invoices', { body: shop.invoiceBodyOf([invoiced]) }),
    ],
  ]
}

type ForeignKey = { source: string; target: string; columns: string[]; keys: string[] }

/** Lists rows with a dangling reference, and rows that refer to a deleted one. Histories may name deleted rows. */
async function strayRows(world: World): Promise<string[]> {
  const { rows: keys } = await world.owner.query<ForeignKey>(`
    select c.conrelid::regclass::text as source, c.confrelid::regclass::text as target,
      (select array_agg(a.attname::text order by k.n) from unnest(c.conkey) with ordinality k (num, n)
       join pg_attribute a on a.attrelid = c.conrelid and a.attnum = k.num) as columns,
      (select array_agg(a.attname::text order by k.n) from unnest(c.confkey) with ordinality k (num, n)
       join pg_attribute a on a.attrelid = c.confrelid and a.attnum = k.num) as keys
    from pg_constraint c where c.contype = 'f' and c.connamespace = 'public'::regnamespace`)
  const { rows: marks } = await world.owner.query<{ name: string; mark: string }>(`
    select attrelid::regclass::text as name, attname as mark from pg_attribute
    where attname in ('deleted_at', 'voided_at') and attrelid::regclass::text in (select relname from pg_class where relkind = 'r')`)
  const markOf = (table: string) => marks.find(({ name }) => name === table)?.mark
  const found: string[] = []
  for (const { source, target, columns, keys: targetKeys } of keys) {
    const joined = columns.map((column, at) => `t.${targetKeys[at]} = s.${column}`).join(' and ')
    const isSet = columns.map((column) => `s.${column} is not null`).join(' and ')
    const count = async (condition: string) =>
      (
        await world.owner.query(
          `select 1 from ${source} s left join ${target} t on ${joined} where ${isSet} and ${condition}`,
        )
      ).rowCount ?? 0
    const orphans = await count(`t.${targetKeys[0]} is null`)
    if (orphans > 0) found.push(`${orphans} of ${source} (${columns}) lead nowhere`)
    const isHistory =
      target === 'users' ||
      /^(?:package_corrections|package_status_changes|messages|message_packages|audit_entries|currency_rate_changes)$/.test(
        source,
      )
    if (isHistory || markOf(target) !== 'deleted_at') continue
    const alive = markOf(source) ? `s.${markOf(source)} is null` : 'true'
    const stray = await count(`${alive} and t.deleted_at is not null`)
    if (stray > 0) found.push(`${stray} living of ${source} (${columns}) name a deleted one of ${target}`)
  }
  return found
}

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
  for (let round = 0; round < tries(2, 60); round += 1) {
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
