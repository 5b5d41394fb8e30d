import { Client } from 'pg'

/**
 * Opens one connection outside the pool (starting, migrating, backing up), and closes it whatever happens.
 *
 * @param url a PostgreSQL connection string
 * @returns what the work returns
 */
export async function withConnection<Result>(url: string, work: (client: Client) => Promise<Result>): Promise<Result> {
  const client = new Client({ connectionString: url, connectionTimeoutMillis: 10_000 })
  // The statement under way rejects by itself; without a listener a lost connection would end the whole process.
  client.on('error', () => {})
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end().catch(() => {})
  }
}
