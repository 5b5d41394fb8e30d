import { gzipSync } from 'node:zlib'
import { type BrowserContext, chromium, type Page } from '@playwright/test'
import { atMost, type Figure } from './figure.ts'
import { emailOf, onlyRead, password } from './seed.ts'

const kilobyte = 1000

/** Counts what a page has loaded so far: the code by its gzipped size, and the requested hosts. */
function watch(page: Page) {
  const code = new Map<string, number>()
  const all = new Map<string, number>()
  const origins = new Set<string>()
  const pending: Promise<void>[] = []
  page.on('request', (request) => origins.add(new URL(request.url()).origin))
  page.on('response', (response) => {
    const type = response.request().resourceType()
    if (!['script', 'stylesheet', 'document', 'font', 'image'].includes(type) || response.status() >= 300) return
    const read = response.body().then(
      (body) => {
        const size = gzipSync(body, { level: 9 }).length
        all.set(response.url(), size)
        if (type === 'script' || type === 'stylesheet') code.set(response.url(), size)
      },
      () => {},
    )
    pending.push(read)
  })
  const sum = (sizes: Map<string, number>) => [...sizes.values()].reduce((total, size) => total + size, 0) / kilobyte
  return {
    origins,
    async settled() {
      await page.waitForLoadState('networkidle')
      await Promise.all(pending)
      return { code: sum(code), all: sum(all) }
    },
  }
}

/** Signs in, so that the context has the session as a browser keeps it. */
export async function signIn(context: BrowserContext, origin: string): Promise<void> {
  const page = await context.newPage()
  await page.goto(`${origin}/login`)
  await page.getByLabel('Correo electrónico o teléfono').fill(emailOf(onlyRead))
  await page.getByLabel('Contraseña', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Iniciar sesión' }).click()
  await page.waitForURL('**/dashboard')
  await page.close()
}

/** Measures what a browser with an empty cache loads, in Chromium on the built app. */
export async function browserFigures(serverUrl: string): Promise<Figure[]> {
  const { port } = new URL(serverUrl)
  const origin = `http://${onlyRead}.casillero.localhost:${port}`
  const executablePath = process.env.CHROMIUM_PATH
  const browser = await chromium.launch({ args: ['--no-sandbox'], ...(executablePath ? { executablePath } : {}) })
  try {
    const outside = await browser.newContext()
    const login = await outside.newPage()
    const atLogin = watch(login)
    await login.goto(`${origin}/login`)
    await login.getByRole('button', { name: 'Iniciar sesión' }).waitFor()
    const loginSize = await atLogin.settled()

    const context = await browser.newContext()
    await signIn(context, origin)
    const signedIn = { storageState: await context.storageState() }
    // A new context: signed in, with an empty cache.
    const fresh = await browser.newContext(signedIn)
    const page = await fresh.newPage()
    const atList = watch(page)
    await page.goto(`${origin}/clients`)
    await page.getByRole('button', { name: 'Nuevo Cliente' }).waitFor()
    const listSize = await atList.settled()
    await page.getByRole('button', { name: 'Nuevo Cliente' }).click()
    await page.getByRole('dialog').getByRole('textbox').first().waitFor()
    const formSize = await atList.settled()

    const second = await (await browser.newContext(signedIn)).newPage()
    const atPackages = watch(second)
    await second.goto(`${origin}/paquetes`)
    await second.getByRole('button', { name: 'Nuevo Paquete' }).waitFor()
    const packagesSize = await atPackages.settled()

    const otherOrigins = new Set([...atLogin.origins, ...atList.origins, ...atPackages.origins])
    otherOrigins.delete(origin)
    const withRest = (size: { all: number }) => ({ 'with page, font and images, KB': Number(size.all.toFixed(1)) })
    return [
      atMost(105, {
        name: 'Sign-in page, JavaScript and CSS',
        value: loginSize.code,
        unit: 'KB gzipped',
        beside: withRest(loginSize),
      }),
      atMost(180, {
        name: 'A list page (Clientes), JavaScript and CSS',
        value: listSize.code,
        unit: 'KB gzipped',
        beside: withRest(listSize),
      }),
      atMost(250, {
        name: 'Paquetes, JavaScript and CSS',
        value: packagesSize.code,
        unit: 'KB gzipped',
        beside: withRest(packagesSize),
      }),
      atMost(100, { name: 'The first form dialog', value: formSize.code - listSize.code, unit: 'KB gzipped more' }),
      atMost(0, { name: 'Other origins that were requested', value: otherOrigins.size, unit: 'origins' }),
    ]
  } finally {
    await browser.close()
  }
}
