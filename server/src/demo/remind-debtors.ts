import { listDebtors } from '../features/debts/queries.ts'
import { notifyReminder } from '../features/messages/notify/notify-reminder.ts'
import { notifyWaiting } from '../features/messages/notify/notify-waiting.ts'
import { listWaitingClients } from '../features/waiting/queries.ts'
import type { Db } from '../platform/database/database.ts'
import type { BusinessCalendar } from './business-calendar.ts'
import type { Deed } from './write-history.ts'

const morning = 9 * 60 + 40
const perMorning = 2

/** Reminds those who owe longest and were not reminded before. */
async function remindOldest(db: Db): Promise<void> {
  const { data } = await listDebtors(db, {})
  const due = data.filter(({ messagesAllowed, reminder }) => messagesAllowed && reminder === null)
  for (const { id } of due.slice(0, perMorning)) await notifyReminder(db, id)
}

/** Reminds those whose packages wait longest. */
async function remindWaiting(db: Db): Promise<void> {
  const { data } = await listWaitingClients(db, {})
  const due = data.filter(({ messagesAllowed, reminder }) => messagesAllowed && reminder === null)
  for (const { id } of due.slice(0, perMorning)) await notifyWaiting(db, id)
}

/** On two mornings a clerk reminds clients of what they owe, and on one of what waits for them. */
export function reminderDeeds(calendar: BusinessCalendar): Deed[] {
  const deed = (day: number, run: Deed['run']): Deed => ({
    at: calendar.at(calendar.openDay(day), morning),
    by: 'clerk',
    run,
  })
  return [deed(-8, remindOldest), deed(-4, remindWaiting), deed(-2, remindOldest)]
}
