import { availableParallelism } from 'node:os'
import type { Browser, BrowserContextOptions } from '@playwright/test'
import { atMost, type Figure } from './figure.ts'
import { median } from './rounds.ts'

const rows = 100
const slowness = 4
const loads = 5
const maxMs = 60_000

type Loaded = { shown: number; answered: number }

// Runs in the page and by its clock, from the start of the navigation, because a probe from outside would be measured as well.
const watchScreen = `self.loaded = (async () => {
  const frame = () => new Promise(requestAnimationFrame)
  const painted = async (isThere) => {
    while (!isThere()) {
      if (performance.now() > ${maxMs}) throw new Error('The screen did not get there')
      await frame()
    }
    await frame()
    return performance.now()
  }
  const first = () => document.querySelector('tbody input[type=checkbox]')
  const shown = await painted(() => document.querySelectorAll('tbody tr').length === ${rows} && first() !== null)
  first().click()
  const answered = await painted(() => document.querySelector('thead')?.textContent.includes('1 paquete seleccionado'))
  return { shown, answered }
})()`

/** Measures one load with an empty cache on a slowed-down CPU. */
async function loadOnce(browser: Browser, signedIn: BrowserContextOptions, url: string): Promise<Loaded> {
  const context = await browser.newContext(signedIn)
  const page = await context.newPage()
  const devTools = await context.newCDPSession(page)
  // The screen requests twenty rows and offers no more; here the request is changed to a hundred.
  devTools.on('Fetch.requestPaused', ({ requestId, request }) => {
    void devTools.send('Fetch.continueRequest', { requestId, url: `${request.url}&limit=${rows}` })
  })
  await devTools.send('Fetch.enable', { patterns: [{ urlPattern: '*/api/packages?*' }] })
  await devTools.send('Emulation.setCPUThrottlingRate', { rate: slowness })
  await page.addInitScript(watchScreen)
  await page.goto(url)
  const loaded = await page.evaluate<Loaded>('self.loaded')
  await context.close()
  return loaded
}

/** Measures the time from the address to a hundred rows with one selected, on a slow machine. */
export async function packagesScreenFigure(
  browser: Browser,
  signedIn: BrowserContextOptions,
  origin: string,
): Promise<Figure> {
  const all: Loaded[] = []
  for (let load = 0; load < loads; load += 1) all.push(await loadOnce(browser, signedIn, `${origin}/paquetes`))
  const ready = all.map(({ answered }) => answered / 1000)
  return atMost(1.5, {
    name: `Paquetes with ${rows} rows, until one is selected, CPU slowed down ${slowness} times`,
    value: median(ready),
    unit: 'seconds from the address',
    spread: `${Math.min(...ready).toFixed(2)} – ${Math.max(...ready).toFixed(2)}`,
    beside: {
      'rows are visible after, seconds': Number((median(all.map(({ shown }) => shown)) / 1000).toFixed(2)),
      'cores that browser and server share': availableParallelism(),
    },
  })
}
