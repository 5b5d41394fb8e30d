import { Client } from 'pg'

/** Always closes the connection. Waits without a limit, because a busy machine answers late. */
export async function withConnection<Result>(url: string, work: (client: Client) => Promise<Result>): Promise<Result> {
  const client = new Client({ connectionString: url })
  // Without a listener a cut connection would end the whole process; the statement rejects by itself.
  client.on('error', () => {})
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end().catch(() => {})
  }
}
