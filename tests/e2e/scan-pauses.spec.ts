import { expect, type Page, test } from '@playwright/test'
import { takeSample } from '../support/sampling.ts'
import { openScanner } from './support/scanner.ts'
import { openShop, type Shop } from './support/shop.ts'
import { enter } from './support/world.ts'

type Scene = { page: Page; shop: Shop; scan: Awaited<ReturnType<typeof openScanner>> }

/** The end of every code here, which as a number would name the first package of the company. */
const tail = '000000001'
let heads = 330

/** Receives a package whose code comes in two parts. */
async function receive(shop: Shop) {
  heads += 1
  const head = `TBA${heads}`
  const one = await shop.receive({ tracking: head + tail })
  return { id: one.id, number: one.companyPackageId, head, code: head + tail }
}
type Carried = Awaited<ReturnType<typeof receive>>

async function openShipment({ shop }: Scene, packages: readonly Carried[]): Promise<string> {
  const { data } = await shop.api('POST /api/shipments', { body: { shippingMethod: 'aereo' } })
  const params = { id: data.id }
  if (packages.length === 0) return data.id
  await shop.api('POST /api/shipments/:id/packages', { params, body: { packageIds: packages.map(({ id }) => id) } })
  await shop.api('POST /api/shipments/:id/send', { params, body: {} })
  return data.id
}

/** Expects that these packages, and no other, are in the shipment whose page is open, or were seen in it. */
const inShipment = (view: 'all' | 'seen') => async (scene: Scene, packages: readonly Carried[]) => {
  const id = /embarques\/([0-9a-f-]+)/.exec(scene.page.url())?.[1] ?? ''
  const numbers = async () => {
    const { data } = await scene.shop.api('GET /api/shipments/:id/packages', { params: { id }, query: { view } })
    return data.map(({ companyPackageId }) => companyPackageId).toSorted((one, other) => one - other)
  }
  await expect.poll(numbers).toEqual(packages.map(({ number }) => number))
}

const last = (packages: readonly Carried[]) => packages.at(-1)
const opensPackage = async ({ page }: Scene, packages: readonly Carried[]) => {
  const form = page.getByRole('dialog', { name: 'Editar Paquete' })
  await expect(form).toContainText(`#${last(packages)?.number}`)
  await page.keyboard.press('Escape')
  await expect(form).toBeHidden()
}
const holdsTracking = async ({ page }: Scene, packages: readonly Carried[]) => {
  const field = page.getByLabel('Tracking')
  await expect(field).toHaveValue(last(packages)?.code ?? '')
  await field.fill('')
  await field.press('Escape')
}

type Place = {
  /** The address; for the part of it that is held back while the page loads, the name of its code. */
  open: (scene: Scene, packages: readonly Carried[]) => Promise<string> | string
  code: string
  show?: (page: Page) => Promise<void>
  /** What the scans up to now came to. */
  expectTaken: (scene: Scene, packages: readonly Carried[]) => Promise<void>
}

const press = (name: string) => (page: Page) => page.getByRole('button', { name }).first().click()

const places: Record<string, Place> = {
  'a shipment that is filled': {
    open: async (scene) => `/embarques/${await openShipment(scene, [])}`,
    code: 'consignment-page',
    expectTaken: inShipment('all'),
  },
  'an arrival': {
    open: async (scene, packages) => `/embarques/${await openShipment(scene, packages)}/llegada`,
    code: 'consignment-page',
    expectTaken: inShipment('seen'),
  },
  'the weight of an arrival': {
    open: async (scene, packages) => `/embarques/${await openShipment(scene, packages)}/llegada`,
    code: 'consignment-page',
    show: async (page) => {
      await page.getByLabel('Volver a pesar cada uno').check()
      await page.getByLabel('Código del paquete').fill('NADA')
      await page.keyboard.press('Enter')
      await expect(page.getByLabel('Peso de NADA')).toBeFocused()
    },
    expectTaken: async (scene, packages) => {
      await expect(scene.page.getByLabel(`Peso de ${last(packages)?.code}`)).toBeFocused()
      await inShipment('seen')(scene, packages.slice(0, -1))
    },
  },
  Escanear: {
    open: () => '/paquetes',
    code: 'packages-page',
    show: async (page) => {
      await press('Escanear paquetes')(page)
      await page.getByRole('dialog').getByLabel('Estado').selectOption('En aduana')
    },
    expectTaken: async ({ page }, packages) => {
      const rows = page.getByRole('list', { name: 'Escaneados' }).getByRole('listitem')
      await expect(rows).toHaveText(packages.toReversed().map(({ number }) => new RegExp(`^Paquete #${number} `)))
    },
  },
  Entregar: {
    open: () => '/entregar',
    code: 'handover-page',
    expectTaken: async ({ page }, packages) => {
      for (const { number } of packages) {
        await expect(
          page
            .getByRole('listitem')
            .filter({ hasText: `#${number}` })
            .first(),
        ).toContainText('Escaneado')
      }
      await expect(page.getByText('Escaneado', { exact: true })).toHaveCount(packages.length)
    },
  },
  Recepción: { open: () => '/recepcion', code: 'reception-page', expectTaken: holdsTracking },
  'the search of a list': { open: () => '/paquetes', code: 'packages-page', expectTaken: opensPackage },
  Facturar: {
    open: () => '/facturar',
    code: 'invoices-page',
    expectTaken: async ({ page, shop }) => {
      await expect(page.getByText(shop.client.casillero).first()).toBeVisible()
      await page.goto(page.url())
    },
  },
  Buscar: {
    open: () => '/paquetes',
    code: 'packages-page',
    show: (page) => page.keyboard.press('Control+k'),
    expectTaken: opensPackage,
  },
  'a new package': {
    open: () => '/paquetes',
    code: 'packages-page',
    show: async (page) => {
      await press('Nuevo Paquete')(page)
      await page.getByLabel('Tracking de envío').focus()
    },
    expectTaken: async ({ page }, packages) => {
      await expect(page.getByLabel('Tracking de envío')).toHaveValue(last(packages)?.code ?? '')
    },
  },
}
/** What begins anew with the page has its own way to be opened; the others are there once it is loaded. */
const opensWithPage = ({ show }: Place) => show === undefined

