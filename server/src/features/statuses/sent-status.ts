import { lockCompany } from '../../platform/database/company-lock.ts'
import type { Db } from '../../platform/database/database.ts'
import { listStatuses, statuses } from './queries.ts'

const ownName = 'Enviado a domicilio'

type Statuses = Awaited<ReturnType<typeof listStatuses>>

const findSent = (all: Statuses) => all.find(({ role }) => role === 'sent')

/** The status of that name that takes the role, unless it has one or is final. */
const findNamesake = (all: Statuses) =>
  all.find(
    ({ name, role, isFinalStatus }) => name.toLowerCase() === ownName.toLowerCase() && role === null && !isFinalStatus,
  )

const findTemplate = (db: Db) =>
  db.selectFrom('templates').select('id').where('key', '=', 'dispatched').executeTakeFirst()

/** Tells what `requireSentStatus` would give, without making it: its id is null while there is none. */
export async function foreseeSentStatus(db: Db): Promise<{ id: string | null; templateId: string | null }> {
  const all = await listStatuses(db)
  return findSent(all) ?? findNamesake(all) ?? { id: null, templateId: (await findTemplate(db))?.id ?? null }
}

/**
 * A company without it gives the role to the status of that name, if that has none; else it gets a new one before the final status. Two
 * simultaneous dispatches take the same. docs/product/dispatches.md, "Dispatching".
 */
export async function requireSentStatus(db: Db): Promise<string> {
  const known = findSent(await listStatuses(db))
  if (known) return known.id
  await lockCompany(db)
  const all = await listStatuses(db)
  const made = findSent(all)
  if (made) return made.id
  const namesake = findNamesake(all)
  if (namesake) {
    await statuses.change(db, namesake.id, { role: 'sent' })
    return namesake.id
  }
  const template = await findTemplate(db)
  const names = new Set(all.map(({ name }) => name.toLowerCase()))
  let name = ownName
  for (let next = 2; names.has(name.toLowerCase()); next += 1) name = `${ownName} ${next}`
  const { id } = await statuses.create(db, {
    name,
    orderPosition: all.findLast(({ isFinalStatus }) => isFinalStatus)?.orderPosition,
    isFinalStatus: false,
    role: 'sent',
    templateId: template?.id ?? null,
    version: undefined,
  })
  return id
}
