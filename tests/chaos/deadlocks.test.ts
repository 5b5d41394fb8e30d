import { afterAll, beforeAll, expect } from 'vitest'
import { ask } from '../support/installation/calls.ts'
import { check, nothingWrong } from '../support/installation/checker.ts'
import { type Installation, openInstallation } from '../support/installation/installation.ts'
import { draftInvoice } from '../support/installation/load.ts'
import { type Shop, stockUp } from '../support/installation/shops.ts'
import { waitUntil } from '../support/patience.ts'
import { prove, rounds } from '../support/proofs.ts'

let site: Installation
beforeAll(async () => {
  // Half a second instead of one, so that hundreds fit into a test; still long enough for the deadlock to exist when the
  // invoice checks for it once. Checked earlier, on a busy machine, the other side would find it and be refused instead.
  site = await openInstallation({ settings: { deadlock_timeout: '500ms' } })
})
afterAll(() => site.close())

async function deadlocks(): Promise<number> {
  const { rows } = await site.owner.query<{ deadlocks: number }>(
    'select pg_stat_clear_snapshot(), deadlocks::int from pg_stat_database where datname = current_database()',
  )
  return rows[0]?.deadlocks ?? 0
}

/**
 * Locks two packages in the opposite order of an invoice of both, and gives the status of the invoice's answer; undefined where
 * PostgreSQL refused the other side, which says nothing about invoices.
 */
async function collide(shop: Shop, [first, second]: string[], url: string): Promise<number | undefined> {
  const holder = await site.owner.connect()
  try {
    const lock = 'select from packages where company_id = $1 and id = $2 for update'
    await holder.query('begin')
    await holder.query(lock, [shop.id, second])
    const body = draftInvoice(shop.counter, [first, second])
    const invoicing = ask(url, { ...shop.counter, path: '/api/invoices', body })
    const waits =
      "select from pg_stat_activity where wait_event_type = 'Lock' and application_name = 'casillero' and pg_blocking_pids(pid) @> array[$1::int]"
    const { rows } = await holder.query<{ pid: number }>('select pg_backend_pid() as pid')
    await waitUntil(
      async () => ((await site.owner.query(waits, [rows[0]?.pid])).rowCount ?? 0) > 0,
      10_000,
      'the invoice waiting',
    )
    const refusal = await holder.query(lock, [shop.id, first]).then(
      () => undefined,
      (error: { code?: string }) => error.code,
    )
    await holder.query('rollback')
    const { status } = await invoicing
    expect([undefined, '40P01']).toContain(refusal)
    return refusal ? undefined : status
  } finally {
    await holder.query('rollback').catch(() => {})
    holder.release()
  }
}

/** Makes the next inserts of invoices fail as PostgreSQL's conflicts do; a sequence counts them, which no rollback resets. */
async function failWith(code: string, times: number): Promise<void> {
  await site.owner.query(`
    drop sequence if exists refusals cascade;
    create sequence refusals;
    grant usage on sequence refusals to casillero_app;
    create or replace function refuse() returns trigger language plpgsql as $$
    begin
      if nextval('refusals') <= ${times} then raise exception 'forced' using errcode = '${code}'; end if;
      return new;
    end $$;
    create or replace trigger refuse before insert on invoices for each row execute function refuse()`)
}

const countTries = async () =>
  (await site.owner.query<{ n: number }>('select last_value::int as n from refusals where is_called')).rows[0]?.n ?? 0

async function invoiceOne(shop: Shop, packageId: string | undefined): Promise<number> {
  const body = draftInvoice(shop.counter, [packageId])
  return (await ask(site.instances[0]?.url ?? '', { ...shop.counter, path: '/api/invoices', body })).status
}

prove('F-16', 'deadlocks and conflicts', (row) => {
  row.proof('a forced deadlock is tried again, and no clerk gets an error', async () => {
    const count = rounds(40, 200)
    const stocks = await stockUp(site.owner, site.shops, Math.ceil((count * 2) / site.shops.length) + 20)
    const before = await deadlocks()
    const statuses: number[] = []
    await Promise.all(
      [0, 1, 2].map(async (lane) => {
        for (let n = lane; n < count; n += 3) {
          const shop = site.shops[n % site.shops.length]
          if (!shop) throw new Error('There is no shop')
          let status: number | undefined
          while (status === undefined) {
            const pair = stocks[n % site.shops.length]?.packageIds.splice(0, 2).toSorted() ?? []
            expect(pair).toHaveLength(2)
            status = await collide(shop, pair, site.instances[n % 2]?.url ?? '')
          }
          statuses.push(status)
        }
      }),
    )
    expect(statuses).toEqual(Array(count).fill(201))
    await waitUntil(async () => (await deadlocks()) - before >= count, 10_000, 'the statistics')
    expect(await check([], site.owner, site.postgres.ownerUrl)).toMatchObject({ wrong: nothingWrong.wrong })
    return `${statuses.length} invoices over ${(await deadlocks()) - before} deadlocks that PostgreSQL counted: all 201, none 500`
  })

  row.proof('a conflict is tried three times, then its caller gets 503', async () => {
    const [stock] = await stockUp(site.owner, site.shops.slice(0, 1), 10)
    const [shop] = site.shops
    if (!stock || !shop) throw new Error('There is no shop')
    const tried: string[] = []
    for (const code of ['40001', '40P01']) {
      await failWith(code, 2)
      expect(await invoiceOne(shop, stock.packageIds.pop())).toBe(201)
      expect(await countTries()).toBe(3)
      await failWith(code, 99)
      expect(await invoiceOne(shop, stock.packageIds.pop())).toBe(503)
      expect(await countTries()).toBe(3)
      tried.push(code)
    }
    // A lock time-out of three seconds is not tried again: two more would outlast the eight seconds of an answer.
    await failWith('55P03', 99)
    expect(await invoiceOne(shop, stock.packageIds.pop())).toBe(503)
    expect(await countTries()).toBe(1)
    await site.owner.query('drop trigger refuse on invoices')
    return `${tried.join(' and ')}: 201 at the third try, 503 after three; 55P03: 503 after one`
  })

  row.control('an error that is no conflict is not tried again and shows as 500', async () => {
    const [stock] = await stockUp(site.owner, site.shops.slice(0, 1), 1)
    const [shop] = site.shops
    if (!stock || !shop) throw new Error('There is no shop')
    await failWith('XX000', 1)
    expect(await invoiceOne(shop, stock.packageIds.pop())).toBe(500)
    expect(await countTries()).toBe(1)
    await site.owner.query('drop trigger refuse on invoices')
  })
})
