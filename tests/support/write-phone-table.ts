import { writeFileSync } from 'node:fs'
import { phoneTableFile, phoneTableText } from './phone-table-text.ts'

writeFileSync(phoneTableFile, phoneTableText())
