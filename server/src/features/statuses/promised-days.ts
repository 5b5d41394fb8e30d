import type { ArrivalWindow } from '@casillero/shared/domain/arrival-days'
import { sql } from 'kysely'

/** What is said of the package `p` today. docs/product/packages.md, "Fecha prometida". */
export const promiseOfPackage = sql<ArrivalWindow | null>`(
  select json_build_object('from', w.from_on, 'to', w.to_on) from arrival_windows w where w.package_id = p.id)`
