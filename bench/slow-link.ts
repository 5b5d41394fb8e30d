import { type Browser, type BrowserContextOptions, chromium, type Page } from '@playwright/test'
import { signIn } from './browser.ts'
import { atMost, type Figure } from './figure.ts'
import { startProduct } from './process.ts'
import { median } from './rounds.ts'
import { onlyRead } from './seed.ts'
import type { Setting } from './setting.ts'

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

const spreadOf = (values: number[]) => `${Math.min(...values).toFixed(2)} – ${Math.max(...values).toFixed(2)}`
const seconds = (values: number[]) => Number(median(values).toFixed(2))

/**
 * Measures the times from the address of the sign-in page to its first paint, and from the first press of `Nuevo Paquete` to
 * its form, of a server without a proxy, which compresses its answers itself.
 */
export async function slowLinkFigures({ cluster, logFolder }: Setting): Promise<Figure[]> {
  const ours = await startProduct(cluster.ownerUrl, logFolder, { TRUSTED_PROXY: '' })
  const executablePath = process.env.CHROMIUM_PATH
  const browser = await chromium.launch({ args: ['--no-sandbox'], ...(executablePath ? { executablePath } : {}) })
  try {
    const origin = `http://${onlyRead}.casillero.localhost:${new URL(ours.url).port}`
    const context = await browser.newContext()
    await signIn(context, origin)
    return await measure(browser, { storageState: await context.storageState() }, origin)
  } finally {
    await browser.close()
    await ours.stop()
  }
}

async function measure(browser: Browser, signedIn: BrowserContextOptions, origin: string): Promise<Figure[]> {
  const signIns: { paint: number; form: number }[] = []
  const forms: { screen: number; form: number }[] = []
  for (let load = 0; load < loads; load += 1) {
    signIns.push(await openSignIn(browser, origin))
    forms.push(await openFirstForm(browser, signedIn, origin))
  }
  const paints = signIns.map(({ paint }) => paint)
  const opened = forms.map(({ form }) => form)
  return [
    atMost(1.5, {
      name: `Sign-in page on slow 3G, first paint, CPU slowed down ${slowness} times`,
      value: median(paints),
      unit: 'seconds from the address',
      spread: spreadOf(paints),
      beside: { 'its form is visible after, seconds': seconds(signIns.map(({ form }) => form)) },
    }),
    atMost(3, {
      name: `The first Nuevo Paquete on slow 3G, pressed at once, CPU slowed down ${slowness} times`,
      value: median(opened),
      unit: 'seconds from the press',
      spread: spreadOf(opened),
      beside: { 'the screen is visible after, seconds': seconds(forms.map(({ screen }) => screen)) },
    }),
  ]
}
