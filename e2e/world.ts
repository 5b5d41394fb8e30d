import { request } from 'node:http'
import AxeBuilder from '@axe-core/playwright'
import { expect, type Page } from '@playwright/test'

const port = Number(process.env.E2E_PORT)

type Sent = { host: string; port: number; method: string; path: string; token?: string; body?: unknown }

/** Node resolves no made-up subdomains; the host travels in its header, as behind a proxy. */
function send(sent: Sent): Promise<Record<string, unknown>> {
  return new Promise((resolve, reject) => {
    const outgoing = request(
      {
        host: '127.0.0.1',
        port: sent.port,
        method: sent.method,
        path: sent.path,
        headers: {
          host: sent.host,
          'content-type': 'application/json',
          ...(sent.token ? { authorization: `Bearer ${sent.token}` } : {}),
        },
      },
      (incoming) => {
        let text = ''
        incoming.on('data', (chunk) => {
          text += chunk
        })
        incoming.on('end', () => {
          if ((incoming.statusCode ?? 500) < 300) resolve(JSON.parse(text))
          else reject(new Error(`${sent.method} ${sent.path} answered ${incoming.statusCode}: ${text}`))
        })
      },
    )
    outgoing.on('error', reject)
    outgoing.end(JSON.stringify(sent.body ?? {}))
  })
}

let opened = 0

/** The names of companies that run the platform: each can be opened once. */
type OperatorSubdomain = 'desarrollo' | 'master' | 'adriandev'

/** A company of this story alone, with `admin@`, `user@` and `viewer@<subdomain>.test`. */
export async function openCompany(name = 'Encomiendas Tres Volcanes', operator?: OperatorSubdomain) {
  opened += 1
  const subdomain = operator ?? `e${process.pid.toString(36)}x${opened}x${Date.now().toString(36)}`
  const host = `${subdomain}.casillero.localhost:${port}`
  const body = { subdomain, name, isOperator: operator !== undefined }
  await send({ host: '127.0.0.1', port: port + 1, method: 'POST', path: '/companies', body })
  const call = (method: string, path: string, body?: unknown, token?: string) =>
    send({ host, port, method, path, body, ...(token ? { token } : {}) })
  const signedIn = await call('POST', '/api/auth/login', {
    identifier: `admin@${subdomain}.test`,
    password: 'casillero-demo',
  })
  const token = String(signedIn.token)
  return {
    subdomain,
    url: `http://${host}`,
    emailOf: (type: 'admin' | 'user' | 'viewer') => `${type}@${subdomain}.test`,
    password: 'casillero-demo',
    /** A call as the admin, to prepare what a story starts from. */
    api: (method: string, path: string, body?: unknown) => call(method, path, body, token),
    endSessions: () =>
      send({ host: '127.0.0.1', port: port + 1, method: 'POST', path: '/end-sessions', body: { subdomain } }),
  }
}

export type Company = Awaited<ReturnType<typeof openCompany>>

export async function signIn(page: Page, company: Company, type: 'admin' | 'user' | 'viewer' = 'admin'): Promise<void> {
  await page.goto(`${company.url}/login`)
  await page.getByLabel('Correo electrónico o teléfono').fill(company.emailOf(type))
  await page.getByLabel('Contraseña', { exact: true }).fill(company.password)
  await page.getByRole('button', { name: 'Iniciar sesión' }).click()
  await expect(page).toHaveURL(`${company.url}/dashboard`)
}

/** No violation of WCAG 2.2 A and AA on what is on screen now. */
export async function expectAccessible(page: Page): Promise<void> {
  const { violations } = await new AxeBuilder({ page })
    .withTags(['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22a', 'wcag22aa'])
    .analyze()
  expect(violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target.join(' ')).join(', ')}`)).toEqual(
    [],
  )
}
