import type { Client } from 'pg'
import { withConnection } from '../../platform/database/single-connection.ts'
import type { Check } from './check.ts'
import { checks } from './checks.ts'

/** `count` places break the rule; the first are printed. */
export type Finding = { says: string; count: number; places: string[] }

const shownPlaces = 20

async function find(client: Client, { says, sql, isGenerated }: Check): Promise<Finding> {
  const statement = isGenerated ? (await client.query<{ statement: string }>(sql)).rows[0]?.statement : sql
  const { rows } = await client.query<{ company: string | null; what: string; count: number }>(
    `with wrong as materialized (${statement})
     select c.subdomain as company, w.what, (select count(*)::int from wrong) as count
     from wrong w left join companies c on c.id = w.company_id order by 1, 2 limit ${shownPlaces}`,
  )
  return {
    says,
    count: rows[0]?.count ?? 0,
    places: rows.map(({ company, what }) => (company === null ? what : `${company}: ${what}`)),
  }
}

export async function runChecks(client: Client): Promise<Finding[]> {
  const findings: Finding[] = []
  for (const check of checks) findings.push(await find(client, check))
  return findings
}

/** In one snapshot, without waiting for a lock. */
export function verifyData(ownerUrl: string): Promise<Finding[]> {
  return withConnection(ownerUrl, async (client) => {
    await client.query('begin transaction isolation level repeatable read read only')
    const { rows } = await client.query<{ known: boolean }>(
      "select to_regclass('public.company_counters') is not null as known",
    )
    if (!rows[0]?.known) throw new Error('This database has no tables of Casillero yet.')
    return await runChecks(client)
  })
}

export function writeReport(findings: Finding[]): string[] {
  const wrong = findings.filter(({ count }) => count > 0)
  return [
    ...findings.flatMap(({ says, count, places }) => [
      count === 0 ? `OK     ${says}` : `WRONG  ${says}: not so in ${count} ${count === 1 ? 'place' : 'places'}`,
      ...places.map((place) => `       - ${place}`),
      ...(count > places.length ? [`       - and ${count - places.length} more`] : []),
    ]),
    wrong.length === 0
      ? `All ${findings.length} hold.`
      : `${wrong.length} of ${findings.length} do not hold. Nothing was changed.`,
  ]
}
