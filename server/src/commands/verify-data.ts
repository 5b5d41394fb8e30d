import { readConfig } from '../platform/process/config.ts'
import { describeFailure } from '../platform/process/start-failure.ts'
import { verifyData, writeReport } from './verify-data/report.ts'
import { withOwnerUrl } from './with-owner-url.ts'

try {
  const findings = await withOwnerUrl(readConfig(process.env), { mayMake: false, say: console.log }, verifyData)
  console.log(writeReport(findings).join('\n'))
  if (findings.some(({ count }) => count > 0)) process.exitCode = 1
} catch (error) {
  console.error(describeFailure(error))
  process.exitCode = 1
}
