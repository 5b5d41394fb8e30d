import { Client } from 'pg'
import { superuserUrl, urlOf } from './test-database.ts'
import type { World } from './world.ts'

type Copies = {
  table: 'packages' | 'invoices'
  companyId: string
  count: number
  /** Pairs of `jsonb_build_object` for the copy number `n` of the row `t`. */
  values: string
  where?: string
}

/** Copies each of a company's rows so many times, as they are after years; the triggers of each copy are left out. */
export async function copyRows({ ownerUrl }: World, { table, companyId, count, values, where = 'true' }: Copies) {
  const superuser = new Client({ connectionString: urlOf(superuserUrl(), new URL(ownerUrl).pathname.slice(1)) })
  await superuser.connect()
  try {
    await superuser.query("set session_replication_role = 'replica'")
    await superuser.query(
      `insert into ${table} select (jsonb_populate_record(t, jsonb_build_object('id', uuidv7(), ${values}))).*
       from ${table} t cross join generate_series(1, $2::int) n where t.company_id = $1 and ${where}`,
      [companyId, count],
    )
    await superuser.query(`vacuum analyze ${table}`)
  } finally {
    await superuser.end()
  }
}
