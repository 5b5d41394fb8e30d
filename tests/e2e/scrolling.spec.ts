import { expect, type Locator, type Page, test } from '@playwright/test'
import { isPhone } from './support/gestures.ts'
import { openShop } from './support/shop.ts'
import { chooseWidth, enter } from './support/world.ts'

type Place = { x: number; y: number }

const twoFrames = 'new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))'
const swipeSteps = 10

/** Scrolls by a finger on a phone and by the wheel elsewhere; what that moved is on the screen when it ends. */
async function scrollAt(page: Page, { x, y }: Place, pixels: number): Promise<void> {
  const devTools = await page.context().newCDPSession(page)
  if (isPhone(page)) {
    await devTools.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: [{ x, y }] })
    for (let step = 1; step <= swipeSteps; step += 1) {
      const touchPoints = [{ x, y: y - (pixels * step) / swipeSteps }]
      await devTools.send('Input.dispatchTouchEvent', { type: 'touchMove', touchPoints })
    }
    await devTools.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] })
  } else {
    const wheel = { gestureSourceType: 'mouse', speed: 2000 } as const
    await devTools.send('Input.synthesizeScrollGesture', { x, y, yDistance: -pixels, ...wheel })
  }
  await devTools.detach()
  await page.evaluate(twoFrames)
}

async function scrollOver(page: Page, thing: Locator, pixels: number): Promise<void> {
  const { x = 0, y = 0, width = 0, height = 0 } = (await thing.boundingBox()) ?? {}
  await scrollAt(page, { x: x + width / 2, y: y + height / 2 }, pixels)
}

const pageTop = (page: Page) => page.evaluate<number>('scrollY')

test('a form scrolls inside its dialog by wheel and finger, and the page behind it stays where it is', {
  tag: chooseWidth('scrolling'),
}, async ({ page }) => {
  const shop = await openShop()
  for (let number = 0; number < 18; number += 1) await shop.addClient({ firstName: `Marvin ${number}` })
  if (!isPhone(page)) await page.setViewportSize({ width: 1280, height: 500 })
  await enter(page, shop, '/clients')
  await expect(page.getByText('Marvin 17')).toBeAttached()
  await page.evaluate('scrollTo(0, 120)')
  // A click of Playwright's would scroll the page to the button first.
  await page.getByRole('button', { name: 'Nuevo Cliente' }).first().dispatchEvent('click')
  const form = page.getByRole('dialog', { name: 'Nuevo Cliente' })
  const first = form.getByLabel('Nombre', { exact: true })
  const last = page.getByLabel('Tarifa aérea')
  await expect(first).toBeInViewport()
  await expect(last).not.toBeInViewport()
  // A busy browser takes no gesture over what it is still laying out.
  await expect(async () => {
    await scrollOver(page, form, 350)
    await expect(last).toBeInViewport({ timeout: 2_000 })
  }).toPass()
  await expect(first).not.toBeInViewport()

  // At its end, on its fixed head and beside it the gesture moves nothing.
  await scrollOver(page, form, 350)
  await scrollOver(page, form.getByRole('heading', { name: 'Nuevo Cliente' }), 200)
  await scrollAt(page, { x: 5, y: 300 }, 200)
  expect(await pageTop(page)).toBe(120)

  await form.getByLabel('Ciudad').fill('Rivas')
  await page.keyboard.press('Escape')
  const question = page.getByRole('dialog', { name: '¿Descartar los cambios?' })
  await expect(question).toBeVisible()
  await scrollOver(page, question, -350)
  await expect(last).toBeInViewport()
  await question.getByRole('button', { name: 'Seguir editando' }).dispatchEvent('click')
  await expect(question).toBeHidden()
  await expect(async () => {
    await scrollOver(page, form, -350)
    await expect(first).toBeInViewport({ timeout: 2_000 })
  }).toPass()
  expect(await pageTop(page)).toBe(120)

  await page.keyboard.press('Escape')
  await question.getByRole('button', { name: 'Descartar' }).click()
  await expect(form).toBeHidden()
  await scrollAt(page, { x: 340, y: 300 }, 100)
  expect(await pageTop(page)).toBeGreaterThan(120)
})
