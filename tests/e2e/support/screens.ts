import { copyFileSync, mkdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { type Browser, chromium, type Page } from '@playwright/test'
import { demoPassword, emailOf } from '../../../server/src/demo/staff.ts'
import { longestWaitMs } from '../../support/patience.ts'
import { startDemoServer } from './demo-server.ts'
import { expect } from './patient-expect.ts'
import { counterScreens } from './pictured-counter.ts'
import { messageScreens } from './pictured-messages.ts'
import { programScreens } from './pictured-programs.ts'
import { beforeSigningIn, type Scene, signedIn } from './pictured-screens.ts'
import { operatorScreens, settingsScreens } from './pictured-settings.ts'

// A picture of every screen and dialog: `npm run screens`, with `-- --dark` for the dark theme and `-- --readme` to renew
// the README's, `-- --only caja,cliente` for those whose names begin so. SCREENS_URL names a demo company that runs already.
const { values: asked } = parseArgs({
  options: {
    dark: { type: 'boolean', default: false },
    readme: { type: 'boolean', default: false },
    only: { type: 'string' },
  },
})
const folder = 'screens'
const theme = asked.dark ? '-oscuro' : ''
const sizes = [
  { width: 1280, height: 800, isMobile: false, hasTouch: false },
  { width: 360, height: 740, isMobile: true, hasTouch: true },
]

type Size = { width: number; height: number }

const fileOf = (name: string, width: number) => join(folder, `${name}${theme}-${width}.png`)

async function takeAll(scene: Scene, pictures: typeof signedIn, size: Size): Promise<void> {
  const { page, url } = scene
  const wanted = asked.only?.split(',')
  for (const { name, path, arrange, isWhole } of pictures) {
    if (wanted?.every((beginning) => !name.startsWith(beginning))) continue
    await page.setViewportSize(size)
    await page.goto(`${url}${path}`)
    await page.waitForLoadState('networkidle')
    await arrange?.(scene)
    await page.waitForLoadState('networkidle')
    // A passing toast does not belong to the picture; it stays while the pointer is on it.
    await page.mouse.move(0, 0)
    await expect(page.getByRole('region', { name: 'Avisos' }).getByText(/\w/)).toHaveCount(0)
    const whole = await page.evaluate<number>('scrollTo(0, 0); document.documentElement.scrollHeight')
    // In a window as high as the page no bar that stays in sight hides a part of it.
    if (isWhole) await page.setViewportSize({ ...size, height: whole })
    await page.screenshot({ path: fileOf(name, size.width), animations: 'disabled' })
  }
}

/** A client with as many packages as a screen shows well, for the pictures of the counter. */
async function findBusyClient(page: Page): Promise<Scene['busyClient']> {
  const found = await page.evaluate(async () => {
    const headers = { authorization: `Bearer ${localStorage.getItem('token')}` }
    const get = async (path: string) => JSON.parse(await (await fetch(path, { headers })).text()).data
    const statuses: { id: string; role: string | null }[] = await get('/api/statuses')
    const ready = `/api/packages?statusId=${statuses.find(({ role }) => role === 'ready')?.id}&invoiced=false&limit=100`
    type Waiting = { clientId: string | null; client: { casillero: string } | null; labelCode: string }
    const packages: Waiting[] = await get(ready)
    const clients = new Map(packages.map(({ clientId, client }) => [clientId, client?.casillero]))
    // The first hundred packages are not all of a client's.
    let best = { casillero: '', ready: 0, labelCode: '' }
    for (const [clientId, casillero] of clients) {
      if (!clientId || casillero === undefined || best.ready === 4) continue
      const own: Waiting[] = await get(`${ready}&clientId=${clientId}`)
      const count = own.length
      if (count <= 4 && count > best.ready) best = { casillero, ready: count, labelCode: own[0]?.labelCode ?? '' }
    }
    return best
  })
  if (found.ready === 0) throw new Error('No client of the demo has packages that wait')
  return found
}

async function signIn(page: Page, url: string, email: string): Promise<void> {
  await page.goto(`${url}/login`)
  await page.getByLabel('Correo electrónico o teléfono').fill(email)
  await page.getByLabel('Contraseña', { exact: true }).fill(demoPassword)
  await page.getByRole('button', { name: 'Iniciar sesión' }).click()
  await page.waitForURL(`${url}/dashboard`)
}

async function photograph(browser: Browser, url: string): Promise<void> {
  for (const { width, height, ...touch } of sizes) {
    const context = await browser.newContext({
      viewport: { width, height },
      locale: 'es-NI',
      timezoneId: 'America/Managua',
      colorScheme: asked.dark ? 'dark' : 'light',
      reducedMotion: 'reduce',
      ...touch,
    })
    context.setDefaultTimeout(longestWaitMs)
    const page = await context.newPage()
    // Leaving a form that is filled in asks first.
    page.on('dialog', (question) => void question.accept())
    const scene: Scene = { page, url, busyClient: { casillero: '', ready: 0, labelCode: '' } }
    await takeAll(scene, beforeSigningIn, { width, height })
    await signIn(page, url, emailOf.admin)
    const pictures = [...messageScreens, ...settingsScreens, ...programScreens, ...counterScreens, ...signedIn]
    await takeAll({ ...scene, busyClient: await findBusyClient(page) }, pictures, { width, height })
    const operator = url.replace('//demo.', '//master.')
    await signIn(page, operator, 'admin@master.test')
    await takeAll({ ...scene, url: operator }, operatorScreens, { width, height })
    await context.close()
    console.log(
      `${beforeSigningIn.length + pictures.length + operatorScreens.length} pictures at ${width} px are in ${folder}/`,
    )
  }
}

const executablePath = process.env.CHROMIUM_PATH
const running = process.env.SCREENS_URL
const server = running ? { url: running.replace(/\/$/, ''), stop: async () => undefined } : await startDemoServer()
const browser = await chromium.launch({
  args: ['--no-sandbox', '--disable-gpu'],
  ...(executablePath ? { executablePath } : {}),
})
try {
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder, { recursive: true })
  await photograph(browser, server.url)
  if (asked.readme) copyFileSync(fileOf('facturar', 1280), 'docs/facturar.png')
} finally {
  await browser.close()
  await server.stop()
}
