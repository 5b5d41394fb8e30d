import { sql } from 'kysely'
import { beforeEach, expect, test } from 'vitest'
import { openShops, openWorld } from '../../../../tests/support/open-world.ts'
import { askToBeClient, openSignUp, visitor, visitSignup } from '../../../../tests/support/signups.ts'
import { signupJob } from './jobs.ts'

const world = openWorld()
const shop = openShops(world)
const phone = '50584560912'

const visit = (url: string, values: Parameters<typeof visitSignup>[3] = {}) => visitSignup(world, shop, url, values)
const open = (signUp: 'off' | 'approval' | 'automatic', number?: string | null) =>
  openSignUp(world, shop, signUp, number)
const ask = (values: Parameters<typeof askToBeClient>[2] = {}, more: Parameters<typeof askToBeClient>[3] = {}) =>
  askToBeClient(world, shop, values, more)
const look = async (cookie: string) => (await visit('/registro', { cookie })).body
const requests = async () => (await shop.user.ok('GET /api/signups')).data
const clients = async () => (await shop.user.ok('GET /api/client')).data
const write = (text: string, from: string | null = phone, more: object = {}) =>
  shop.receiveChat({ phone: from, text, ...more })

/** Texts to a phone, oldest first, as they would leave. */
async function texts(to = phone): Promise<string[]> {
  const { data } = await shop.admin.ok('GET /api/messages', { query: { limit: '50' } })
  return data
    .filter((one) => one.phone === to)
    .map(({ body }) => body)
    .toReversed()
}

beforeEach(async () => await open('automatic'))

