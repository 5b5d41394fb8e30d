import type { World } from './world.ts'

type Place = { id: string; host: string }
type Visit = { cookie?: string; form?: Record<string, string>; from?: string }

let networks = 0

/** Visits a page of those who want to become clients, as a visitor of a network of its own unless `from` is one. */
export async function visitSignup(world: World, { host }: Place, url: string, { cookie = '', form, from }: Visit = {}) {
  const sent = form ? { origin: `http://${host}`, 'content-type': 'application/x-www-form-urlencoded' } : {}
  return await world.app.inject({
    method: form ? 'POST' : 'GET',
    url,
    headers: { host, cookie: `otra=1; alta=${cookie}`, ...sent },
    ...(form ? { payload: new URLSearchParams(form).toString() } : {}),
    remoteAddress: from ?? `10.${60 + Math.floor(++networks / 250)}.${networks % 250}.7`,
  })
}

/** Turns the page on, with a connected phone, the address in the US and that of the company's pages. */
export async function openSignUp(
  { owner }: World,
  { id, host }: Place,
  signUp: 'off' | 'approval' | 'automatic',
  number: string | null = '50588124410',
): Promise<void> {
  await owner.query(
    `update companies set sign_up = $2, pages_origin = $3, us_address = E'{{nombre}} {{casillero}}\\n8260 NW 70th St' where id = $1`,
    [id, signUp, `http://${host}`],
  )
  await owner.query('delete from whatsapp_sessions where company_id = $1', [id])
  if (number !== null)
    await owner.query(
      `insert into whatsapp_sessions (company_id, name, webhook_token, hmac_key, status, linked_phone)
       values ($1, 'c_' || md5(random()::text), md5(random()::text) || 'token', md5(random()::text) || 'key', 'WORKING', $2)`,
      [id, number],
    )
}

export const visitor = { firstName: 'Heydi Carolina', lastNames: 'Palacios Úbeda', city: 'Masaya', email: '' }

type Values = Partial<Record<keyof typeof visitor | 'phone' | 'terms', string>>

/** Sends the form; gives the answer, the cookie, the page that follows and its code. */
export async function askToBeClient(world: World, place: Place, values: Values = {}, more: Visit = {}) {
  const sent = await visitSignup(world, place, '/registro', { ...more, form: { ...visitor, ...values } })
  const cookie = /alta=(\w+);/.exec(String(sent.headers['set-cookie']))?.[1] ?? ''
  const page = await visitSignup(world, place, '/registro', { cookie })
  const code = /ALTA ([\w]{4}-\w{4})</.exec(page.body)?.[1] ?? ''
  return { sent, cookie, page: page.body, code }
}
