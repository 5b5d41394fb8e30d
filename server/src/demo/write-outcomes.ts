import { sql } from 'kysely'
import type { Db } from '../platform/database/database.ts'

/**
 * Writes outcomes for the history's messages, as if a phone had been linked all the time: most were read, a few failed in each
 * possible way, and the last ones wait. The time is that of the transaction.
 */
export async function writeOutcomes(db: Db): Promise<void> {
  await sql`
    with leaving as (
      select m.id, m.created_at, m.expires_at,
             row_number() over (order by m.created_at, c.casillero, m.event_key) as n,
             row_number() over (order by m.created_at desc, c.casillero, m.event_key) as newest
      from messages m join clients c on c.id = m.client_id
      where m.state = 'queued'
    ),
    fated as (
      select id, created_at, n,
             case
               when newest <= 4 and expires_at > app_now() then 'queued'
               when newest = 9 or n % 61 = 7 then 'failed'
               when newest = 14 or n % 113 = 11 then 'unknown'
               when n % 97 = 19 and expires_at < app_now() then 'expired'
               when newest <= 6 or n % 17 = 3 then 'sent'
               when newest <= 8 or n % 7 = 1 then 'delivered'
               else 'read'
             end as fate
      from leaving
    ),
    settled as (
      select id, fate, fate in ('sent', 'delivered', 'read') as has_left, n % 3 > 0 as is_number_wrong,
             least(app_now(), created_at + (15 + n * 37 % 100) * interval '1 second') as left_at,
             least(app_now(), created_at + (2 + n * 53 % 190) * interval '1 minute') as last_heard_at
      from fated where fate <> 'queued'
    )
    update messages m
    set state = settled.fate,
        attempts = case when settled.fate = 'failed' and not settled.is_number_wrong then 4 else 0 end,
        error = case settled.fate
          when 'failed' then
            case when settled.is_number_wrong then 'El número no tiene WhatsApp' else 'La pasarela estaba ocupada' end
          when 'unknown' then 'No se sabe si WhatsApp lo envió; revise el chat antes de reenviarlo'
          when 'expired' then 'El aviso perdió vigencia antes de poder enviarse' end,
        sent_at = case when settled.has_left then settled.left_at end,
        confirmed_at = case when settled.has_left then settled.left_at end,
        updated_at = settled.last_heard_at
    from settled where m.id = settled.id`.execute(db)
  await sql`
    update clients c set chat_known_at = r.last_read_at
    from (select client_id, max(updated_at) as last_read_at from messages where state = 'read' group by 1) r
    where r.client_id = c.id`.execute(db)
  await sql`
    update messages m set to_stranger = false from clients c
    where c.id = m.client_id and c.chat_known_at is not null and m.state = 'queued'`.execute(db)
}
