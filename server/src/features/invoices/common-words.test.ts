import { expect, test } from 'vitest'
import { isCommon } from '../../../../tests/support/common-words.ts'
import { shareWorld } from '../../../../tests/support/open-world.ts'
import { openShop } from '../../../../tests/support/shop.ts'

const world = shareWorld()

test('a search of invoices finds the same rows for words of many invoices, of a few and of both, the newest first', async () => {
  const shop = await openShop(world)
  await shop.invoice([await shop.receive()])
  await world.owner.query(
    `insert into invoices select (jsonb_populate_record(null::invoices, to_jsonb(v) || jsonb_build_object(
       'id', uuidv7(), 'company_invoice_id', n * 60,
       'search_text', case when n % 3 = 0 then '|comun|' else '|' end || case when n in (30, 31) then '|escaso|' else '|' end))).*
     from (select * from invoices where company_id = $1 limit 1) v cross join generate_series(1, 100) n`,
    [shop.id],
  )
  const numbersOf = (from: number[]) => from.toReversed().map((n) => n * 60)
  const common = Array.from({ length: 33 }, (_, index) => (index + 1) * 3)
  for (const [search, wanted] of [
    ['comun', common],
    ['escaso', [30, 31]],
    ['comun escaso', [30]],
  ] as const) {
    const { data, pagination } = await shop.user.ok('GET /api/invoices', { query: { search, page: '1', limit: '100' } })
    expect(data.map(({ companyInvoiceId }) => companyInvoiceId)).toEqual(numbersOf([...wanted]))
    expect(pagination.total).toBe(wanted.length)
    const found = (await shop.user.ok('GET /api/search', { query: { q: search } })).data.invoices
    expect(found.map(({ companyInvoiceId }) => companyInvoiceId)).toEqual(numbersOf([...wanted]).slice(0, 5))
  }
  expect(await isCommon(world.owner, shop.id, 'invoices', 'comun')).toBe(true)
  expect(await isCommon(world.owner, shop.id, 'invoices', 'escaso')).toBe(false)
})
