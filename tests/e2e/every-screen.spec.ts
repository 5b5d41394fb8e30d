import { expect, type Page, test } from '@playwright/test'
import { isWholeRun, takeSample } from '../support/sampling.ts'
import { openDrawer } from './support/drawer.ts'
import { addresses, fillAddress, type Ids } from './support/every-screen.ts'
import { actOnFirst } from './support/gestures.ts'
import { hostileValues } from './support/hostile-values.ts'
import { poison } from './support/poison.ts'
import { formIsReady, nothingWaits, typeEverywhere } from './support/receive.ts'
import { openShop, type Shop } from './support/shop.ts'
import { linkPhone } from './support/whatsapp.ts'
import { chooseWidth, enter, expectNoViolation } from './support/world.ts'

/** A name without a space. */
const longName = 'Wolfeschlegelsteinhausenbergerdorffvonundzuhohenschwangauste'

const noteReports = `
  self.reported = []
  document.addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI }) =>
    self.reported.push(violatedDirective + ' ' + blockedURI))`

/** Watches for scripts that run, violations that are reported and requests to other origins. */
async function watch(page: Page, shop: Shop) {
  const strange: string[] = []
  page.on('dialog', async (dialog) => {
    strange.push(`dialog: ${dialog.message()}`)
    await dialog.dismiss()
  })
  page.on('request', (request) => {
    const url = request.url()
    if (!url.startsWith(shop.url) && !/^(?:data|blob):/.test(url)) strange.push(`request: ${url}`)
  })
  page.on('frameattached', (frame) => strange.push(`frame: ${frame.url()}`))
  await page.addInitScript(noteReports)
  return async (where: string) => {
    const { hit, reported } = await page.evaluate<{ hit: unknown; reported: string[] }>(`({ hit: self.hit, reported })`)
    expect({ where, hit, reported, strange }).toEqual({ where, hit: undefined, reported: [], strange: [] })
  }
}

/** A company with a row in every list, all of whose texts are attacks or long; gives what its addresses name. */
async function openHostileShop(): Promise<{ shop: Shop; ids: Ids }> {
  const shop = await openShop()
  await linkPhone(shop)
  await poison(shop)
  const client = await shop.addClient({ firstName: longName, lastNames: longName, phone: '50588001122' })
  const [owed, ready] = [
    await shop.receive({ clientId: client.id, description: longName, tracking: longName }),
    await shop.receive({ clientId: client.id, description: longName }),
  ]
  await shop.receive({ clientId: null, clientPackageName: longName })
  const invoice = await shop.invoice([owed], { clientId: client.id })
  await shop.answer(client.phone, `${longName} ${hostileValues[0]}`)
  const text = `Nombre\tTracking\n${hostileValues[0]}\t${longName}`
  const { data: load } = await shop.api('POST /api/imports', { body: { kind: 'packages', text } })
  const { data: shipments } = await shop.api('GET /api/shipments', { query: { page: '1' } })
  const { data: waiting } = await shop.api('GET /api/invoice-shipments')
  const { data: dispatch } = await shop.api('POST /api/dispatches', {
    body: { shipmentIds: waiting.slice(0, 3).map(({ id }) => id), carrier: longName },
  })
  const { id: closed } = await openDrawer(shop, { nio: 500, usd: 20 })
  const counts = [shop.nio, shop.usd].map((currencyId) => ({ currencyId, amount: 0 }))
  const body = { counts, note: hostileValues[0] }
  await shop.api('POST /api/cash-sessions/:id/close', { params: { id: closed }, body })
  const { id: open } = await openDrawer(shop, { nio: 500, usd: 20 })
  expect(ready.id).not.toBe(owed.id)
  const conversation = async () => (await shop.api('GET /api/conversations')).data[0]?.id ?? ''
  await expect.poll(conversation).not.toBe('')
  return {
    shop,
    ids: {
      clients: client.id,
      conversaciones: await conversation(),
      paquetes: owed.id,
      facturar: invoice.id,
      packages: load.id,
      despachos: dispatch.id,
      embarques: shipments[0]?.id ?? '',
      cierres: closed,
      cerrar: open,
    },
  }
}

/** An address of a row opens it in a dialog, behind which the page is hidden. */
const screenOf = (page: Page) => page.getByRole('main').or(page.locator('form')).or(page.getByRole('dialog')).first()

/** Tries every way in which a script could enter a page; returns the browser's refusals. */
const smuggle = `(() => {
  const stolen = 'self.hit=localStorage.getItem("token")'
  const refusals = []
  const attempt = (what, work) => {
    try { work() } catch (error) { refusals.push(what + ': ' + error.name) }
  }
  attempt('innerHTML', () => { document.body.innerHTML += '<img src=x onerror=' + stolen + '>' })
  attempt('script', () => {
    const script = document.createElement('script')
    script.text = stolen
    document.head.append(script)
  })
  attempt('write', () => document.write('<script>' + stolen + '</script>'))
  const link = document.createElement('a')
  link.href = 'javascript:' + stolen
  document.body.append(link)
  link.click()
  const picture = document.createElement('img')
  attempt('attribute', () => picture.setAttribute('onerror', stolen))
  picture.src = 'x'
  document.body.append(picture)
  return { refusals, hasToken: localStorage.getItem('token') !== null }
})()`

