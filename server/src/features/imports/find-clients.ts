import { plainWords } from '@casillero/shared/domain/search-text'
import { type SqlBool, sql } from 'kysely'
import type { Db } from '../../platform/database/database.ts'
import { clientColumns } from '../clients/queries.ts'

const living = (db: Db) => db.selectFrom('clients').select(clientColumns).where('deleted_at', 'is', null)

export type FoundClient = Awaited<ReturnType<ReturnType<typeof living>['execute']>>[number]

const among = (values: readonly string[]) => sql`any(${[...new Set(values)]}::text[])`

export type ClientIndex = { all: FoundClient[]; byCasillero: Map<string, FoundClient> }

/** The living clients with these mailbox numbers, phones or e-mail addresses, by the mailbox numbers that lead to them. */
export async function findClients(
  db: Db,
  asked: { casilleros: string[]; phones?: string[]; emails?: string[]; ids?: string[] },
): Promise<ClientIndex> {
  const { casilleros, phones = [], emails = [], ids = [] } = asked
  const all =
    casilleros.length + phones.length + emails.length + ids.length === 0
      ? []
      : await living(db)
          .where(
            sql<SqlBool>`(casillero = ${among(casilleros)} or former_casilleros && ${[...new Set(casilleros)]}::text[]
              or phone = ${among(phones)} or lower(email) = ${among(emails)} or id = any(${[...new Set(ids)]}::uuid[]))`,
          )
          .orderBy('id')
          .execute()
  const byCasillero = new Map<string, FoundClient>()
  for (const client of all) for (const former of client.formerCasilleros) byCasillero.set(former, client)
  for (const client of all) byCasillero.set(client.casillero, client)
  return { all, byCasillero }
}

export const fullName = ({
  firstName,
  middleName,
  lastNames,
}: Pick<FoundClient, 'firstName' | 'middleName' | 'lastNames'>): string =>
  [firstName, middleName, lastNames].filter(Boolean).join(' ')

const fits = (given: string, words: readonly string[]): boolean =>
  words.some((word) => word === given || (given.length === 1 && word.startsWith(given)))

/**
 * Finds clients by a name as labels have it: each of its words is one of the client's, or the first letter of one. Those whose whole name it
 * is come alone.
 */
export async function createNameFinder(db: Db): Promise<(name: string) => FoundClient[]> {
  const clients = (await living(db).orderBy('id').execute()).map((client) => ({
    client,
    words: plainWords(fullName(client)).split(' '),
  }))
  const byWord = new Map<string, (typeof clients)[number][]>()
  for (const entry of clients) {
    for (const word of new Set(entry.words)) {
      const known = byWord.get(word)
      if (known) known.push(entry)
      else byWord.set(word, [entry])
    }
  }
  return (name) => {
    // Lists have the surnames first, and a comma behind them.
    const given = plainWords(name.replaceAll(',', ' ')).split(' ')
    // The longest word is likely to be the rarest.
    const [longest = ''] = given.toSorted((one, other) => other.length - one.length)
    const found = (byWord.get(longest) ?? []).filter(({ words }) => given.every((word) => fits(word, words)))
    const same = found.filter(({ words }) => words.join(' ') === given.join(' '))
    // Initials alone name no client: they would fit too many.
    const chosen = same.length > 0 ? same : longest.length > 1 ? found : []
    return chosen.map(({ client }) => client)
  }
}
