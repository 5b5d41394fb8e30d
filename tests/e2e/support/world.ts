import { request } from 'node:http'
import type { Api } from '@casillero/shared/contract/api'
import { expect, type Page, type Request, type TestInfo, test } from '@playwright/test'
import { isChosen, isWholeRun } from '../../support/sampling.ts'
import { listViolations } from './violations.ts'

export const port = Number(process.env.E2E_PORT)
const password = 'casillero-demo'

export type UserType = 'admin' | 'user' | 'viewer'
export type Call = keyof Api & string
export type Sent<K extends Call> = {
  [Part in 'params' | 'query' | 'body' as Api[K][Part] extends undefined ? never : Part]?: Api[K][Part]
}

type Outgoing = {
  host: string
  port: number
  method: string
  path: string
  headers?: object
  body?: string | undefined
}
type Answer = { status: number; text: string }

/** Node resolves no made-up subdomains; the host travels in its header, as behind a proxy. */
function exchange({ host, body, headers, ...to }: Outgoing): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const outgoing = request(
      {
        ...to,
        host: '127.0.0.1',
        headers: { ...(body === undefined ? {} : { 'content-type': 'application/json' }), ...headers, host },
      },
      (incoming) => {
        let text = ''
        incoming.on('data', (chunk) => {
          text += chunk
        })
        incoming.on('end', () => resolve({ status: incoming.statusCode ?? 0, text }))
      },
    )
    outgoing.on('error', reject)
    outgoing.end(body)
  })
}

async function knock(path: string, body: object): Promise<string> {
  const { status, text } = await exchange({
    host: '127.0.0.1',
    port: port + 1,
    method: 'POST',
    path,
    body: JSON.stringify(body),
  })
  if (status >= 300) throw new Error(`The door ${path} answered ${status}: ${text}`)
  return text
}

function urlOf(call: string, { params, query }: { params?: object; query?: object }): string {
  const values = new Map<string, string>(Object.entries(params ?? {}))
  const path = call.replace(/^\w+ /, '').replace(/:(\w+)/g, (_, name: string) => values.get(name) ?? '')
  const search = new URLSearchParams()
  for (const [name, value] of Object.entries(query ?? {})) if (value !== undefined) search.set(name, String(value))
  return search.size === 0 ? path : `${path}?${search}`
}

let opened = 0

/** The names of companies that run the platform: each can be opened once. */
type OperatorSubdomain = 'desarrollo' | 'master' | 'adriandev'

/** A company of this story alone, with `admin@`, `user@` and `viewer@<subdomain>.test`. */
export async function openCompany(name = 'Encomiendas Tres Volcanes', operator?: OperatorSubdomain) {
  opened += 1
  const subdomain = operator ?? `e${process.pid.toString(36)}x${opened}x${Date.now().toString(36)}`
  const host = `${subdomain}.casillero.localhost:${port}`
  await knock('/companies', { subdomain, name, isOperator: operator !== undefined })

  /** The server's answer to a call as a screen makes it, also when it is an error. */
  async function send(call: string, sent: { params?: object; query?: object; body?: unknown }, token = '') {
    const [method = 'GET'] = call.split(' ')
    return exchange({
      host,
      port,
      method,
      path: urlOf(call, sent),
      headers: token === '' ? {} : { authorization: `Bearer ${token}` },
      body: sent.body === undefined ? undefined : JSON.stringify(sent.body),
    })
  }
  const emailOf = (type: UserType) => `${type}@${subdomain}.test`
  /** A new session, as the sign-in page keeps it. */
  async function openSession(
    type: UserType,
  ): Promise<Extract<Api['POST /api/auth/login']['reply'], { token: string }>> {
    const { status, text } = await send('POST /api/auth/login', { body: { identifier: emailOf(type), password } })
    if (status !== 200) throw new Error(`Signing in answered ${status}: ${text}`)
    return JSON.parse(text)
  }
  const { token } = await openSession('admin')
  return {
    name,
    subdomain,
    url: `http://${host}`,
    emailOf,
    password,
    openSession,
    send,
    /** A call as the admin, to prepare a test and to read its result. */
    async api<K extends Call>(call: K, sent: Sent<K> = {}): Promise<Api[K]['reply']> {
      const { status, text } = await send(call, sent, token)
      if (status >= 300) throw new Error(`${call} answered ${status}: ${text}`)
      return JSON.parse(text)
    },
    /** Passes a browser's call on to the server, for a story in which the answer gets lost. */
    deliver: (call: Request) =>
      exchange({
        host,
        port,
        method: call.method(),
        path: call.url().replace(`http://${host}`, ''),
        headers: call.headers(),
        body: call.postData() ?? undefined,
      }),
    setRates: (code: string, compra: number, venta: number) => knock('/rates', { subdomain, code, compra, venta }),
    /** Changes a user's rights on the server while their browser still has the old ones. */
    become: (from: UserType, type: UserType) => knock('/types', { email: emailOf(from), type }),
    makeLate: (packageId: string) => knock('/late', { packageId }),
    endSessions: () => knock('/end-sessions', { subdomain }),
    /** The company's phone scans the QR that is on the screen. */
    scanQr: () => knock('/whatsapp/scan', { subdomain }),
    /** The company's phone is unlinked in the phone itself. */
    removePhone: () => knock('/whatsapp/remove', { subdomain }),
    /** Sends a message from a phone to the company's WhatsApp. */
    answer: (phone: string, text: string) => knock('/whatsapp/answer', { subdomain, phone, text }),
    /** Sends a picture with a line, or a voice message, from a phone to the company's WhatsApp. */
    sendFile: (phone: string, sends: 'picture' | 'voice' | 'brokenVoice', text = '') =>
      knock('/whatsapp/answer', { subdomain, phone, text, sends }),
    /** The texts that left for WhatsApp, in their order. */
    sentTexts: async (): Promise<string[]> => JSON.parse(await knock('/whatsapp/sent', { subdomain })),
  }
}

