import { expect, test } from '@playwright/test'
import { takeSample } from '../support/sampling.ts'
import { addresses } from './support/every-screen.ts'
import { isPhone } from './support/gestures.ts'
import { openShop } from './support/shop.ts'
import { chooseWidth, enter } from './support/world.ts'

const narrowest = 120
/** The heads of the columns that name a row. */
const naming = /^(Nombre|Cliente|ID \/ Cliente|Nombre en la etiqueta|Guía \/ Agente|Cambios)$/

/** Finds the faults of the list in a window of that width; a phone's own `innerWidth` grows with what is too wide. */
const faults = (
  room: number,
) => `new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))).then(() => {
  const main = document.querySelector('main')
  const heads = [...main.querySelectorAll('th')].filter((head) => head.textContent)
  const cut = heads.filter((head) => head.scrollWidth > head.clientWidth).map((head) => ${room} + ' cuts ' + head.textContent)
  const wide = document.documentElement.scrollWidth > ${room} ? [${room} + ' scrolls sideways'] : []
  const names = heads.filter((head) => ${naming}.test(head.textContent) && head.offsetWidth < ${narrowest})
  return [...wide, ...cut, ...names.map((head) => ${room} + ' leaves no room for ' + head.textContent)]
})`

test('a list leaves its names room, or shows cards, at any width', async ({ page }) => {
  const shop = await openShop()
  await shop.invoice([await shop.receive()])
  await shop.receive()
  await shop.receive({ clientId: null, clientPackageName: 'A. NUNEZ' })
  await enter(page, shop, '/dashboard', 'admin')
  const row = page.getByRole('main').locator('tbody tr, ul[aria-label] > li').first()
  const size = page.viewportSize() ?? { width: 0, height: 0 }
  const [from, to] = isPhone(page) ? [320, 740] : [760, 1600]
  const widths = Array.from({ length: (to - from) / 20 + 1 }, (_, step) => from + step * 20)
  for (const address of takeSample(
    addresses.filter((one) => !one.includes(':')),
    4,
  )) {
    await page.goto(`${shop.url}${address}`)
    await page.waitForLoadState('networkidle')
    if (!(await row.isVisible())) continue
    for (const width of takeSample(widths, 3)) {
      await page.setViewportSize({ width, height: size.height })
      // A list that becomes cards, or a sidebar that comes, takes a moment.
      await expect.poll(() => page.evaluate(faults(width)), address).toEqual([])
    }
    await page.setViewportSize(size)
  }
})

test('the head of a list stays in sight, and a row opens wherever it is clicked but where text is marked', {
  tag: chooseWidth('lists'),
}, async ({ page }) => {
  const shop = await openShop()
  for (let number = 0; number < 18; number += 1) await shop.addClient({ firstName: `Marvin ${number}` })
  await enter(page, shop, '/clients')
  const row = page.getByRole(isPhone(page) ? 'listitem' : 'row').filter({ hasText: 'Marvin 17' })
  await row.scrollIntoViewIfNeeded()
  const opened = page.getByRole('heading', { name: /Marvin 17/ })
  if (!isPhone(page)) {
    await expect(page.getByRole('columnheader', { name: 'Ciudad' })).toBeInViewport()
    const phone = row.getByText('+505 8690 4417')
    const { x = 0, y = 0, width = 0 } = (await phone.boundingBox()) ?? {}
    await page.mouse.move(x + 14, y + 20)
    await page.mouse.down()
    await page.mouse.move(x + width - 20, y + 20, { steps: 4 })
    await page.mouse.up()
    expect(await page.evaluate('getSelection().toString()')).not.toBe('')
    await expect(opened).toBeHidden()
  }
  await row.click({ position: { x: 150, y: 40 } })
  await expect(opened).toBeVisible()
  await page.goBack()
  await expect(row).toBeInViewport()
})
