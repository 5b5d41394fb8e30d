import type { Message } from '@casillero/shared/contract/messages'
import { v7 as uuidv7 } from 'uuid'
import type { Db } from '../../../platform/database/database.ts'
import { AppError } from '../../../platform/errors.ts'
import { getMessage } from '../queries.ts'
import { enqueueMessages } from '../queue/enqueue-message.ts'
import { buildNotifications, listNotifiable } from './notifiable-packages.ts'
import { lockReminded, requireReminderDue } from './notify-reminder.ts'
import { listWaiting } from './waiting-packages.ts'

/**
 * One message for all packages, at most once a week. A package that leaves the status leaves the message too.
 * docs/product/packages.md, "Por retirar".
 */
export async function notifyWaiting(db: Db, clientId: string): Promise<Message> {
  await lockReminded(db, clientId)
  const waiting = await listWaiting(db, clientId)
  const [first] = waiting
  if (!first) throw new AppError('nothing_waiting')
  await requireReminderDue(db, clientId, 'waiting')
  const occasion = { waitingIn: first.statusId }
  const packages = await listNotifiable(
    db,
    waiting.map(({ id }) => id),
    occasion,
  )
  const eventKey = `waiting:${uuidv7()}`
  const notifications = buildNotifications(packages, () => ({ eventKey, occasion }))
  // The packages left between the two queries.
  if (notifications.length === 0) throw new AppError('nothing_waiting')
  await enqueueMessages(db, notifications)
  const { id } = await db
    .selectFrom('messages')
    .select('id')
    .where('event_key', '=', eventKey)
    .executeTakeFirstOrThrow()
  return await getMessage(db, id)
}
