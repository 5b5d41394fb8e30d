import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { shownState } from '../queue/state-of-message.ts'

/** Days by Managua's dates. */
const reminderDays = 7

/** Failed, expired and cancelled reminders delay no other. */
const hasLeft = sql<boolean>`(m.state in ('sending', 'sent', 'delivered', 'read', 'unknown')
  or (m.state = 'queued' and m.expires_at >= app_now()))`

/** A waiting reminder counts as of now, the earliest that it can leave. */
const remindedAt = sql`(case
  when m.state in ('queued', 'sending') then app_now()
  when m.state = 'unknown' then coalesce(m.sent_at, m.updated_at)
  else coalesce(m.sent_at, m.created_at) end)`

/** A debt, or waiting packages. Each has a week of its own. */
export type ReminderOccasion = 'reminder' | 'waiting'

export type Reminder = { id: string; at: string; state: string; nextOn: string | null; isDue: boolean }

/** Selects the last one that left, else the last one written. docs/product/cash.md, "Debts"; docs/product/packages.md, "Por retirar". */
export const selectReminder = (
  clientId: RawBuilder<unknown>,
  occasion: ReminderOccasion,
  except: RawBuilder<SqlBool> = sql`false`,
) => sql<Reminder>`(
  select r.id, r.at, r.state, r."nextOn", r."nextOn" is null or r."nextOn" <= app_today() as "isDue"
  from (
    select m.id, ${shownState(sql`m`)} as state, case when ${hasLeft} then ${remindedAt} else m.created_at end as at,
      case when ${hasLeft} then (${remindedAt} at time zone 'America/Managua')::date + ${sql.lit(reminderDays)} end as "nextOn"
    from messages m
    where m.client_id = ${clientId} and m.occasion = ${sql.lit(occasion)} and not ${except}
  ) r
  order by r."nextOn" desc nulls last, r.at desc
  limit 1)`