test('screens, dialogs, Recepción and a search show hostile and long texts without running one or scrolling sideways, are accessible, and an injected script cannot read the session', {
  tag: chooseWidth('every screen'),
}, async ({ page }) => {
  const { shop, ids } = await openHostileShop()
  const expectNothing = await watch(page, shop)
  await enter(page, shop, '/dashboard', 'admin')
  for (const address of takeSample(addresses, 6)) {
    await test.step(address, async () => {
      await page.goto(`${shop.url}${fillAddress(address, ids)}`)
      await expect(screenOf(page)).toBeVisible()
      await page.waitForLoadState('networkidle')
      await expect(
        page.getByText('No se pudo mostrar esta pantalla').or(page.getByText('Error al cargar')),
      ).toHaveCount(0)
      await expectNothing(address)
      expect(await page.evaluate('document.documentElement.scrollWidth'), address).toBe(page.viewportSize()?.width)
      await expectNoViolation(page)
    })
  }

  const actions = ['/clients', '/paquetes?page=3', '/tarifas', '/admin/users', '/facturar?tab=facturas'].flatMap(
    (path) =>
      (path.startsWith('/facturar') ? ['Ver detalles', 'Anular'] : ['Editar', 'Eliminar']).map((action) => [
        path,
        action,
      ]),
  )
  for (const [path = '', action = ''] of takeSample(actions, 2)) {
    await page.goto(`${shop.url}${path}`)
    await actOnFirst(page, action)
    await expect(page.getByRole('dialog').last()).toBeVisible()
    await expectNothing(`${action} of ${path}`)
  }
  await page.goto(`${shop.url}/recepcion`)
  await formIsReady(page)
  for (const text of hostileValues.slice(0, isWholeRun ? 20 : 3)) await typeEverywhere(page, text.slice(0, 110))
  await nothingWaits(page)
  await expect(page.getByRole('main')).toContainText(`Sin dueño · «${hostileValues[0]}»`)
  await expectNothing('reception')
  await page.goto(`${shop.url}/clients?search=${encodeURIComponent(hostileValues[3] ?? '')}`)
  await expect(page.getByRole('main')).toContainText(/hit=1/i)
  await expectNothing('a search for it')

  const { refusals, hasToken } = await page.evaluate<{ refusals: string[]; hasToken: boolean }>(smuggle)
  expect(hasToken).toBe(true)
  expect(refusals).toEqual(expect.arrayContaining(['innerHTML: TypeError', 'script: TypeError', 'write: TypeError']))
  await page.waitForLoadState('networkidle')
  expect(await page.evaluate('self.hit')).toBeUndefined()
})

const changing = /^(nuev|crear|editar|eliminar|guardar|registrar|cambiar|configurar|agregar|seleccionar|quitar)/i

test('a viewer can see every screen and change nothing, and keeps the session where the server refuses', async ({
  page,
}) => {
  const shop = await openShop()
  await shop.invoice([await shop.receive()])
  await shop.receive()
  await enter(page, shop, '/dashboard', 'viewer')
  // Their own password and the document of the calls are for every user.
  const own = ['/login', '/cuenta', '/datos/api']
  const others = addresses.filter((one) => !/:|^\/admin/.test(one) && !own.includes(one))
  for (const address of takeSample(others, 3)) {
    await page.goto(`${shop.url}${address}`)
    await expect(
      page
        .getByRole('main')
        .getByRole('heading')
        .or(page.getByRole('heading', { level: 1 }))
        .first(),
    ).toBeVisible()
    await page.waitForLoadState('networkidle')
    for (const role of ['button', 'link', 'menuitem', 'checkbox', 'textbox'] as const)
      await expect(page.getByRole(role, { name: changing }), `${address} ${role}`).toHaveCount(0)
  }
  await enter(page, shop, `/clients/${shop.client.id}?tab=datos`, 'user')
  await page.getByRole('main').getByRole('button', { name: 'Editar', exact: true }).click()
  const form = page.getByRole('dialog', { name: 'Editar Cliente' })
  await form.getByLabel('Ciudad').fill('Granada')
  await shop.become('user', 'viewer')
  await form.getByRole('button', { name: 'Guardar Cambios' }).click()
  await expect(page.getByText('No tiene permiso para realizar esta acción')).toBeVisible()
  await expect(form.getByLabel('Ciudad')).toHaveValue('Granada')
})

// The control can only fail when the texts themselves change.
if (isWholeRun)
  test('the same texts run in a page without the product, as a control', async ({ page }) => {
    let ran = 0
    for (const text of hostileValues) {
      await page.evaluate('self.hit = undefined')
      await page.setContent(`<main>${text}</main>`)
      await page.waitForLoadState()
      const hit = await page.evaluate(`new Promise((resolve) => setTimeout(() => resolve(self.hit), 20))`)
      if (hit !== undefined) ran += 1
    }
    console.info(`T-14: ${ran} of ${hostileValues.length} texts run in a page that trusts them`)
    expect(ran).toBeGreaterThan(20)
  })
