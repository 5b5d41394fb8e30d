import type pg from 'pg'
import { readLinkCode } from '../../server/src/platform/auth/link-token.ts'
import { addClientAccess, sendVoucherForm, visitPage } from '../support/client-pages.ts'
import { findFault } from '../support/company-form.ts'
import { hostilePictures, smuggled } from '../support/hostile-pictures.ts'
import { formOf } from '../support/multipart-form.ts'
import { addPhoto } from '../support/package-photos.ts'
import { addPrealert } from '../support/sample-prealert-calls.ts'
import { takeSample } from '../support/sampling.ts'
import { openShop, type Shop } from '../support/shop.ts'
import type { World } from '../support/world.ts'
import { asSuperuser, on, rewriteFunction } from './support/on-world.ts'
import { type Held, threat } from './support/threat.ts'

const listFiles = async (): Promise<[string, Buffer][]> => [
  ...takeSample(await hostilePictures(), 8),
  ['a page that is called a PDF', Buffer.from(`<html>${smuggled}%PDF-1.7`)],
  ['a PDF that is a page too', Buffer.from(`%PDF-1.7 <html>${smuggled}`)],
  ['nothing', Buffer.alloc(0)],
  ['a byte over 5 MiB', Buffer.concat([Buffer.from('%PDF-'), Buffer.alloc(5 * 1024 * 1024 - 4)])],
]

