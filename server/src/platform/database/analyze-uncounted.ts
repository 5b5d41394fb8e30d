import { withConnection } from './single-connection.ts'

/** Bytes. Plans of smaller tables are quick in any case. */
const small = 256 * 1024

/**
 * Collects the statistics of tables whose changes PostgreSQL has not counted since a crash, a failover or a restore: it forgets the counts
 * then, so that autovacuum comes late, and plans read whole tables meanwhile.
 * @param ownerUrl the connection string of the tables' owner
 * @returns the tables that were analysed
 */
export const analyzeUncounted = (ownerUrl: string): Promise<string[]> =>
  withConnection(ownerUrl, async (client) => {
    const { rows } = await client.query<{ name: string }>(
      `select relid::regclass::text as name from pg_stat_user_tables
       where last_analyze is null and last_autoanalyze is null and pg_relation_size(relid) > $1 order by 1`,
      [small],
    )
    for (const { name } of rows) await client.query(`analyze ${name}`)
    return rows.map(({ name }) => name)
  })
