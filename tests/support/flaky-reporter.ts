import { writeFileSync } from 'node:fs'
import type { Reporter, TestCase } from 'vitest/node'

/** Writes the names of tests that passed on their second run to a file, as a JSON list. */
export function createFlakyReporter(file: string): Reporter {
  const names: string[] = []
  return {
    onTestCaseResult(test: TestCase) {
      if (test.diagnostic()?.flaky) names.push(`${test.module.relativeModuleId}: ${test.fullName}`)
    },
    onTestRunEnd() {
      writeFileSync(file, JSON.stringify(names))
    },
  }
}