test('a message with the code makes a client, and the chat alone has the casillero, the address and a link', async () => {
  const { code, cookie, page } = await ask()
  expect(page).toContain(`https://wa.me/50588124410?text=ALTA%20${code}`)
  expect((await visit('/registro/estado', { cookie })).body).toBe('open')
  await write(`Quiero darme de alta, el alta para usar Miami: *alta ${code.toLowerCase().replace('-', ' ')}*`)
  expect((await visit('/registro/estado', { cookie })).body).toBe('done')
  const [made] = (await clients()).filter(({ id }) => id !== shop.client.id)
  expect(made).toMatchObject({ firstName: 'Heydi Carolina', lastNames: 'Palacios Úbeda', city: 'Masaya', phone })
  const [welcome] = await texts()
  expect(welcome).toContain('Pidió el alta: Heydi Carolina Palacios Úbeda')
  expect(welcome).toContain(`:\nHeydi Carolina Palacios Úbeda ${made?.casillero}\n8260 NW 70th St`)
  expect(welcome).toMatch(/\/mi\/e\/…\?alta/)
  const after = await look(cookie)
  expect(after).toContain('Siga en WhatsApp')
  expect(after).not.toContain(made?.casillero)
  expect(after).not.toMatch(/\/mi\/e\//)
  const { data: log } = await shop.admin.ok('GET /api/audit', { query: { entity: 'clients' } })
  expect(log[0]).toMatchObject({ userName: 'El cliente', action: 'insert' })
  expect((await shop.user.ok('GET /api/conversations/counts')).data.waiting).toBe(0)
})

test('the phone of a client makes no second client: the chat names the first, and the page says what it says to all', async () => {
  for (const [signUp, says] of [
    ['automatic', 'Siga en WhatsApp'],
    ['approval', 'Recibimos su solicitud'],
  ] as const) {
    await open(signUp)
    const { code, cookie } = await ask({ firstName: 'Otra' })
    const before = (await clients()).length
    await write(`ALTA ${code}`, `505${shop.client.phone.slice(-8)}`)
    expect((await clients()).length).toBe(before)
    const page = await look(cookie)
    expect(page).toContain(says)
    expect(page).not.toContain(shop.client.casillero)
    expect((await visit('/registro/estado', { cookie })).body).toBe('done')
  }
  const said = await texts(`505${shop.client.phone.slice(-8)}`)
  expect(said.filter((text) => text === `Ya es cliente: su casillero es ${shop.client.casillero}.`)).toHaveLength(2)
  expect(await requests()).toEqual([])
})

test('a request waits for approval, is approved once, and the approval can be undone before the welcome leaves', async () => {
  await open('approval')
  const { code, cookie } = await ask()
  expect(await requests()).toEqual([])
  await write(`ALTA ${code}`)
  expect(await look(cookie)).toContain('al número que termina en 0912')
  const [request] = await requests()
  expect(request).toMatchObject({ phone, isPhoneProven: true, similar: [] })
  expect((await shop.viewer.ok('GET /api/signups/counts')).data).toEqual({ waiting: 1, isOpen: true })
  const params = { id: request?.id ?? '' }
  const both = await Promise.all(
    [shop.user, shop.admin].map((one) => one.send('POST /api/signups/:id/approve', { params, body: {} })),
  )
  expect(both.map(({ statusCode }) => statusCode).toSorted()).toEqual([200, 409])
  const late = both.find(({ statusCode }) => statusCode === 409)?.json()
  expect(late).toMatchObject({ code: 'signup_decided', message: expect.stringMatching(/ la aprobó$/) })
  const { rows } = await world.owner.query<{ wait: number }>(
    `select extract(epoch from next_at - clock_timestamp())::int as wait from messages where occasion = 'welcome' and company_id = $1`,
    [shop.id],
  )
  expect(rows[0]?.wait).toBeGreaterThan(5)
  const count = (await clients()).length
  await shop.user.ok('POST /api/signups/:id/undo', { params })
  expect([(await clients()).length, (await requests()).length]).toEqual([count - 1, 1])
  await shop.user.ok('POST /api/signups/:id/approve', { params, body: {} })
  await world.owner.query(`update messages set state = 'sent' where occasion = 'welcome' and state = 'queued'`)
  expect(await shop.user.refused('POST /api/signups/:id/undo', { params })).toMatchObject({
    code: 'signup_undo_too_late',
  })
})

test('one who asks again by the same name has one request, and another person of the number their own', async () => {
  await open('approval')
  for (const values of [{ city: 'León' }, { firstName: 'Ana' }, { city: 'Estelí' }])
    await write(`ALTA ${(await ask(values)).code}`)
  expect((await requests()).map(({ firstName, city }) => [firstName, city])).toEqual([
    ['Ana', 'Masaya'],
    ['Heydi Carolina', 'Estelí'],
  ])
})

test('a request that is like a client is joined to them only with a proven phone, and their old phone is told', async () => {
  await open('approval')
  const twin = await shop.addClient({ firstName: 'Heydi', middleName: 'Carolina', lastNames: 'Palacios Úbeda' })
  const { code } = await ask()
  await write(`ALTA ${code}`)
  // Its number wrote something, but not the code of the request.
  const other = '50588001122'
  await write('Hola', other)
  const unproven = await shop.askToJoin({ isProven: false, phone: other })
  const [request] = await requests()
  expect(request?.similar).toEqual([
    { id: twin.id, casillero: twin.casillero, name: 'Heydi Carolina Palacios Úbeda', by: 'name' },
  ])
  const body = { clientId: twin.id }
  expect(await shop.user.refused('POST /api/signups/:id/join', { params: { id: unproven }, body })).toMatchObject({
    code: 'signup_phone_unproven',
  })
  const { data } = await shop.user.ok('POST /api/signups/:id/join', { params: { id: request?.id ?? '' }, body })
  expect(data).toMatchObject({ id: twin.id, phone: twin.phone, secondPhone: phone, isSecondPhoneProven: true })
  expect((await texts(`505${twin.phone.slice(-8)}`))[0]).toContain('agregamos el teléfono +505 8456 0912')
  expect((await texts()).at(-1)).toMatch(/agregamos este número a su casillero .*\n\nEntre aquí: .*\/mi\/e\/…/s)
  expect((await requests()).map(({ id }) => id)).toEqual([unproven])
})

test('a refusal is told to a number that wrote, and to no other', async () => {
  const [told, quiet] = [
    await shop.askToJoin({ phone }),
    await shop.askToJoin({ isProven: false, phone: '50588001122' }),
  ]
  const body = { reason: 'No atendemos Bluefields' }
  const reject = async (id: string) =>
    (await shop.user.ok('POST /api/signups/:id/reject', { params: { id }, body })).data.isTold
  expect([await reject(told), await reject(quiet)]).toEqual([true, false])
  expect([await texts(), await texts('50588001122')]).toEqual([['No atendemos Bluefields'], []])
})

test('the owner of the number who answers NO ends the request, its devices and links, and holds the client', async () => {
  const { code } = await ask()
  await write(`ALTA ${code}`)
  const made = (await clients()).find((one) => one.phone === phone)
  const id = made?.id ?? ''
  await world.owner.query(`update messages set state = 'sent', sent_at = now() where occasion = 'welcome'`)
  await shop.addClientDevice(id)
  await write('No.')
  expect((await shop.user.ok('GET /api/client/:id', { params: { id } })).data.heldAt).not.toBeNull()
  expect((await shop.user.ok('GET /api/client/:id/devices', { params: { id } })).data).toEqual([])
  expect(await shop.user.refused('POST /api/client/:id/access', { params: { id } })).toMatchObject({
    code: 'client_held',
  })
  expect((await shop.user.ok('GET /api/conversations/counts')).data.waiting).toBe(1)
  const released = await shop.user.ok('POST /api/clients/:id/release', { params: { id } })
  expect(released.data).toMatchObject({ heldAt: null, messagesAllowed: true })
  // Said later, it is an answer to something else.
  await write('No')
  expect((await shop.user.ok('GET /api/client/:id', { params: { id } })).data.heldAt).toBeNull()
})

test('a held client stays silent whatever the number writes, until staff release it', async () => {
  const { code } = await ask()
  await write(`ALTA ${code}`)
  const id = (await clients()).find((one) => one.phone === phone)?.id ?? ''
  await world.owner.query(`update messages set state = 'sent', sent_at = now() where occasion = 'welcome'`)
  const chat = await write('No')
  await shop.user.ok('POST /api/conversations/:id/messages', { params: { id: chat }, body: { text: 'Disculpe' } })
  const second = '50588001122'
  await world.owner.query('update clients set second_phone = $2 where id = $1', [id, second])
  await world.owner.query(`update clients set second_phone_code = '7K4P2M' where id = $1`, [id])
  const said = (await texts()).length
  const held = async () => (await shop.user.ok('GET /api/client/:id', { params: { id } })).data
  for (const wish of ['ALTA', 'BAJA']) {
    await write(wish)
    expect(await held()).toMatchObject({ messagesAllowed: false, heldAt: expect.any(String) })
  }
  await write('VINCULAR 7K4P2M', second)
  expect([(await texts()).length, (await texts(second)).length]).toEqual([said, 0])
  expect((await shop.user.ok('GET /api/conversations/counts')).data.waiting).toBe(2)
  const allow = { params: { id }, body: { allowed: true } }
  expect(await shop.user.refused('PUT /api/client/:id/messages', allow)).toMatchObject({ code: 'client_held' })
  const count = (await clients()).length
  await write(`ALTA ${(await ask()).code}`)
  expect([(await clients()).length, (await requests()).length]).toEqual([count, 1])
  await shop.user.ok('POST /api/clients/:id/release', { params: { id } })
  expect(await held()).toMatchObject({ messagesAllowed: true, optOutText: 'BAJA' })
})

test('NO to a client that was merged into an older one, or got another number, holds neither', async () => {
  const merge = (id: string) =>
    shop.admin.ok('POST /api/clients/:id/merge', { params: { id }, body: { intoClientId: shop.client.id } })
  const renumber = (id: string) =>
    shop.user.ok('PUT /api/client/:id', { params: { id }, body: { ...visitor, phone: '50588001122' } })
  for (const [change, number] of [
    [merge, phone],
    [renumber, '50584560913'],
  ] as const) {
    const { code } = await ask()
    await write(`ALTA ${code}`, number)
    await world.owner.query(`update messages set state = 'sent', sent_at = now() where occasion = 'welcome'`)
    await change((await clients()).find((one) => one.phone === number)?.id ?? '')
    await write('No', number)
    expect((await texts(number)).at(-1)).toContain('anulamos esa solicitud')
  }
  expect((await clients()).map(({ heldAt }) => heldAt)).toEqual([null, null])
})

test('a number that no client can have waits for staff, and its message is kept', async () => {
  const { code } = await ask()
  await write(`ALTA ${code}`, '5215512345678')
  expect(await requests()).toMatchObject([{ phone: '5215512345678', isPhoneProven: true }])
  expect(await texts('5215512345678')).toMatchObject([expect.stringContaining('Recibimos su solicitud')])
})

test('without a connected phone the page asks for the number, and the request waits unproven', async () => {
  await open('automatic', null)
  expect((await ask({ phone: '123' })).sent.body).toContain('Ingrese un número de teléfono válido')
  const { cookie, page } = await ask({ phone: '8456 0912' })
  expect(page).toContain('Lo revisamos y le avisamos por WhatsApp al +505 8456 0912')
  expect(await requests()).toMatchObject([{ isPhoneProven: false }])
  expect(await look(cookie)).not.toContain('wa.me')
  // Sent twice it is one, of another browser their own: anyone may type a number.
  await ask({ phone: '8456 0912', city: 'León' }, { cookie })
  await ask({ phone: '8456 0912', city: 'Estelí' })
  expect((await requests()).map(({ city }) => city)).toEqual(['León', 'Estelí'])
})

test('the form keeps what was typed and says what is wrong in the sentences of the client’s own form', async () => {
  await world.owner.query(`update companies set terms = 'Se paga <b>al retirar</b>.' where id = $1`, [shop.id])
  const { sent } = await ask({ firstName: ' ', lastNames: '<i>Úbeda', email: 'x' })
  for (const says of ['El nombre es requerido', 'Ingrese un correo electrónico válido', 'Acepte los términos'])
    expect(sent.body).toContain(says)
  expect(sent.body).toContain('value="&lt;i&gt;Úbeda"')
  expect((await visit('/registro/terminos')).body).toContain('Se paga &lt;b&gt;al retirar&lt;/b&gt;.')
  for (const firstName of ['Gane en www.premio.example', 'Gane en premio.com', '٣٤'])
    expect((await ask({ firstName, terms: 'si' })).sent.body).toContain('Escriba solo letras')
  expect((await ask({ firstName: 'Ma. Elena', terms: 'si' })).code).not.toBe('')
  const { cookie, code } = await ask({ terms: 'si' })
  const edited = await visit('/registro?datos', { cookie })
  expect(edited.body).toContain('value="Palacios Úbeda"')
  await ask({ terms: 'si', city: 'León' }, { cookie })
  await write(`ALTA ${code}`)
  expect((await clients()).some((one) => one.phone === phone)).toBe(false)
})

test('what cannot be read is refused as a page', async () => {
  const form = 'application/x-www-form-urlencoded'
  for (const url of ['/registro', '/mi/entrar', '/mi/avisar'])
    for (const [type, payload, status, says] of [
      [form, 'x'.repeat(5_000), 413, 'Lo que envió es demasiado grande'],
      ['text/plain', 'hola', 415, 'No pudimos leer lo que envió'],
      ['application/json', '{', 400, 'No pudimos leer lo que envió'],
    ] as const) {
      const headers = { host: shop.host, origin: `http://${shop.host}`, 'content-type': type }
      const answer = await world.app.inject({ method: 'POST', url, headers, payload })
      expect([url, answer.statusCode, answer.headers['content-type'], answer.headers['retry-after']]).toEqual([
        ...[url, status, 'text/html; charset=utf-8', undefined],
      ])
      expect(answer.body).toContain(says)
    }
})

test('an old code is renewed on the page, the page is gone where the company closed it or is suspended', async () => {
  const { cookie, code } = await ask()
  await world.owner.query(`update signups set chat_code_until = now() - interval '1 second' where company_id = $1`, [
    shop.id,
  ])
  await write(`ALTA ${code}`)
  expect((await visit('/registro/estado', { cookie })).body).toBe('expired')
  expect(await look(cookie)).toContain('Este código venció')
  expect((await visit('/registro/codigo', { cookie, form: {} })).headers.location).toBe('/registro')
  const again = /ALTA ([\w]{4}-\w{4})</.exec(await look(cookie))?.[1]
  expect([again === undefined, again === code]).toEqual([false, false])
  const count = (await clients()).length
  for (const close of [`sign_up = 'off'`, `status = 'suspended', sign_up = 'automatic'`]) {
    await world.owner.query(`update companies set ${close} where id = $1`, [shop.id])
    await write(`ALTA ${again}`)
    for (const url of ['/registro', '/registro/estado', '/registro/terminos'])
      expect((await visit(url, { cookie })).statusCode).toBe(404)
  }
  await world.owner.query(`update companies set status = 'active' where id = $1`, [shop.id])
  expect([(await clients()).length, (await requests()).length]).toEqual([count, 0])
  expect((await shop.user.ok('GET /api/conversations/counts')).data.waiting).toBe(1)
})

test('a hidden number waits for staff, and goes on by itself when it is known', async () => {
  const job = signupJob(world.database)
  const { code } = await ask()
  await write(`ALTA ${code}`, null, { alias: '77@lid' })
  const [request] = await requests()
  expect(request).toMatchObject({ phone: null, isPhoneProven: false })
  const params = { id: request?.id ?? '' }
  expect(await shop.user.refused('POST /api/signups/:id/approve', { params, body: {} })).toMatchObject({
    fields: { phone: 'WhatsApp todavía oculta su número; escríbalo para aprobarla' },
  })
  expect(await job.run()).toBe(false)
  // A number that staff mistyped goes with the client that is undone.
  await shop.user.ok('POST /api/signups/:id/approve', { params, body: { phone: '8456 0913' } })
  expect((await shop.user.ok('POST /api/signups/:id/undo', { params })).data.phone).toBeNull()
  await write('Hola', phone, { alias: '77@lid' })
  const become = (status: string) =>
    world.owner.query('update companies set status = $2 where id = $1', [shop.id, status])
  await become('suspended')
  expect(await job.run()).toBe(false)
  await become('active')
  expect(await job.run()).toBe(true)
  expect((await clients()).some((one) => one.phone === phone)).toBe(true)
  expect(await job.run()).toBe(false)
})

test('requests without a message are forgotten after two days, refused ones after 30, and no others', async () => {
  await open('approval')
  const [waits, refused, recent] = [await shop.askToJoin(), await shop.askToJoin(), await shop.askToJoin()]
  const approved = await shop.askToJoin()
  await shop.user.ok('POST /api/signups/:id/approve', { params: { id: approved }, body: {} })
  await ask()
  for (const id of [refused, recent])
    await shop.user.ok('POST /api/signups/:id/reject', { params: { id }, body: { reason: 'No' } })
  const back = `created_at = created_at - $2::interval, decided_at = decided_at - $2::interval`
  await world.owner.query(`update signups set ${back} where company_id = $1 and id <> $3`, [shop.id, '31 days', recent])
  await world.database.withoutCompany((db) => sql`select sweep_expired('signups')`.execute(db))
  const { rows } = await world.owner.query('select id from signups where company_id = $1 order by id', [shop.id])
  expect(rows.map(({ id }) => id)).toEqual([waits, recent, approved].toSorted())
})
