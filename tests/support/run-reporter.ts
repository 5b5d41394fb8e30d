import { writeFileSync } from 'node:fs'
import type { Reporter, TestCase, TestModule } from 'vitest/node'

/** Writes which tests passed on their second run alone, and how many milliseconds each file took with what it loads, as JSON. */
export function createRunReporter(file: string): Reporter {
  const flaky: string[] = []
  const files: { file: string; ms: number }[] = []
  return {
    onTestCaseResult(test: TestCase) {
      if (test.diagnostic()?.flaky) flaky.push(`${test.module.relativeModuleId}: ${test.fullName}`)
    },
    onTestModuleEnd(module: TestModule) {
      const { collectDuration, setupDuration, duration } = module.diagnostic()
      files.push({ file: module.relativeModuleId, ms: collectDuration + setupDuration + duration })
    },
    onTestRunEnd() {
      writeFileSync(file, JSON.stringify({ flaky, files }))
    },
  }
}