/** Where a wrong scan ships or hands over the box of another client: every run tries these. */
const goods = ['a shipment that is filled', 'an arrival', 'Entregar']
const others = Object.keys(places).filter((name) => !goods.includes(name))
const tried = [...goods, ...takeSample(others, 1)]

/** A page that is not ready within three seconds asks for the scan again; with all cores busy it would. */
const waitLonger = `
  const setTimer = setTimeout
  globalThis.setTimeout = (run, ms, ...rest) => setTimer(run, ms === 3_000 ? 100_000 : ms, ...rest)
`

test('a code that comes in parts is taken whole by every field for scans, and its end names no package', async ({
  page,
}) => {
  await page.addInitScript({ content: waitLonger })
  const shop = await openShop()
  const victim = await shop.receive({ tracking: 'LEJOS' })
  expect(victim.companyPackageId).toBe(1)
  await enter(page, shop, '/dashboard')
  const scene: Scene = { page, shop, scan: await openScanner(page, { isSlow: true }) }
  const { scan } = scene
  page.on('dialog', (dialog) => void dialog.accept())
  const send = async ({ head }: Carried) => {
    await scan.begin(head)
    await scan(tail)
  }
  for (const [name, place] of Object.entries(places).filter(([name]) => tried.includes(name))) {
    await test.step(name, async () => {
      const packages = [await receive(shop), await receive(shop), await receive(shop)]
      const [first, second, third] = packages
      if (!first || !second || !third) throw new Error('Three packages are scanned')
      await page.goto(shop.url + (await place.open(scene, packages)))
      await expect(page.locator('main input').first()).toBeVisible()
      await place.show?.(page)
      await send(first)
      await place.expectTaken(scene, [first])
      if (!opensWithPage(place)) return
      // Nothing has the focus.
      await page.evaluate('document.activeElement.blur()')
      await send(second)
      await place.expectTaken(scene, [first, second])
      const code = `**/assets/${place.code}-*.js`
      const held = Promise.withResolvers<void>()
      await page.route(code, async (route) => {
        await held.promise
        await route.continue()
      })
      const asked = page.waitForRequest(code)
      const reloaded = page.reload()
      await asked
      await scan.begin(third.head)
      held.resolve()
      await scan(tail)
      await reloaded
      await page.unroute(code)
      await place.expectTaken(scene, name === 'Entregar' ? [third] : packages)
    })
  }
})

test('a scan goes whole into the shipment that is being saved, is refused whole by a reload within it, and ends once', async ({
  page,
}) => {
  const shop = await openShop()
  await shop.receive({ tracking: 'LEJOS' })
  const [first, second] = [await receive(shop), await receive(shop)]
  await enter(page, shop, '/embarques')
  const scene: Scene = { page, shop, scan: await openScanner(page, { isSlow: true }) }
  const { scan } = scene
  await press('Nuevo Embarque')(page)
  await page.getByRole('dialog').getByLabel('Guía (AWB o BL)').fill('230-4471')
  await page.getByRole('dialog').getByRole('button', { name: 'Crear' }).click()
  await scan.begin(first.head)
  await scan(tail)
  await page.waitForURL(/embarques\/[0-9a-f-]{36}/)
  await inShipment('all')(scene, [first])

  await scan.begin(second.head)
  await page.reload()
  await scan(tail)
  await expect(page.getByRole('region', { name: 'Avisos' }).getByText('Escanee otra vez')).toBeVisible()
  await inShipment('all')(scene, [first])

  await page.goto(`${shop.url}/recepcion`)
  await expect(page.getByLabel('Tracking')).toBeFocused()
  await scan.scanTwice(second.code)
  await expect(page.getByLabel('Casillero o nombre')).toBeFocused()
})
