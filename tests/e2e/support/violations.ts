import type { Page } from '@playwright/test'
import axe from 'axe-core'

/**
 * Runs axe in the page and lists what violates its rules. Its half megabyte is loaded once for each document: loading and running
 * it were most of the time of the stories.
 */
export async function listViolations(page: Page, options: axe.RunOptions = {}): Promise<string[]> {
  if (!(await page.evaluate<boolean>("'axe' in window"))) await page.evaluate(`${axe.source};undefined`)
  // Of what is in order axe would gather every place as well.
  const asked = JSON.stringify({ ...options, resultTypes: ['violations'] })
  const violations = await page.evaluate<axe.Result[]>(`axe.run(document, ${asked}).then((found) => found.violations)`)
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target.join(' ')).join(', ')}`)
}
