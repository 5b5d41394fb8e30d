import type { ClientDraft } from '@casillero/shared/contract/client-draft'
import type { Db } from '../../platform/database/database.ts'
import { addClients, changeClients } from '../clients/save-clients.ts'
import { type By, type Planned, toWritten, type Written } from './kind.ts'

/** The part of a client that a row gives: the fields of the form that are not empty. */
export type GivenClient = Partial<Omit<ClientDraft, 'version'>>

/** The write of a row: a new client, with its mailbox number where the file gives one, or the fields that change. */
export type ClientPlan = { casillero: string | null; number: number; draft: ClientDraft } | { given: GivenClient }

type New = Planned<Extract<ClientPlan, { draft: unknown }>>
type Change = Planned<Extract<ClientPlan, { given: unknown }>>

const isNew = (row: Planned<ClientPlan>): row is New => 'draft' in row.plan
const isChange = (row: Planned<ClientPlan>): row is Change => 'given' in row.plan

/** A phone was settled when the file was read, with the code of its country: with its plus it is read so again. */
const toTyped = (phone: string): string => (phone.length > 8 ? `+${phone}` : phone)

async function writeNew(db: Db, rows: readonly New[], { author, numbers }: By): Promise<Written[]> {
  const given = rows.flatMap(({ plan }) => plan.casillero ?? [])
  const found =
    given.length === 0
      ? []
      : await db.selectFrom('clients').select('casillero').where('casillero', 'in', given).execute()
  const taken = new Set<string | null>(found.map(({ casillero }) => casillero))
  const free = rows.filter(({ plan }) => !taken.has(plan.casillero))
  const drafts = free.map(({ plan: { draft, ...own } }) => ({ ...draft, phone: toTyped(draft.phone), ...own }))
  const refusals = rows.flatMap(({ row, plan }): Written[] =>
    taken.has(plan.casillero) ? [{ row, refusal: `Casillero: ${plan.casillero} ya es de otro cliente` }] : [],
  )
  return [...refusals, ...toWritten('clients', free, await addClients(db, drafts, author, numbers))]
}

/** Writes clients as the form does. docs/product/imports.md, "Clients". */
export async function writeClients(db: Db, rows: readonly Planned<ClientPlan>[], by: By): Promise<Written[]> {
  // Known clients come first, so that the counter is locked for the shortest time.
  const known = rows.filter(isChange)
  const changes = known.map(({ targetId, plan: { given } }) => {
    const { phone } = given
    return { id: targetId ?? '', given: phone === undefined ? given : { ...given, phone: toTyped(phone) } }
  })
  const changed = toWritten('clients', known, await changeClients(db, changes, by.author, { isWhole: false }))
  return [...changed, ...(await writeNew(db, rows.filter(isNew), by))]
}
