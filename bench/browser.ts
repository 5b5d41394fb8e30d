import { gzipSync } from 'node:zlib'
import type { Browser, BrowserContextOptions, Page } from '@playwright/test'
import { addressAt, openChromium, signIn } from '../tools/chromium.ts'
import { atMost, type Figure, spread } from './figure.ts'
import { median } from './load.ts'
import { emailOf, onlyRead, password } from './seed.ts'
import { type Setting, withServer } from './setting.ts'

/** Counts the gzipped kilobytes of code that a page has loaded so far, and the requested origins. */
function watch(page: Page, origins: Set<string>): () => Promise<number> {
  const sizes = new Map<string, number>()
  const pending: Promise<void>[] = []
  page.on('request', (request) => origins.add(new URL(request.url()).origin))
  page.on('response', (response) => {
    if (!['script', 'stylesheet'].includes(response.request().resourceType()) || response.status() >= 300) return
    const read = response.body().then(
      (body) => void sizes.set(response.url(), gzipSync(body, { level: 9 }).length),
      () => {},
    )
    pending.push(read)
  })
  return async () => {
    await page.waitForLoadState('networkidle')
    await Promise.all(pending)
    return [...sizes.values()].reduce((total, size) => total + size, 0) / 1000
  }
}

/** Signs in, and gives the session as a browser keeps it. */
async function keepSession(browser: Browser, origin: string): Promise<BrowserContextOptions> {
  const context = await browser.newContext()
  await signIn(await context.newPage(), origin, { email: emailOf(onlyRead), password })
  return { storageState: await context.storageState() }
}

/** Does work in a Chromium at the company that is only read. */
async function withBrowser<Result>(serverUrl: string, work: (browser: Browser, origin: string) => Promise<Result>) {
  const browser = await openChromium()
  try {
    return await work(browser, addressAt(serverUrl, onlyRead))
  } finally {
    await browser.close()
  }
}

/** Measures what a browser with an empty cache loads, in Chromium on the built app. */
export const browserFigures = ({ ours }: Setting): Promise<Figure[]> =>
  withBrowser(ours.url, async (browser, origin) => {
    const signedIn = await keepSession(browser, origin)
    const origins = new Set<string>()
    // Each page in a new context, and so with an empty cache.
    const open = async (path: string, button: string, options: BrowserContextOptions) => {
      const page = await (await browser.newContext(options)).newPage()
      const loaded = watch(page, origins)
      await page.goto(origin + path)
      await page.getByRole('button', { name: button }).waitFor()
      return { page, loaded, size: await loaded() }
    }
    const login = await open('/login', 'Iniciar sesión', {})
    const clients = await open('/clients', 'Nuevo Cliente', signedIn)
    await clients.page.getByRole('button', { name: 'Nuevo Cliente' }).click()
    await clients.page.getByRole('dialog').getByRole('textbox').first().waitFor()
    const form = await clients.loaded()
    const packages = await open('/paquetes', 'Nuevo Paquete', signedIn)
    origins.delete(origin)
    const unit = 'KB gzipped'
    return [
      atMost(105, { name: 'Sign-in page, JavaScript and CSS', value: login.size, unit }),
      atMost(180, { name: 'A list page (Clientes), JavaScript and CSS', value: clients.size, unit }),
      atMost(250, { name: 'Paquetes, JavaScript and CSS', value: packages.size, unit }),
      atMost(100, { name: 'The first form dialog', value: form - clients.size, unit: `${unit} more` }),
      atMost(0, { name: 'Other origins that were requested', value: origins.size, unit: 'origins' }),
    ]
  })

/** Slow 3G: 400 kbit/s either way, and 400 ms until an answer begins. */
const slow3G = { offline: false, latency: 400, downloadThroughput: 50_000, uploadThroughput: 50_000 }
const slowness = 4
const loads = 5
const phone = { viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true }

/** Opens the page of a phone with an empty cache, a slow link and a slow CPU. */
async function openSlowPage(browser: Browser, options: BrowserContextOptions): Promise<Page> {
  const context = await browser.newContext({ ...phone, ...options })
  const page = await context.newPage()
  const devTools = await context.newCDPSession(page)
  await devTools.send('Network.enable')
  await devTools.send('Network.emulateNetworkConditions', slow3G)
  await devTools.send('Emulation.setCPUThrottlingRate', { rate: slowness })
  return page
}

/** Reads the page's own clock, in seconds. */
const clockOf = (page: Page) => page.evaluate<number>('performance.now() / 1000')

// Runs in the page, because a press from outside would add its own time.
const watchForm = `self.formSeconds = new Promise((done) => {
  addEventListener('click', ({ timeStamp }) => {
    const check = () => {
      if (document.querySelector('[role=dialog] input')) done((performance.now() - timeStamp) / 1000)
      else requestAnimationFrame(check)
    }
    check()
  }, { capture: true, once: true })
}), undefined`

async function openSignIn(browser: Browser, origin: string) {
  const page = await openSlowPage(browser, {})
  await page.goto(`${origin}/login`)
  await page.getByLabel('Contraseña', { exact: true }).waitFor()
  const form = await clockOf(page)
  const paint = await page.evaluate<number>(
    'performance.getEntriesByName("first-contentful-paint")[0].startTime / 1000',
  )
  await page.context().close()
  return { paint, form }
}

async function openFirstForm(browser: Browser, signedIn: BrowserContextOptions, origin: string) {
  const page = await openSlowPage(browser, signedIn)
  await page.goto(`${origin}/paquetes`)
  const button = page.getByRole('button', { name: 'Nuevo Paquete' })
  await button.waitFor()
  const screen = await clockOf(page)
  await page.evaluate(watchForm)
  await button.click()
  const form = await page.evaluate<number>('self.formSeconds')
  await page.context().close()
  return { screen, form }
}

/**
 * Measures the times from the address of the sign-in page to its first paint, and from the first press of `Nuevo Paquete` to
 * its form, of a server without a proxy, which compresses its answers itself.
 */
export const slowLinkFigures = (setting: Setting): Promise<Figure[]> =>
  withServer(setting, { TRUSTED_PROXY: '' }, (ours) =>
    withBrowser(ours.url, async (browser, origin) => {
      const signedIn = await keepSession(browser, origin)
      const signIns: { paint: number; form: number }[] = []
      const forms: { screen: number; form: number }[] = []
      for (let load = 0; load < loads; load += 1) {
        signIns.push(await openSignIn(browser, origin))
        forms.push(await openFirstForm(browser, signedIn, origin))
      }
      const seconds = (values: number[]) => Number(median(values).toFixed(2))
      return [
        atMost(1.5, {
          name: `Sign-in page on slow 3G, first paint, CPU slowed down ${slowness} times`,
          unit: 'seconds from the address',
          ...spread(signIns.map(({ paint }) => paint)),
          beside: { 'its form is visible after, seconds': seconds(signIns.map(({ form }) => form)) },
        }),
        atMost(3, {
          name: `The first Nuevo Paquete on slow 3G, pressed at once, CPU slowed down ${slowness} times`,
          unit: 'seconds from the press',
          ...spread(forms.map(({ form }) => form)),
          beside: { 'the screen is visible after, seconds': seconds(forms.map(({ screen }) => screen)) },
        }),
      ]
    }),
  )