/** Serves another version of the browser's app, which lies in that folder; gives the port. */
export const deploy = async (webFolder: string): Promise<number> =>
  JSON.parse(await knock('/deployments', { webFolder })).port

export type Company = Awaited<ReturnType<typeof openCompany>>

/**
 * Makes the frame of a paper print nothing: a whole Chromium without a window crashes when it prints a PDF, and one with a window waits
 * at its dialog. What the page asks to print stays in the frame, to be looked at.
 */
const keepFromPrinting = (page: Page) =>
  page.addInitScript({
    content: `{
      const { get } = Object.getOwnPropertyDescriptor(HTMLIFrameElement.prototype, 'contentWindow')
      const unprinted = { focus() {}, print() {} }
      Object.defineProperty(HTMLIFrameElement.prototype, 'contentWindow', {
        configurable: true,
        get() { return this.src.startsWith('blob:') ? unprinted : get.call(this) },
      })
    }`,
  })

export async function signIn(page: Page, company: Company, type: UserType = 'admin'): Promise<void> {
  await keepFromPrinting(page)
  await page.goto(`${company.url}/login`)
  await page.getByLabel('Correo electrónico o teléfono').fill(company.emailOf(type))
  await page.getByLabel('Contraseña', { exact: true }).fill(company.password)
  await page.getByRole('button', { name: 'Iniciar sesión' }).click()
  await expect(page).toHaveURL(`${company.url}/dashboard`)
}

/** Opens a screen with a session from before; the stories of the sign-in page are in `session.spec.ts`. */
export async function enter(
  page: Page,
  company: Company,
  path: string,
  type: UserType = 'user',
  isNewDevice = false,
): Promise<void> {
  const { token, user, company: own } = await company.openSession(type)
  await keepFromPrinting(page)
  await page.goto(`${company.url}/favicon.svg`)
  await page.evaluate(
    (kept) => {
      for (const [key, value] of Object.entries(kept)) localStorage.setItem(key, value)
    },
    {
      token,
      user: JSON.stringify(user),
      company: JSON.stringify(own),
      // Recepción asks a new device how its packages travel.
      ...(isNewDevice ? {} : { receptionSettings: JSON.stringify({ owner: `${own.id}:${user.id}` }) }),
    },
  )
  await page.goto(`${company.url}${path}`)
}

const settled = `Promise.allSettled(
  document.getAnimations().filter((one) => one.effect.getComputedTiming().iterations !== Infinity).map((one) => one.finished),
).then(() => undefined)`

const criteria = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22a', 'wcag22aa']

/** The tag of a story that has another layout at each width: a run from day to day takes one of them, a whole run both. */
export const chooseWidth = (subject: string): string =>
  isWholeRun ? '@both' : isChosen(subject, 2) ? '@phone' : '@desktop'

const looks = new WeakMap<TestInfo, number>()

/**
 * Expects the page accessible in a seventh of the places of the stories, from day to day in others: to look takes a second of a
 * processor, more than most steps.
 */
export async function expectAccessible(page: Page): Promise<void> {
  const story = test.info()
  const look = (looks.get(story) ?? 0) + 1
  looks.set(story, look)
  if (isChosen(`${story.titlePath.join()} ${look}`, 7)) await expectNoViolation(page)
}

/** Expects no violation of WCAG 2.2 A and AA on the whole page, also outside of the window. */
export async function expectNoViolation(page: Page): Promise<void> {
  // A dialog or a tooltip that fades in does not have its final colours yet.
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await page.evaluate(settled)
  const { width = 0, height = 0 } = page.viewportSize() ?? {}
  const whole = await page.evaluate<number>('document.documentElement.scrollHeight')
  // The window grows to the whole page, so that a sticky bar covers no target.
  await page.setViewportSize({ width, height: Math.max(whole, height) })
  const violations = await listViolations(page, { runOnly: criteria })
  await page.setViewportSize({ width, height })
  await page.emulateMedia({ reducedMotion: test.info().project.use.contextOptions?.reducedMotion ?? null })
  expect(violations).toEqual([])
}
