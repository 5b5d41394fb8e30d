import type { FirstSteps } from '@casillero/shared/contract/dashboard'
import { sql } from 'kysely'

/** Null once there is an invoice: a branch of `case` that is not taken is not computed. docs/product/screens.md, "First steps". */
export const firstSteps = sql<FirstSteps | null>`
  case when not exists (select from invoices) then json_build_object(
    'company', exists (
      select from companies k where k.logo_url is not null and coalesce(k.phone, k.address, k.ruc) is not null),
    'tariffs', exists (select from tariffs t where t.is_active and t.deleted_at is null),
    'client', exists (select from clients c where c.deleted_at is null),
    'received', exists (select from packages p where p.weight is not null and p.deleted_at is null),
    'ready', exists (
      select from packages p join statuses s on s.id = p.status_id where s.role = 'ready' and p.deleted_at is null),
    'whatsapp', exists (select from whatsapp_sessions where linked_at is not null)
  ) end`
