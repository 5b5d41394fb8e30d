import { join } from 'node:path'

/** Where the rows of a run leave their figures; not in `test-results`, which each run of the browser tests empties. */
export const resultsFolder = join(import.meta.dirname, '../../../results/security')
