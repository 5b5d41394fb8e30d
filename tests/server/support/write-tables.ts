import { writeFileSync } from 'node:fs'
import startCluster from '../../support/global-setup.ts'
import { tablesFile, tablesText, tableTexts } from './tables-text.ts'

const stop = await startCluster()
try {
  writeFileSync(tablesFile, tablesText(await tableTexts()))
} finally {
  await stop()
}
