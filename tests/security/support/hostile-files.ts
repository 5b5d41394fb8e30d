import { addClientAccess, sendVoucherForm, visitPage } from '../../support/client-pages.ts'
import { findFault } from '../../support/company-form.ts'
import { hostilePictures, smuggled } from '../../support/hostile-pictures.ts'
import { formOf } from '../../support/multipart-form.ts'
import { addPrealert } from '../../support/sample-prealert-calls.ts'
import { openShop } from '../../support/shop.ts'
import type { World } from '../../support/world.ts'
import type { Held } from './threat.ts'

const listFiles = async (): Promise<[string, Buffer][]> => [
  ...(await hostilePictures()),
  ['a page that is called a PDF', Buffer.from(`<html>${smuggled}%PDF-1.7`)],
  ['a PDF that is a page too', Buffer.from(`%PDF-1.7 <html>${smuggled}`)],
  ['nothing', Buffer.alloc(0)],
  ['a byte over 5 MiB', Buffer.concat([Buffer.from('%PDF-'), Buffer.alloc(5 * 1024 * 1024 - 4)])],
]

/** Sends each hostile file as a voucher: it must be refused, drawn anew, or kept as a PDF that is only ever downloaded. */
export async function sendHostileVouchers(world: World, held: Held): Promise<void> {
  const shop = await openShop(world)
  const { secret } = await addClientAccess(world, shop, shop.client.id)
  for (const [what, content] of await listFiles()) {
    const fields = { amount: '1', currencyId: shop.usd, reference: `<script>${what}` }
    const parts = [{ name: 'file', content, filename: '../../x.html', type: 'text/html' }]
    const { statusCode, body } = await sendVoucherForm(world, shop.host, { secret, fields, parts })
    const { data } = await shop.admin.ok('GET /api/vouchers', {})
    const page = await visitPage(world, shop.host, '/mi/comprobante', { secret })
    held(!`${body}${page.body}`.includes('<script>a'), `${what}: what was typed is a part of the page`)
    const [one] = data
    const isKept = statusCode === 303 && data.length === 1
    held(isKept || (statusCode === 200 && data.length === 0), `${what}: ${statusCode}, ${data.length}`)
    if (one) {
      const { headers, rawPayload } = await visitPage(world, shop.host, `/mi/comprobante/${one.id}`, { secret })
      const isDownload = String(headers['content-disposition']).startsWith('attachment')
      const isSniffed = headers['x-content-type-options'] !== 'nosniff'
      const fault =
        one.file.kind === 'pdf'
          ? isDownload && headers['content-type'] === 'application/pdf' && what.startsWith('a PDF')
            ? undefined
            : `${headers['content-type']} ${headers['content-disposition']}`
          : await findFault(rawPayload, content, 1600).catch(String)
      held(fault === undefined && !isSniffed, `${what}: ${fault}`)
    }
    await world.owner.query('delete from vouchers where company_id = $1', [shop.id])
    await world.owner.query('delete from received_files where company_id = $1', [shop.id])
  }
}

/** Sends each hostile file as the store's invoice of a purchase, as staff: it must be refused, drawn anew, or kept as a PDF to download. */
export async function sendHostileInvoices(world: World, held: Held): Promise<void> {
  const shop = await openShop(world)
  const { id } = await addPrealert(shop)
  for (const [what, content] of await listFiles()) {
    await world.owner.query('update prealerts set file_id = null where company_id = $1', [shop.id])
    const { contentType, payload } = formOf([{ name: 'file', content, filename: '../../x.html', type: 'text/html' }])
    const headers = { host: shop.host, authorization: `Bearer ${shop.user.token}`, 'content-type': contentType }
    const sent = await world.app.inject({ method: 'POST', url: `/api/prealerts/${id}/file`, headers, payload })
    const file = await shop.viewer.send('GET /api/prealerts/:id/file', { params: { id } })
    const isMeant =
      sent.statusCode === 200 ? file.statusCode === 200 : sent.statusCode === 400 && file.statusCode === 404
    held(isMeant, `${what}: ${sent.statusCode}, ${file.statusCode}`)
    if (file.statusCode !== 200) continue
    const isDownload = String(file.headers['content-disposition']).startsWith('attachment')
    const isPdf = file.headers['content-type'] === 'application/pdf'
    const fault = isPdf
      ? !(isDownload && what.startsWith('a PDF'))
      : await findFault(file.rawPayload, content, 1600).catch(String)
    held(!fault && file.headers['x-content-type-options'] === 'nosniff', `${what}: ${fault}`)
  }
}
