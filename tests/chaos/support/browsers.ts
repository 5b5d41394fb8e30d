import { addressAt, openChromium, signIn } from '../../../tools/chromium.ts'
import type { Installation } from '../../support/installation/installation.ts'
import { password } from '../../support/installation/shops.ts'
import { waitUntil } from '../../support/patience.ts'

/** Users in browsers, who go from list to list while faults hit the servers. */
export type Browsers = {
  people: number
  /** The count of screens that were opened so far, with or without contents. */
  visits(): number
  /** Stops the users, and lists those who saw the sign-in page at any time, or do not see their clients now. */
  findSignedOut(): Promise<string[]>
  close(): Promise<void>
}

/** Signs users in on the sign-in page, at each server in turn, and lets them go from list to list. */
export async function openBrowsers(site: Installation, people: number): Promise<Browsers> {
  const browser = await openChromium()
  const signedOut = new Set<string>()
  let isOver = false
  let visits = 0

  async function open(number: number) {
    const shop = site.shops[number % site.shops.length]
    const instance = site.instances[number % site.instances.length]
    if (!shop || !instance) throw new Error('There is no user to sign in')
    const page = await (await browser.newContext({ locale: 'es-NI' })).newPage()
    const address = addressAt(instance.url, shop.subdomain)
    await signIn(page, address, { email: shop.email, password })
    page.on('framenavigated', (frame) => {
      if (frame === page.mainFrame() && new URL(frame.url()).pathname === '/login') signedOut.add(shop.subdomain)
    })
    async function walk(): Promise<void> {
      while (!isOver) {
        for (const path of ['/clients', '/packages', '/dashboard']) {
          visits += 1
          // While a server is away the screen shows an error or stays empty; only the users at the end count.
          await page.goto(address + path, { timeout: 15_000 }).catch(() => {})
          await page
            .getByRole('heading', { level: 1 })
            .first()
            .waitFor({ timeout: 3_000 })
            .catch(() => {})
        }
      }
    }
    return { page, address, shop, walking: walk() }
  }

  const seats = await Promise.all(Array.from({ length: people }, (_, number) => open(number)))
  return {
    people,
    visits: () => visits,
    async findSignedOut() {
      isOver = true
      for (const { page, address, shop, walking } of seats) {
        await walking
        const seesClients = async () => {
          await page.goto(`${address}/clients`).catch(() => {})
          const row = page.getByText('PRU0001').first()
          return await row.waitFor({ timeout: 5_000 }).then(
            () => true,
            () => false,
          )
        }
        await waitUntil(seesClients, 30_000).catch(() => signedOut.add(shop.subdomain))
      }
      return [...signedOut]
    },
    close: () => browser.close(),
  }
}
