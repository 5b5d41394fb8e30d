import { type ReportName, reports } from '@casillero/shared/domain/report-names'
import type { Db } from '../../platform/database/database.ts'
import { requireMoney } from '../dashboard/money-right.ts'

/** docs/product/reports.md, "Who sees what". */
export async function requireReport(db: Db, name: ReportName): Promise<void> {
  const seen = reports[name]
  if (seen !== 'all') await requireMoney(db, seen)
}
