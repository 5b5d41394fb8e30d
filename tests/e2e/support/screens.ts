import { spawn } from 'node:child_process'
import { chmodSync, copyFileSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { parseArgs } from 'node:util'
import { type Browser, chromium, type Page } from '@playwright/test'
import { demoPassword, emailOf } from '../../../server/src/demo/staff.ts'
import { longestWaitMs } from '../../support/patience.ts'
import { addresses, fillAddress, type Ids } from './every-screen.ts'

// A picture of every screen: `npm run screens`, with `-- --dark` for the dark theme and `-- --readme` to renew the README's,
// `-- --only caja,clients` for those whose names begin so. SCREENS_URL names a demo company that runs already.
const { values: asked } = parseArgs({
  options: {
    dark: { type: 'boolean', default: false },
    readme: { type: 'boolean', default: false },
    only: { type: 'string' },
  },
})
const folder = 'screens'
const sizes = [
  { width: 1280, height: 800, isMobile: false, hasTouch: false },
  { width: 360, height: 740, isMobile: true, hasTouch: true },
]

const fileOf = (name: string, width: number) => join(folder, `${name}${asked.dark ? '-oscuro' : ''}-${width}.png`)

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

async function signIn(page: Page, url: string): Promise<void> {
  await page.goto(`${url}/login`)
  await page.getByLabel('Correo electrónico o teléfono').fill(emailOf.admin)
  await page.getByLabel('Contraseña', { exact: true }).fill(demoPassword)
  await page.getByRole('button', { name: 'Iniciar sesión' }).click()
  await page.waitForURL(`${url}/dashboard`)
}

/** The first of each list of the demo; in the browser, which alone resolves the demo's host everywhere. */
const findIds = (page: Page): Promise<Ids> =>
  page.evaluate(async () => {
    const headers = { authorization: `Bearer ${localStorage.getItem('token')}` }
    const first = async (path: string): Promise<string> =>
      JSON.parse(await (await fetch(`/api/${path}`, { headers })).text()).data[0]?.id ?? ''
    return {
      clients: await first('debts?page=1'),
      conversaciones: await first('conversations'),
      despachos: await first('dispatches?page=1'),
      embarques: await first('shipments?status=received&page=1'),
      cierres: await first('cash-sessions?status=closed'),
      cerrar: await first('cash-sessions?status=open'),
    }
  })

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
    await signIn(page, url)
    const ids = await findIds(page)
    const wanted = asked.only?.split(',')
    for (const address of addresses) {
      const name = address.slice(1).replaceAll(/\W+/g, '-')
      if (wanted?.every((beginning) => !name.startsWith(beginning))) continue
      await page.goto(`${url}${fillAddress(address, ids)}`)
      await page.waitForLoadState('networkidle')
      // A window as high as the page, so that no bar that stays in sight hides a part of it.
      const whole = await page.evaluate<number>('document.documentElement.scrollHeight')
      await page.setViewportSize({ width, height: Math.max(height, whole) })
      await page.screenshot({ path: fileOf(name, width), animations: 'disabled' })
      await page.setViewportSize({ width, height })
    }
    await context.close()
    console.log(`The pictures at ${width} px are in ${folder}/`)
  }
}

/** The picture of the README: a client with packages at the counter, and a payment in another currency. */
async function photographCounter(browser: Browser, url: string): Promise<void> {
  const page = await browser.newPage({
    viewport: { width: 1280, height: 800 },
    locale: 'es-NI',
    reducedMotion: 'reduce',
  })
  await signIn(page, url)
  const clientId = await page.evaluate(async () => {
    const headers = { authorization: `Bearer ${localStorage.getItem('token')}` }
    const { data } = JSON.parse(await (await fetch('/api/waiting?page=1', { headers })).text())
    return data[0].id
  })
  await page.goto(`${url}/facturar?cliente=${clientId}`)
  await page.getByLabel('Moneda de la factura').selectOption('Córdoba (NIO) · C$')
  await page.getByRole('button', { name: 'Agregar Pagos' }).click()
  await page.getByRole('group', { name: 'Pago 1' }).getByLabel('Moneda').selectOption('USD')
  await page.getByRole('group', { name: 'Pago 1' }).getByLabel('Monto').fill('20')
  await page.evaluate('scrollTo(0, 0)')
  await page.screenshot({ path: fileOf('facturar-pago', 1280), animations: 'disabled' })
  copyFileSync(fileOf('facturar-pago', 1280), 'docs/facturar.png')
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
