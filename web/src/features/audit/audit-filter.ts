import { auditedEntities } from '@casillero/shared/domain/audited-entity'
import { type FilterReaders, readChoice, readDayOrAge, readId } from '../../crud/list-filter.ts'

export const auditReaders: FilterReaders = {
  entity: (value) => readChoice(auditedEntities, value),
  userId: readId,
  from: readDayOrAge,
  to: readDayOrAge,
  sort: (value) => readChoice(['at', '-at'], value),
}
