import { expect, test } from 'vitest'
import { shareWorld } from '../../../../tests/support/open-world.ts'
import { openShop } from '../../../../tests/support/shop.ts'

const world = shareWorld()

test('the filter of what is invoiced finds the same where a company has few invoices and where it has over a thousand', async () => {
  const shop = await openShop(world)
  const [invoiced, voided, bare] = await shop.receiveMany(3)
  if (!invoiced || !voided || !bare) throw new Error('Three packages were asked for')
  await shop.invoice([invoiced])
  const { id } = await shop.invoice([voided])
  await shop.admin.ok('DELETE /api/invoices/:id', { params: { id } })
  const found = async (query: object) =>
    (await shop.user.ok('GET /api/packages', { query: { sort: 'number', ...query } })).data.map((row) => row.id)
  const expectFound = async () => {
    expect(await found({ invoiced: 'true' })).toEqual([invoiced.id])
    expect(await found({ invoiced: 'false' })).toEqual([voided.id, bare.id])
    expect(await found({ invoiced: 'true', statusId: shop.statuses.ready })).toEqual([invoiced.id])
  }
  await expectFound()
  await world.owner.query(
    `insert into invoices select (jsonb_populate_record(null::invoices, to_jsonb(v) || jsonb_build_object('id', uuidv7(), 'company_invoice_id', 100 + n))).*
     from (select * from invoices where company_id = $1 limit 1) v cross join generate_series(1, 1001) n`,
    [shop.id],
  )
  await expectFound()
})
