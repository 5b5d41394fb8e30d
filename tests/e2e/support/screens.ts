import { spawn } from 'node:child_process'
import { chmodSync, copyFileSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { parseArgs } from 'node:util'
import { type Browser, chromium, type Page } from '@playwright/test'
import { demoCompany, demoPassword, operatorCompany, rulesCompany } from '../../../server/src/demo/staff.ts'
import { longestWaitMs } from '../../support/patience.ts'
import { addresses, fillAddress, type Ids, outsideAddresses } from './every-screen.ts'

// A picture of every screen and of every page outside, light and dark: `npm run screens`, with `-- --readme` to renew the README's,
// `-- --only caja,mi` for those whose names begin so. SCREENS_URL names a demo company that runs already.
const { values: asked } = parseArgs({
  options: {
    readme: { type: 'boolean', default: false },
    only: { type: 'string' },
  },
})
const folder = 'screens'
const sizes = [
  { width: 1280, height: 800, isMobile: false, hasTouch: false },
  { width: 360, height: 740, isMobile: true, hasTouch: true },
]

const themes = [
  { colorScheme: 'light', suffix: '' },
  { colorScheme: 'dark', suffix: '-oscuro' },
] as const

const fileOf = (name: string, suffix: string, width: number) => join(folder, `${name}${suffix}-${width}.png`)

const nameOf = (address: string) => address.slice(1).replaceAll(/\W+/g, '-').replace(/-$/, '')

const isWanted = (address: string) => asked.only?.split(',').some((start) => nameOf(address).startsWith(start)) ?? true

/** Starts the product as a newcomer does, with its demo company, on a temporary folder. */
async function startDemoServer(): Promise<{ url: string; stop: () => Promise<void> }> {
  const dataDir = mkdtempSync(join(tmpdir(), 'casillero-screens-'))
  // PostgreSQL runs as another user when this is root.
  chmodSync(dataDir, 0o755)
  const own = { DATABASE_URL: '', DATA_DIR: dataDir, LOG_LEVEL: 'error', NODE_ENV: 'development', PORT: '0' }
  const server = spawn(process.execPath, [join(import.meta.dirname, '../../../server/src/main.ts')], {
    env: { ...process.env, ...own, STOP_WITHOUT_PARENT: String(process.pid) },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const ended = new Promise<void>((resolve) => server.once('exit', () => resolve()))
  async function stop(): Promise<void> {
    server.kill('SIGTERM')
    await ended
    rmSync(dataDir, { recursive: true, force: true })
  }
  for await (const line of createInterface({ input: server.stdout })) {
    const url = /^Open (http:\S+) /.exec(line)?.[1]
    if (url === undefined) continue
    server.stdout.resume()
    return { url, stop }
  }
  await stop()
  throw new Error('The demo did not start')
}

/** As the admin of a company of the demo. */
async function signIn(page: Page, url: string): Promise<void> {
  const [subdomain] = new URL(url).hostname.split('.')
  await page.goto(`${url}/login`)
  await page.getByLabel('Correo electrónico o teléfono').fill(`admin@${subdomain}.test`)
  await page.getByLabel('Contraseña', { exact: true }).fill(demoPassword)
  await page.getByRole('button', { name: 'Iniciar sesión' }).click()
  await page.waitForURL(`${url}/dashboard`)
}

/** Calls the demo in the browser, which alone resolves its host everywhere. */
const callDemo = (page: Page, path: string, method = 'GET') =>
  page.evaluate(
    async ([path, method]) => {
      const headers = { authorization: `Bearer ${localStorage.getItem('token')}` }
      return JSON.parse(await (await fetch(`/api/${path}`, { method, headers })).text()).data
    },
    [path, method] as const,
  )

const findFirst = async (page: Page, path: string): Promise<string> => (await callDemo(page, path))?.[0]?.id ?? ''

/** The first of each list of the demo. */
const findIds = async (page: Page): Promise<Ids> => ({
  clients: await findFirst(page, 'debts?page=1'),
  conversaciones: await findFirst(page, 'conversations'),
  paquetes: await findFirst(page, 'packages?page=1'),
  facturar: await findFirst(page, 'invoices?page=1'),
  despachos: await findFirst(page, 'dispatches?page=1'),
  embarques: await findFirst(page, 'shipments?status=received&page=1'),
  cierres: await findFirst(page, 'cash-sessions?status=closed'),
  cerrar: await findFirst(page, 'cash-sessions?status=open'),
  packages: await findFirst(page, 'imports?page=1'),
})

type Size = (typeof sizes)[number]

/** Takes both themes of what is shown. */
async function take(page: Page, address: string, { width, height }: Size): Promise<void> {
  await page.waitForLoadState('networkidle')
  // A window as high as the page, so that no bar that stays in sight hides a part of it.
  const whole = await page.evaluate<number>('document.documentElement.scrollHeight')
  await page.setViewportSize({ width, height: Math.max(height, whole) })
  for (const { colorScheme, suffix } of themes) {
    await page.emulateMedia({ colorScheme })
    await page.screenshot({ path: fileOf(nameOf(address), suffix, width), animations: 'disabled' })
  }
  await page.emulateMedia({ colorScheme: 'light' })
  await page.setViewportSize({ width, height })
}

async function openPage(browser: Browser, { width, height, ...touch }: Size): Promise<Page> {
  const context = await browser.newContext({
    viewport: { width, height },
    locale: 'es-NI',
    timezoneId: 'America/Managua',
    reducedMotion: 'reduce',
    ...touch,
  })
  context.setDefaultTimeout(longestWaitMs)
  return await context.newPage()
}

/** The company of the demo that has something to show there. */
function companyOf(address: string): string {
  if (address === '/admin/empresas') return operatorCompany.subdomain
  return /^\/(envios|admin\/cargos)/.test(address) ? rulesCompany.subdomain : demoCompany.subdomain
}

async function photograph(browser: Browser, url: string): Promise<void> {
  for (const size of sizes) {
    const page = await openPage(browser, size)
    for (const company of [operatorCompany.subdomain, rulesCompany.subdomain, demoCompany.subdomain]) {
      const host = url.replace(`//${demoCompany.subdomain}.`, `//${company}.`)
      const wanted = addresses.filter((address) => companyOf(address) === company && isWanted(address))
      if (wanted.includes('/login')) {
        await page.goto(`${host}/login`)
        await take(page, '/login', size)
      }
      await signIn(page, host)
      const ids = await findIds(page)
      for (const address of wanted.filter((one) => one !== '/login')) {
        await page.goto(`${host}${fillAddress(address, ids)}`)
        await take(page, address, size)
      }
    }
    if (outsideAddresses.some(isWanted)) await photographOutside(page, browser, size)
    await page.context().close()
    console.log(`The pictures at ${size.width} px are in ${folder}/`)
  }
}

/** The photos that a reminder of the demo leads to; their secret stands in messages alone. */
async function findPhotoPath(staff: Page): Promise<string> {
  const sent: { body: string }[] = await callDemo(staff, 'messages?page=1&limit=100')
  return sent.flatMap(({ body }) => /\/p\/\w{22}/.exec(body) ?? [])[0] ?? `/p/${'1'.repeat(22)}`
}

/** As a client who comes by a link sees them. The signed-in page makes the links. */
async function photographOutside(staff: Page, browser: Browser, size: Size): Promise<void> {
  const { origin } = new URL(staff.url())
  const owing: { id: string }[] = await callDemo(staff, 'debts?page=1')
  const waiting: { id: string }[] = await callDemo(staff, 'waiting?page=1')
  const clientId = waiting.find(({ id }) => owing.some((one) => one.id === id))?.id ?? (await findFirst(staff, 'debts'))
  const invoiceId = await findFirst(staff, 'invoices?page=1')
  const [own] = await callDemo(staff, `clients/${clientId}/packages?page=1`)
  const door = (await callDemo(staff, `client/${clientId}/access-link`, 'POST')).url
  const links: Record<string, string> = {
    '/f/:secret': (await callDemo(staff, `invoices/${invoiceId}/link`, 'POST')).url,
    '/p/:secret': `${origin}${await findPhotoPath(staff)}`,
    '/rastreo': `${origin}/rastreo?numero=${own.tracking}`,
    '/mi/paquetes/:id': `${origin}/mi/paquetes/${own.id}`,
    '/mi/e/:token': door,
  }
  const page = await openPage(browser, size)
  const show = async (address: string) => {
    const link = links[address] ?? (address.includes(':') ? undefined : `${origin}${address}`)
    if (link === undefined) throw new Error(`${address} needs a link`)
    await page.goto(link)
    if (isWanted(address)) await take(page, address, size)
  }
  // A device that is in is led past the door.
  const first = ['/mi/entrar', '/mi/e/:token']
  for (const address of first) await show(address)
  await page.getByRole('button', { name: 'Entrar a mi casillero' }).click()
  await page.waitForURL(`${origin}/mi`)
  for (const address of outsideAddresses) if (!first.includes(address) && isWanted(address)) await show(address)
  await page.context().close()
}

/** The picture of the README: a client with packages at the counter, and a payment in another currency. */
async function photographCounter(browser: Browser, url: string): Promise<void> {
  const page = await browser.newPage({
    viewport: { width: 1280, height: 800 },
    locale: 'es-NI',
    reducedMotion: 'reduce',
  })
  await signIn(page, url)
  const clientId = await findFirst(page, 'waiting?page=1')
  await page.goto(`${url}/facturar?cliente=${clientId}`)
  await page.getByLabel('Moneda de la factura').selectOption('Córdoba (NIO) · C$')
  await page.getByRole('button', { name: 'Agregar Pagos' }).click()
  await page.getByRole('group', { name: 'Pago 1' }).getByLabel('Moneda').selectOption('USD')
  await page.getByRole('group', { name: 'Pago 1' }).getByLabel('Monto').fill('20')
  await page.evaluate('scrollTo(0, 0)')
  await page.screenshot({ path: fileOf('facturar-pago', '', 1280), animations: 'disabled' })
  copyFileSync(fileOf('facturar-pago', '', 1280), 'docs/facturar.png')
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
  if (asked.readme) await photographCounter(browser, server.url)
} finally {
  await browser.close()
  await server.stop()
}
