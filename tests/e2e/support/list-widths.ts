import { expect, type Page } from '@playwright/test'
import { takeSample } from '../../support/sampling.ts'
import { isPhone } from './gestures.ts'

/** Finds the faults of the list in a window of that width; a phone's own `innerWidth` grows with what is too wide. */
const faults = (
  name: string,
  room: number,
) => `new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))).then(() => {
  const main = document.querySelector('main')
  const heads = [...main.querySelectorAll('th')]
  const width = heads.find((head) => head.textContent === ${JSON.stringify(name)})?.offsetWidth ?? 0
  const cut = heads.filter((head) => head.textContent && head.scrollWidth > head.clientWidth).map((head) => innerWidth + ' cuts ' + head.textContent)
  const wide = document.documentElement.scrollWidth > ${room} ? [innerWidth + ' scrolls sideways'] : []
  if (heads.length === 0) return main.querySelector('ul[aria-label] > li') ? wide : [innerWidth + ' shows no list']
  return [...wide, ...cut, ...(width < 120 ? [innerWidth + ' leaves ' + width + ' px for the name'] : [])]
})`

/** Shows the list that is on the screen at widths from 320 to 1600, in a whole run in steps of 20, and returns what is wrong with it. */
export async function narrowNames(page: Page, name: string): Promise<string[]> {
  await expect(page.getByRole('main').locator('tbody tr, ul[aria-label] > li').first()).toBeVisible()
  const { width: own = 0, height = 0 } = page.viewportSize() ?? {}
  // The phone takes the small half.
  const [from, to] = isPhone(page) ? [320, 740] : [760, 1600]
  const found: string[] = []
  const widths = Array.from({ length: (to - from) / 20 + 1 }, (_, step) => from + step * 20)
  for (const width of takeSample(widths, 10)) {
    await page.setViewportSize({ width, height })
    // A list that becomes cards, or a sidebar that comes, takes a moment.
    let wrong: string[] = []
    const last = Date.now() + 2_000
    do wrong = await page.evaluate<string[]>(faults(name, width))
    while (wrong.length > 0 && Date.now() < last)
    found.push(...wrong)
  }
  await page.setViewportSize({ width: own, height })
  return found
}
