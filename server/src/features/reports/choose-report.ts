import type { Report } from '@casillero/shared/contract/reports'
import type { ReportName } from '@casillero/shared/domain/report-names'
import type { RawBuilder } from 'kysely'
import type { Db } from '../../platform/database/database.ts'
import { isAboutAnswers, readAnswers, selectAnswers } from './read-answers.ts'
import { readMargins, selectMargins } from './read-margins.ts'
import { readPromises, selectPromises } from './read-promises.ts'
import { type Asked, type Extent, readReport, selectRows } from './read-report.ts'

type Reader = {
  read: (db: Db, asked: Asked) => Promise<Report>
  /** Its rows, with the total, for files. */
  select: (asked: Asked, extent: Extent) => RawBuilder<unknown>
}

export function chooseReport(name: ReportName): Reader {
  if (name === 'shipments-margin') return { read: readMargins, select: selectMargins }
  if (name === 'promises') return { read: readPromises, select: selectPromises }
  if (isAboutAnswers(name))
    return {
      read: (db, asked) => readAnswers(db, name, asked),
      select: (asked, extent) => selectAnswers(name, asked, extent),
    }
  return {
    read: (db, asked) => readReport(db, name, asked),
    select: (asked, extent) => selectRows(name, asked, extent),
  }
}
