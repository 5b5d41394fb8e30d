import { lockCompany } from '../../platform/database/company-lock.ts'
import type { Db } from '../../platform/database/database.ts'
import { listStatuses, statuses } from './queries.ts'

const ownName = 'Enviado a domicilio'

/**
 * A company without it gives the role to the status of that name, if that has none; else it gets a new one before the final status. Two
 * simultaneous dispatches take the same. docs/product/dispatches.md, "Dispatching".
 */
export async function requireSentStatus(db: Db): Promise<string> {
  const findSent = async () => (await listStatuses(db)).find(({ role }) => role === 'sent')
  const known = await findSent()
  if (known) return known.id
  await lockCompany(db)
  const made = await findSent()
  if (made) return made.id
  const all = await listStatuses(db)
  const names = new Map(all.map((status) => [status.name.toLowerCase(), status]))
  const namesake = names.get(ownName.toLowerCase())
  if (namesake && namesake.role === null && !namesake.isFinalStatus) {
    await statuses.change(db, namesake.id, { role: 'sent' })
    return namesake.id
  }
  const template = await db.selectFrom('templates').select('id').where('key', '=', 'dispatched').executeTakeFirst()
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