/** Sends each hostile file as a voucher: it must be refused, drawn anew, or kept as a PDF that is only ever downloaded. */
async function sendHostileVouchers(world: World, held: Held): Promise<void> {
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
async function sendHostileInvoices(world: World, held: Held): Promise<void> {
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

/** Opens two companies, the first one with two clients, each with a package, an invoice and a device. */
async function openClients(world: World) {
  const [shop, other] = [await openShop(world), await openShop(world)]
  const second = await shop.addClient({ firstName: 'Otra', phone: '50588887777' })
  const add = async (of: Shop, clientId: string) => {
    const invoice = await of.invoice([await of.receive({ clientId })], { clientId })
    const waiting = await of.receive({ clientId, description: 'Secreto de la otra' })
    const { photoId } = await addPhoto(of, waiting.id)
    const { secret, deviceId } = await addClientAccess(world, of, clientId)
    await visitPage(world, of.host, '/mi/voy', { secret, form: {} })
    await visitPage(world, of.host, '/mi/avisar', { secret, form: { tracking: `SECRETO-${clientId.slice(-6)}` } })
    const announced = await of.admin.ok('GET /api/prealerts', { query: { clientId } })
    const prealertId = announced.data[0]?.id ?? ''
    const voucherId = await of.sendVoucher(clientId)
    return {
      of,
      clientId,
      invoiceId: invoice.id,
      packageId: waiting.id,
      photoId,
      prealertId,
      voucherId,
      secret,
      deviceId,
    }
  }
  return {
    mine: await add(shop, shop.client.id),
    theirs: [await add(shop, second.id), await add(other, other.client.id)],
  }
}

type Clients = Awaited<ReturnType<typeof openClients>>

/** Asks every page of the client's by the ids of others, and the others' hosts with the client's secret. */
async function askByForeignIds(world: World, held: Held): Promise<void> {
  const { mine, theirs } = await openClients(world)
  const { host } = mine.of
  for (const { of, invoiceId, packageId, photoId, prealertId, voucherId, deviceId, secret } of theirs) {
    const paths = [
      `/mi/paquetes/${packageId}`,
      `/mi/paquetes/${packageId}/fotos/${photoId}`,
      `/mi/paquetes/${packageId}/fotos/${photoId}?chica`,
      `/mi/paquetes/${mine.packageId}/fotos/${photoId}`,
      `/mi/facturas/${invoiceId}/pdf`,
      `/mi/comprobante/${voucherId}`,
    ]
    for (const path of paths) {
      const { statusCode, body } = await visitPage(world, host, path, { secret: mine.secret })
      held(statusCode === 404 && !body.includes('Secreto'), `${path} of another client: ${statusCode}`)
    }
    for (const path of [`/mi/dispositivos/${deviceId}`, `/mi/avisar/${prealertId}`, '/mi/ya-no-voy'])
      await visitPage(world, host, path, { secret: mine.secret, form: {} })
    const { statusCode, body } = await visitPage(world, of.host, '/mi', { secret })
    held(statusCode === 200, `the device of another client was ended: ${statusCode}`)
    held(body.includes('Avisado a las'), 'the announcement of another client was taken back')
    const theirPurchases = await visitPage(world, of.host, '/mi/avisar', { secret })
    held(theirPurchases.body.includes('SECRETO-'), 'the pre-alert of another client was cancelled')
    const purchases = await visitPage(world, host, '/mi/avisar', { secret: mine.secret })
    held(purchases.body.split('SECRETO-').length === 3, 'the page of purchases has those of another client')
    const sent = await visitPage(world, host, '/mi/comprobante', { secret: mine.secret })
    held(!sent.body.includes(voucherId), 'the page of vouchers has those of another client')
    const home = await visitPage(world, host, '/mi', { secret: mine.secret })
    held(home.body.split('Secreto').length === 2, 'the first page has packages of another client')
    if (of.id !== mine.of.id) {
      const elsewhere = await visitPage(world, of.host, '/mi', { secret: mine.secret })
      held(elsewhere.statusCode === 303, `the secret opens another company: ${elsewhere.statusCode}`)
    }
  }
}

async function asClient(world: World, { mine }: Clients, run: (client: pg.PoolClient) => Promise<void>): Promise<void> {
  const connection = await world.owner.connect()
  try {
    await connection.query('begin')
    await connection.query("select set_config('app.company_id', $1, true), set_config('app.client_id', $2, true)", [
      mine.of.id,
      mine.clientId,
    ])
    await connection.query('set local role casillero_client')
    await run(connection)
  } finally {
    await connection.query('rollback')
    connection.release()
  }
}

/** Reads and writes every table as the role of a client's pages. */
async function readEveryTable(world: World, held: Held): Promise<void> {
  const clients = await openClients(world)
  const { mine } = clients
  const { rows: tables } = await world.owner.query<{ name: string }>(
    `select relname as name from pg_class where relkind in ('r', 'v') and relnamespace = 'public'::regnamespace order by 1`,
  )
  await asClient(world, clients, async (client) => {
    const attempt = async (statement: string) => {
      await client.query('savepoint attempt')
      const outcome = await client.query(statement).catch((error: Error & { code?: string }) => error.code ?? '')
      await client.query('rollback to attempt')
      return outcome
    }
    for (const { name } of tables) {
      const read = await attempt(`select to_jsonb(t) as row from ${name} t`)
      const rows = typeof read === 'string' ? [] : read.rows.map(({ row }) => row)
      for (const row of rows) {
        held((row.company_id ?? row.id) === mine.of.id, `${name} shows a row of another company`)
        const owner = name === 'clients' ? row.id : row.client_id
        held(owner === undefined || owner === mine.clientId, `${name} shows a row of another client`)
        const packageId = name === 'packages' ? row.id : row.package_id
        held(
          !clients.theirs.some((one) => one.packageId === packageId),
          `${name} shows a row of another client’s package`,
        )
        const photoId = name === 'package_photos' ? row.id : row.photo_id
        held(
          !clients.theirs.some((one) => one.photoId === photoId),
          `${name} shows a photo of another client’s package`,
        )
      }
      for (const statement of [`delete from ${name}`, `insert into ${name} default values`]) {
        held(typeof (await attempt(statement)) === 'string', `a client may ${statement}`)
      }
    }
    const seen = await client.query("select count(*)::int as count from packages where description like 'Secreto%'")
    held(seen.rows[0].count === 1, `a client sees ${seen.rows[0].count} packages of three`)
    for (const secretTable of ['users', 'sessions', 'messages', 'client_links', 'audit_entries', 'invoice_payments'])
      held((await attempt(`select from ${secretTable}`)) === '42501', `a client reads ${secretTable}`)
  })
}

/** Sends forms from another origin, and secrets that were given to no device. */
async function sendForgedForms(world: World, held: Held): Promise<void> {
  const { mine, theirs } = await openClients(world)
  const { host } = mine.of
  for (const origin of [
    'https://evil.test',
    `http://${theirs[1]?.of.host}`,
    `https://${host}`,
    `http://x.${host}`,
    'null',
  ]) {
    const { statusCode } = await visitPage(world, host, '/mi/salir', { secret: mine.secret, form: {}, origin })
    held(statusCode === 403, `a form from ${origin}: ${statusCode}`)
  }
  held(
    (await visitPage(world, host, '/mi', { secret: mine.secret })).statusCode === 200,
    'a forged form ended a device',
  )
  for (const secret of ['', mine.secret.toLowerCase(), `${mine.secret}1`, mine.deviceId, "' or true --", '%00'])
    held((await visitPage(world, host, '/mi', { secret })).statusCode === 303, `the secret “${secret}” opens the pages`)
}

/** Asks for links of two companies side by side, and tries the codes of one of each, each kind all at once. */
async function crowdTheDoor(world: World, held: Held): Promise<void> {
  const shops = [await openShop(world), await openShop(world)]
  const each = <T>(count: number, run: (shop: Shop, index: number) => Promise<T>): Promise<T[][]> =>
    Promise.all(shops.map((shop) => Promise.all(Array.from({ length: count }, (_, index) => run(shop, index)))))
  /** A busy machine refuses some, who come again. */
  const send = async (
    shop: Shop,
    url: string,
    form: Record<string, string>,
    from: string,
  ): Promise<string | undefined> => {
    const { statusCode, headers } = await visitPage(world, shop.host, url, { form, from })
    return statusCode === 503 ? await send(shop, url, form, from) : headers.location
  }
  const ask = (shop: Shop, telefono: string, from: string) => send(shop, '/mi/entrar', { telefono }, from)
  const readLinks = async (shop: Shop, from: string): Promise<string[]> => {
    const { rows } = await world.owner.query<{ link: string }>(
      `select m.link from client_links l join messages m on m.event_key = 'asked:' || l.id
       where l.company_id = $1 and l.asked_from like $2 order by l.id`,
      [shop.id, from],
    )
    return rows.map(({ link }) => link)
  }

  for (const shop of shops)
    for (let index = 0; index < 12; index += 1) await shop.addClient({ phone: `870000${10 + index}` })
  await each(12, (shop, index) => ask(shop, `870000${10 + index}`, '203.0.118.4'))
  await each(7, (shop, index) => ask(shop, '8690 4417', `203.0.${120 + index}.4`))
  for (const shop of shops) {
    const ofNetwork = (await readLinks(shop, '203.0.118.4')).length
    held(ofNetwork === 10, `one network got ${ofNetwork} links of a company at once`)
    const ofClient = (await readLinks(shop, '203.0.12%')).length
    held(ofClient === 5, `unknown callers got ${ofClient} links of a client at once`)
  }

  const enter = (shop: Shop, codigo: string, from: string) =>
    send(shop, '/mi/entrar/codigo', { telefono: '8690 4417', codigo }, from)
  const [codes, others] = await Promise.all(
    shops.map(async (shop) => (await readLinks(shop, '203.0.12%')).map((link) => readLinkCode(link.slice(-22)))),
  )
  const [wrong = ''] = ['000000', '111111', '222222'].filter((code) => ![codes, others].flat().includes(code))
  // The networks of the links have tries of their own.
  const answers = await each(12, (shop, index) => enter(shop, shop === shops[0] ? wrong : '', `203.0.${140 + index}.4`))
  held(!answers.flat().includes('/mi'), 'a wrong code let in')
  const [first, second] = await each(1, (shop) =>
    enter(shop, (shop === shops[0] ? codes : others)?.[0] ?? '', '203.0.160.4'),
  )
  held(first?.[0] === '/mi/entrar?codigo', `a code that was guessed at by twelve networks: ${first}`)
  held(second?.[0] === '/mi', `the code of the company beside: ${second}`)
  const told = await each(13, (shop) => enter(shop, wrong, '203.0.170.4'))
  for (const answered of told) {
    const compared = answered.filter((page) => page === '/mi/entrar?codigo').length
    held(compared === 10, `${compared} codes of one network were compared`)
  }
}

const doors = { poolSize: 10 }
const forgetOfCodes = (part: string) => (world: World) => rewriteFunction(world, 'use_client_code', part, 'true')

threat(
  'client-pages',
  { what: 'a client who sees what is not theirs', asvs: ['V8.2', 'V8.4', 'V3.5'] },
  ({ proof, control }) => {
    proof('a client reaches nothing by the ids of others', on(askByForeignIds))
    proof('the role of a client’s pages sees and writes no row of another client', on(readEveryTable))
    proof('hostile files of a client are refused, drawn anew or only downloaded', on(sendHostileVouchers))
    proof('a hostile invoice of a store that staff add is refused, drawn anew or downloaded', on(sendHostileInvoices))
    proof('forms of other origins and made-up secrets change and open nothing', on(sendForgedForms))
    proof(
      'links and codes asked for at once keep to the shares of client and network, at each company',
      on(crowdTheDoor, doors),
    )
    control(
      'codes that are guessed without a limit',
      on(crowdTheDoor, { ...doors, weaken: forgetOfCodes('t.failures < 5') }),
    )
    control(
      'without the rule of the packages another client’s are seen',
      on(readEveryTable, {
        weaken: (world) =>
          asSuperuser(
            world,
            'drop policy own_client on packages; create policy own_client on packages to casillero_client using (true)',
          ),
      }),
    )
  },
)
