import type { Pool } from 'pg'

/** Whether a search of the company's rows takes a word for a common one, by the function that its statements ask. */
export async function isCommon(
  owner: Pool,
  companyId: string,
  rows: 'packages' | 'invoices',
  word: string,
): Promise<boolean> {
  const client = await owner.connect()
  try {
    await client.query('begin')
    await client.query('set local role casillero_definer')
    await client.query("select set_config('app.company_id', $1, true)", [companyId])
    const found = await client.query<{ is: boolean }>(`select are_common_in_${rows}($1) as is`, [[`%${word}%`]])
    await client.query('rollback')
    return found.rows[0]?.is === true
  } finally {
    client.release()
  }
}
