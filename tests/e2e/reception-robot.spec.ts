import { type Browser, expect, type Page, test } from '@playwright/test'
import { isWholeRun, takeSample } from '../support/sampling.ts'
import { enterPackage, formIsReady, nothingWaits, type ReadPackage, savedPackages } from './support/receive.ts'
import { openScanner } from './support/scanner.ts'
import { openShop, type Shop } from './support/shop.ts'
import { enter, type UserType } from './support/world.ts'

const isLong = process.env.RECEPTION === 'long'
const isWhole = isLong || isWholeRun
/** Packages of each condition. */
const share = isLong ? 125 : isWhole ? 8 : 2
const call = '**/api/receptions?*'

type Condition = { name: string; run: (page: Page, packages: readonly ReadPackage[]) => Promise<Page> }

async function openDesk(browser: Browser, shop: Shop, type: UserType): Promise<Page> {
  const page = await (await browser.newContext()).newPage()
  await enter(page, shop, '/recepcion', type)
  await formIsReady(page)
  return page
}

async function enterAll(
  page: Page,
  packages: readonly ReadPackage[],
  onPackage?: (at: number) => Promise<unknown>,
): Promise<void> {
  const scan = await openScanner(page, { isSlow: isWhole, staysSlow: true })
  for (const [at, one] of packages.entries()) {
    await enterPackage(scan, one)
    await onPackage?.(at)
  }
}

const conditionsOf = (shop: Shop): Condition[] => [
  {
    name: 'as it is',
    run: async (page, packages) => {
      await enterAll(page, packages)
      return page
    },
  },
  {
    name: 'the network is cut and comes back',
    run: async (page, packages) => {
      await enterAll(page, packages, (at) => page.context().setOffline(at % 7 < 4))
      await page.context().setOffline(false)
      return page
    },
  },
  {
    name: 'a slow network',
    run: async (page, packages) => {
      const session = await page.context().newCDPSession(page)
      const speed = { offline: false, latency: 150, downloadThroughput: 50_000, uploadThroughput: 50_000 }
      await session.send('Network.emulateNetworkConditions', speed)
      await enterAll(page, packages)
      await nothingWaits(page)
      await session.send('Network.emulateNetworkConditions', {
        ...speed,
        latency: 0,
        downloadThroughput: -1,
        uploadThroughput: -1,
      })
      return page
    },
  },
  {
    name: 'answers that come late',
    run: async (page, packages) => {
      await page.route(call, async (route) => {
        const { status, text } = await shop.deliver(route.request())
        setTimeout(() => void route.fulfill({ status, body: text, contentType: 'application/json' }), 250)
      })
      await enterAll(page, packages)
      return page
    },
  },
  {
    name: 'calls that arrive twice',
    run: async (page, packages) => {
      await page.route(call, async (route) => {
        const [{ status, text }] = await Promise.all([shop.deliver(route.request()), shop.deliver(route.request())])
        await route.fulfill({ status, body: text, contentType: 'application/json' })
      })
      await enterAll(page, packages)
      return page
    },
  },
  {
    name: 'answers that never come',
    run: async (page, packages) => {
      let calls = 3
      await page.route(call, async (route) => {
        calls += 1
        if (calls % 9 !== 4) return route.continue()
        await shop.deliver(route.request())
        await route.abort()
      })
      await enterAll(page, packages)
      return page
    },
  },
  {
    name: 'tabs that are killed',
    run: async (first, packages) => {
      let page = first
      for (let from = 0; from < packages.length; from += 5) {
        await enterAll(page, packages.slice(from, from + 5))
        const session = await page.context().newCDPSession(page)
        // It ends with the renderer that would have answered it.
        session.send('Page.crash').catch(() => undefined)
        await page.waitForEvent('crash')
        const next = await page.context().newPage()
        await page.close()
        page = next
        await page.goto(`${shop.url}/recepcion`)
        await formIsReady(page)
      }
      return page
    },
  },
]

test('a robot at the speed of a scanner loses, doubles, misweighs and misplaces no package, whatever the network does', async ({
  browser,
}) => {
  const shop = await openShop()
  const clients = [shop.client]
  while (clients.length < 12) clients.push(await shop.addClient({ firstName: `Cliente ${clients.length}` }))
  const owners = new Map(clients.map(({ casillero, id }) => [casillero, id]))
  // What loses an answer or the page itself is of every run, the states of the network are a sample from day to day.
  const [losses, others] = [conditionsOf(shop).slice(-2), conditionsOf(shop).slice(0, -2)]
  const conditions = [...(isWhole ? others : takeSample(others, 1)), ...losses]
  const total = share * (conditions.length + 1)
  const packages: ReadPackage[] = Array.from({ length: total }, (_, at) => ({
    tracking: `TBA3094${String(at).padStart(8, '0')}`,
    casillero: clients[(at * 7) % clients.length]?.casillero ?? '',
    weight: Math.round((0.5 + ((at * 37) % 4_000) / 100) * 100) / 100,
  }))
  let page = await openDesk(browser, shop, 'user')
  for (const [at, { name, run }] of conditions.entries()) {
    await test.step(name, async () => {
      // A long run takes a quarter of an hour: what it is at is said while it goes on.
      console.info(`Reception robot, ${share} packages: ${name}`)
      page = await run(page, packages.slice(at * share, (at + 1) * share))
      await nothingWaits(page)
      await page.unrouteAll({ behavior: 'wait' })
    })
  }
  const shared = packages.slice(-share)
  await test.step('two clerks on the same packages', async () => {
    const other = await openDesk(browser, shop, 'admin')
    // Each reads another weight: what is saved has the client and the weight of one of them.
    const again = shared.map((one) => ({ ...one, weight: one.weight + 50 }))
    await Promise.all([enterAll(page, shared), enterAll(other, again)])
    await Promise.all([nothingWaits(page), nothingWaits(other)])
    await expect(page.getByText('por resolver')).toHaveCount(0)
    await expect(other.getByText('por resolver')).toHaveCount(0)
  })
  const saved = await savedPackages(shop)
  const byTracking = Map.groupBy(saved, ({ tracking }) => tracking)
  const lost = packages.filter(({ tracking }) => !byTracking.has(tracking))
  const doubled = [...byTracking.values()].filter(({ length }) => length > 1)
  const expected = new Map(packages.map((one) => [one.tracking, one]))
  const bothRead = new Set(shared.map(({ tracking }) => tracking))
  const misweighed = saved.filter(({ tracking, weight }) => {
    const right = expected.get(tracking ?? '')?.weight ?? 0
    return weight !== right && !(bothRead.has(tracking ?? '') && weight === Math.round((right + 50) * 100) / 100)
  })
  const misplaced = saved.filter(
    ({ tracking, clientId }) => clientId !== owners.get(expected.get(tracking ?? '')?.casillero ?? ''),
  )
  const figures = { saved: saved.length, lost, doubled, misweighed, misplaced }
  console.info(`Reception robot, ${total} packages: ${JSON.stringify(figures)}`)
  expect(figures).toEqual({ saved: total, lost: [], doubled: [], misweighed: [], misplaced: [] })
  expect(new Set(saved.map(({ labelCode }) => labelCode)).size).toBe(total)
  await page.context().close()
})
