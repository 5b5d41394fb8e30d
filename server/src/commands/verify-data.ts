import { withOwnerUrl } from '../platform/embedded-postgres/owner-url.ts'
import { readConfig } from '../platform/process/config.ts'
import { reportOf, verifyData } from './verify-data-report.ts'

try {
  const findings = await withOwnerUrl(readConfig(process.env), { mayMake: false, say: console.log }, verifyData)
  console.log(reportOf(findings).join('\n'))
  if (findings.some(({ count }) => count > 0)) process.exitCode = 1
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 1
}
