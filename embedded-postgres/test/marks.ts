import { withConnection } from '../src/connection.ts'

/** Inserts numbers one by one, each its own commit, until the connection breaks; gives how many were confirmed. */
export async function writeUntilCut(url: string, onConfirmed: (count: number) => void): Promise<number> {
  let confirmed = 0
  await withConnection(url, async (client) => {
    await client.query('create table if not exists marks (n int primary key)')
    for (let n = 1; ; n += 1) {
      await client.query('insert into marks values ($1)', [n])
      confirmed = n
      onConfirmed(n)
    }
  }).catch(() => {})
  return confirmed
}

export const countMarks = (url: string) =>
  withConnection(url, async (client) => (await client.query('select from marks')).rowCount)
