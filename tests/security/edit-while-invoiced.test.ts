import { openShop } from '../support/shop.ts'
import type { World } from '../support/world.ts'
import { on } from './support/on-world.ts'
import { type Held, threat, tries } from './support/threat.ts'
import { rowLocks, withoutPart } from './support/without-part.ts'

/** Edits and invoices a package at the same moment: it must be invoiced as it is, or refused; never as it was. */
async function editAndInvoice(world: World, held: Held): Promise<void> {
  const shop = await openShop(world)
  for (let round = 0; round < tries(24, 300); round += 1) {
    const courierPackage = await shop.receive({ weight: 2 })
    const edit = { params: { id: courierPackage.id }, body: { ...courierPackage, weight: 3 } }
    const calls = [
      () => shop.user.send('POST /api/invoices', { body: shop.invoiceBodyOf([courierPackage]) }),
      () => shop.admin.send('PUT /api/packages/:id', edit),
    ]
    // The edit and the invoice are sent first in turn.
    const order = round % 2 === 0 ? calls : calls.toReversed()
    const answers = await Promise.all(order.map((call) => call()))
    const [invoiced, edited] = round % 2 === 0 ? answers : answers.toReversed()
    const outcome = `${invoiced?.statusCode} ${edited?.statusCode}`
    const { rows } = await world.owner.query<{ differs: boolean }>(
      `select (i.quantity, i.unit_price) is distinct from (p.weight, p.final_price_per_pound) as differs
       from invoice_items i join packages p on p.company_id = i.company_id and p.id = i.package_id
       where i.company_id = $1 and i.package_id = $2`,
      [shop.id, courierPackage.id],
    )
    const isSame = rows.every(({ differs }) => !differs)
    held(['201 409', '409 200'].includes(outcome) && isSame, `round ${round}: ${outcome}, as invoiced: ${isSame}`)
  }
}

/** Tries to change an invoiced package by every call that could, and by statements of the product's own role. */
async function editInvoiced(world: World, held: Held): Promise<void> {
  const shop = await openShop(world)
  const courierPackage = await shop.receive()
  await shop.invoice([courierPackage])
  const row = async () => {
    const { rows } = await world.owner.query('select p::text as row from packages p where id = $1', [courierPackage.id])
    return String(rows[0]?.row)
  }
  const before = await row()
  const params = { id: courierPackage.id }
  const changes = [
    { weight: 3 },
    { tariffId: null },
    { clientId: (await shop.addClient()).id },
    { discountType: 'percentage' as const, discountValue: 50 },
    { tracking: 'otro' },
  ]
  for (const change of changes) {
    const { statusCode } = await shop.admin.send('PUT /api/packages/:id', {
      params,
      body: { ...courierPackage, ...change },
    })
    held(statusCode === 409, `an edit of ${Object.keys(change)}: ${statusCode}`)
  }
  const { statusCode } = await shop.admin.send('DELETE /api/packages/:id', { params })
  held(statusCode === 409, `deleting: ${statusCode}`)
  for (const set of ['weight = 3', 'total_price = 0', 'final_price_per_pound = 1', 'deleted_at = now()']) {
    const refusal = await refusalOf(world, shop.id, `update packages set ${set} where id = '${courierPackage.id}'`)
    held(refusal === '23001', `set ${set}: ${refusal}`)
  }
  held((await row()) === before, 'the package is as it was invoiced')
}

/** Gives the code with which the database refuses a statement of the role of requests, and rolls the statement back. */
async function refusalOf(world: World, companyId: string, statement: string): Promise<string> {
  const client = await world.owner.connect()
  try {
    await client.query('begin')
    await client.query('set local role casillero_app')
    await client.query(`select set_config('app.company_id', $1, true)`, [companyId])
    return `${(await client.query(statement)).rowCount} rows changed`
  } catch (error) {
    return String(Reflect.get(Object(error), 'code'))
  } finally {
    await client.query('rollback')
    client.release()
  }
}

const withoutWall = (world: World) => world.owner.query('drop trigger keep_invoiced_package on packages')

threat('T-19', { what: 'a package edited while or after it is invoiced', asvs: ['15.4.2', '2.3.4'] }, (row) => {
  const { proof, control } = row
  proof('a package is invoiced as it is, or the invoice is refused', on(editAndInvoice, { instances: 2 }))
  control(
    'the same races, without the row locks and the wall in the database',
    on(editAndInvoice, { instances: 2, rewire: withoutPart(rowLocks), weaken: withoutWall }),
  )
  proof('an invoiced package stays as it is, for calls and for statements', on(editInvoiced))
  control('what is invoiced, without the wall in the database', on(editInvoiced, { weaken: withoutWall }))
})
