import { findNamed, listNameWords, listOwnWords } from '@casillero/shared/domain/name-match'
import { type SqlBool, sql } from 'kysely'
import type { Db } from '../../../platform/database/database.ts'
import { clientColumns } from '../../clients/queries.ts'

const living = (db: Db) => db.selectFrom('clients').select(clientColumns).where('deleted_at', 'is', null)

export type FoundClient = Awaited<ReturnType<ReturnType<typeof living>['execute']>>[number]

const among = (values: readonly string[]) => sql`any(${[...new Set(values)]}::text[])`

type ClientIndex = { all: FoundClient[]; byCasillero: Map<string, FoundClient> }

/** Finds clients by mailbox numbers, including those of merged clients. */
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

export type NameFinder = (name: string) => ReturnType<typeof findNamed<FoundClient>>

/** docs/product/imports.md, "Names". */
export async function createNameFinder(db: Db): Promise<NameFinder> {
  const byWord = new Map<string, FoundClient[]>()
  for (const client of await living(db).orderBy('id').execute()) {
    for (const word of new Set(listOwnWords(client))) {
      const known = byWord.get(word)
      if (known) known.push(client)
      else byWord.set(word, [client])
    }
  }
  return (name) => {
    // Searches by the longest word, which is likely to be the rarest.
    const [longest = ''] = listNameWords(name)
    return findNamed(byWord.get(longest) ?? [], name)
  }
}
