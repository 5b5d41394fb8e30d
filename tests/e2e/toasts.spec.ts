import { expect, type Page, test } from '@playwright/test'
import { chooseClient } from './support/counter.ts'
import { hold, isPhone, toast } from './support/gestures.ts'
import { openShop } from './support/shop.ts'
import { chooseWidth, enter, openCompany } from './support/world.ts'

const widths = [320, 360, 390, 768, 900, 1024, 1280, 1440]

/** Stops the page's timers, which run by `page.clock` alone, so that a toast stays. */
async function stopTime(page: Page): Promise<void> {
  await page.clock.pauseAt((await page.evaluate<number>('Date.now()')) + 600)
}

/** The controls, and the headings but the title of a phone's header, that the visible toast covers. */
const covered = `(() => {
  const card = [...document.querySelectorAll('[data-toasts] [role] > div')].find((one) => one.clientWidth > 0)
  if (card === undefined) return ['no toast']
  const area = card.getBoundingClientRect()
  const top = [...document.querySelectorAll('[role=dialog]')].find((one) => one.querySelector('form')) ?? document
  return [...top.querySelectorAll('a, button, input, select, textarea, h2, h3, main h1')]
    .filter((one) => one.closest('[data-toasts]') === null && !one.matches('header h2'))
    .filter((one) => {
      const own = one.getBoundingClientRect()
      return own.width > 1 && own.left < area.right && own.right > area.left && own.top < area.bottom && own.bottom > area.top
    })
    .map((one) => innerWidth + ': ' + (one.getAttribute('aria-label') ?? one.textContent))
})()`

async function expectNothingCovered(page: Page): Promise<void> {
  const height = page.viewportSize()?.height ?? 0
  const own = isPhone(page) ? widths.filter((width) => width < 768) : widths.filter((width) => width >= 768)
  for (const width of own) {
    await page.setViewportSize({ width, height })
    // The band finds its place in the frame after the new width.
    await expect.poll(() => page.evaluate(covered)).toEqual([])
  }
}

test('a success covers neither the head nor the sum nor a field, and leaves although the pointer rests on it', {
  tag: chooseWidth('toasts'),
}, async ({ page }) => {
  const shop = await openShop()
  await shop.receive()
  await page.clock.install()
  await enter(page, shop, '/facturar')
  await chooseClient(page, 'nunez', 1)
  await stopTime(page)
  const said = toast(page, '1 paquetes listos para facturar')
  await expectNothingCovered(page)
  // The sum stays in sight beside a long form.
  await page.evaluate('scrollTo(0, 200)')
  if (!isPhone(page)) await expect.poll(() => page.evaluate(covered)).toEqual([])
  await said.hover()
  await page.clock.runFor(4_100)
  await expect(said).toBeHidden()
})

test('the newest of several toasts shows, a waiting one stays until it is replaced, and each can be closed', async ({
  page,
}) => {
  const company = await openCompany()
  await page.clock.install()
  await enter(page, company, '/admin/users', 'admin')
  await page.getByRole('button', { name: 'Nuevo Usuario' }).click()
  const form = page.getByRole('dialog', { name: 'Nuevo Usuario' })
  await form.getByLabel('Nombre', { exact: true }).fill('Ileana')
  await form.getByLabel('Correo Electrónico').fill(`ileana@${company.subdomain}.test`)
  await form.getByLabel('Contraseña', { exact: true }).fill('otra-clave-segura')
  const creation = await hold(page, '**/api/users?*', 'POST')
  await form.getByRole('button', { name: 'Crear Usuario' }).click()
  const progress = toast(page, 'Creando usuario...')
  await expect(progress).toBeVisible()
  await stopTime(page)
  await page.clock.runFor(4_200)
  await expectNothingCovered(page)
  await expect(progress).toBeVisible()
  await page.clock.resume()
  await creation.release()
  await expect(toast(page, 'Usuario creado exitosamente')).toBeVisible()
  await expect(progress).toBeHidden()
  await page.getByRole('button', { name: 'Cerrar aviso' }).click()
  await expect(toast(page, 'Usuario creado exitosamente')).toBeHidden()
})
