import { openShop, type Shop } from '../support/shop.ts'
import type { World } from '../support/world.ts'
import { on } from './support/on-world.ts'
import { type Held, threat, tries } from './support/threat.ts'
import { rowLocks, withoutPart } from './support/without-part.ts'

type Received = Awaited<ReturnType<Shop['receive']>>

async function liveItems(world: World, { id }: Shop): Promise<{ items: number; packages: number }> {
  const { rows } = await world.owner.query<{ items: number; packages: number }>(
    `select count(*)::int as items, count(distinct package_id)::int as packages
     from invoice_items where company_id = $1 and voided_at is null`,
    [id],
  )
  return rows[0] ?? { items: 0, packages: 0 }
}

/**
 * Lets four clerks at two servers invoice the same package at once: one succeeds, the others get an error that names the
 * package.
 */
async function invoiceAtOnce(world: World, held: Held): Promise<void> {
  const shop = await openShop(world)
  const clerks = [shop.admin, shop.user, await shop.addUser('user'), await shop.addUser('user')]
  const count = tries(8, 300)
  for (const courierPackage of await shop.receiveMany(count)) {
    const body = shop.invoiceBodyOf([courierPackage])
    const answers = await Promise.all(clerks.map((clerk) => clerk.send('POST /api/invoices', { body })))
    const refusals = answers.filter(({ statusCode }) => statusCode === 409)
    const isNotified = refusals.every((answer) => {
      const { code, message } = answer.json()
      return (
        code === 'package_invoiced' &&
        message.startsWith(`El paquete #${courierPackage.companyPackageId} ya está facturado`)
      )
    })
    const made = answers.filter(({ statusCode }) => statusCode === 201).length
    held(made === 1 && refusals.length === 3 && isNotified, `#${courierPackage.companyPackageId}: made ${made} times`)
  }
  const { items, packages } = await liveItems(world, shop)
  held(items === count && packages === count, `${items} lines for ${packages} packages`)
}

/** Makes overlapping invoices in opposite order: one is made, and no answer is a deadlock. */
async function overlap(world: World, held: Held): Promise<void> {
  const shop = await openShop(world)
  const rounds = tries(4, 300)
  for (let round = 0; round < rounds; round += 1) {
    const packages: Received[] = await shop.receiveMany(4)
    const selections = [packages, packages.toReversed(), packages.slice(1), packages.slice(0, 3).toReversed()]
    const answers = await Promise.all(
      selections.map((selection) => shop.user.send('POST /api/invoices', { body: shop.invoiceBodyOf(selection) })),
    )
    const outcome = answers.map(({ statusCode }) => statusCode).toSorted()
    held(outcome.join() === '201,409,409,409', `round ${round}: ${outcome}`)
  }
}

const letTwoLines = (world: World) => world.owner.query('drop index invoice_items_company_id_package_id_key')

/** Lets four clerks at two servers hand the same package over at once, each with another package of their own: one succeeds. */
async function handOverAtOnce(world: World, held: Held): Promise<void> {
  const shop = await openShop(world)
  const clerks = [shop.admin, shop.user, await shop.addUser('user'), await shop.addUser('user')]
  const count = tries(4, 300)
  for (const courierPackage of await shop.receiveMany(count)) {
    const own = await shop.receiveMany(clerks.length)
    const answers = await Promise.all(
      clerks.map((clerk, index) => {
        const both = [courierPackage.id, own[index]?.id ?? '']
        const packageIds = index % 2 === 0 ? both : both.toReversed()
        const body = { clientId: shop.client.id, packageIds, receivedBy: { name: 'Ana' } }
        return clerk.send('POST /api/handovers', { body })
      }),
    )
    const codes = answers.map((answer) => (answer.statusCode === 201 ? 'made' : answer.json().code)).toSorted()
    const isMeant = codes.join() === 'made,package_handed_over,package_handed_over,package_handed_over'
    held(isMeant, `#${courierPackage.companyPackageId}: ${codes}`)
  }
  const { rows } = await world.owner.query<{ count: number }>(
    'select count(*)::int as count from handovers where company_id = $1',
    [shop.id],
  )
  held(rows[0]?.count === count, `${rows[0]?.count} hand-overs of ${count} packages`)
}

const letTwoHandovers = (world: World) => world.owner.query('drop index handover_packages_company_id_package_id_key')

threat('T-18', { what: 'one package invoiced by several clerks at once', asvs: ['2.3.4', '15.4.2'] }, (row) => {
  const { proof, control } = row
  proof('four clerks at two servers invoice a package once', on(invoiceAtOnce, { instances: 2 }))
  control(
    'four clerks, without the row locks and the unique index',
    on(invoiceAtOnce, { instances: 2, rewire: withoutPart(rowLocks), weaken: letTwoLines }),
  )
  proof('overlapping invoices in opposite order wait for each other', on(overlap, { instances: 2 }))
  proof('four clerks at two servers hand a package over once', on(handOverAtOnce, { instances: 2 }))
  control(
    'four clerks who hand over, without the row locks and the unique index',
    on(handOverAtOnce, { instances: 2, rewire: withoutPart(rowLocks), weaken: letTwoHandovers }),
  )
  control(
    'overlapping invoices, without the row locks and the unique index',
    on(overlap, { instances: 2, rewire: withoutPart(rowLocks), weaken: letTwoLines }),
  )
})
