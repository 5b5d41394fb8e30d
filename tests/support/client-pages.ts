import { type FormPart, formOf } from './multipart-form.ts'
import type { Shop } from './shop.ts'
import type { World } from './world.ts'

let visitors = 0
type Sent = {
  secret?: string
  others?: string
  phone?: string
  form?: Record<string, string>
  origin?: string
  from?: string
}

/** Visits a page of clients on a host, as a visitor of a network of its own unless `from` is one; with a form it sends that. */
export function visitPage(
  world: World,
  host: string,
  url: string,
  { secret = '', others = '', phone = '', form, origin = `http://${host}`, from }: Sent = {},
) {
  return world.app.inject({
    method: form ? 'POST' : 'GET',
    url,
    headers: {
      host,
      cookie: `otra=1; mi=${secret}; mi-otros=${others}; mi-telefono=${encodeURIComponent(phone)}`,
      ...(form ? { origin, 'content-type': 'application/x-www-form-urlencoded' } : {}),
    },
    ...(form ? { payload: new URLSearchParams(form).toString() } : {}),
    remoteAddress: from ?? `10.${Math.floor(++visitors / 250)}.${visitors % 250}.7`,
  })
}

/** Sends the form of a voucher from a client's device, with these fields and parts of a file. */
export function sendVoucherForm(
  world: World,
  host: string,
  { secret, fields, parts }: { secret: string; fields: Record<string, string>; parts: FormPart[] },
) {
  const texts = Object.entries(fields).map(([name, content]) => ({ name, content }))
  const { contentType, payload } = formOf([...texts, ...parts])
  return world.app.inject({
    method: 'POST',
    url: '/mi/comprobante',
    headers: { host, origin: `http://${host}`, cookie: `mi=${secret}`, 'content-type': contentType },
    payload,
    remoteAddress: `10.${Math.floor(++visitors / 250)}.${visitors % 250}.7`,
  })
}

/** Finds the path of a link in a text; empty where there is none. */
export const findLinkPath = (text: string): string => /\/mi\/e\/\w+/.exec(text)?.[0] ?? ''

/** Lets a device of a client in by a link of staff; gives the secret that it keeps, and its id. */
export async function addClientAccess(
  world: World,
  shop: Shop,
  clientId: string,
): Promise<{ secret: string; deviceId: string }> {
  const params = { id: clientId }
  const { data } = await shop.user.ok('POST /api/client/:id/access-link', { params })
  const { headers } = await visitPage(world, shop.host, findLinkPath(data.url), { form: {} })
  const secret = /^mi=(\w{22});/.exec(String(headers['set-cookie']))?.[1]
  if (secret === undefined) throw new Error('The link let no device in')
  const devices = await shop.user.ok('GET /api/client/:id/devices', { params })
  return { secret, deviceId: devices.data[0]?.id ?? '' }
}
