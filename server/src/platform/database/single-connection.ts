import { Client } from 'pg'

/**
 * Opens a connection outside the pool, for starting, migrating and backups, and always closes it.
 * @param url a PostgreSQL connection string
 * @param maxWaitMs the longest wait for PostgreSQL's answer; left out: none, because a busy machine answers late
 * @returns what the work returns
 */
export async function withConnection<Result>(
  url: string,
  work: (client: Client) => Promise<Result>,
  maxWaitMs = 0,
): Promise<Result> {
  const client = new Client({ connectionString: url, connectionTimeoutMillis: maxWaitMs })
  // The running statement rejects by itself; without a listener a lost connection would end the whole process.
  client.on('error', () => {})
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end().catch(() => {})
  }
}
