import { type AnswerKey, answerDefaults, findAnswerDefault } from '@casillero/shared/domain/auto-answers'
import { expect, test } from 'vitest'
import { letPass as letTimePass, receiveChat, turnOnAnswers } from '../../../../tests/support/conversations.ts'
import { openShops, openWorld } from '../../../../tests/support/open-world.ts'
import { openShop } from '../../../../tests/support/shop.ts'
import type { Company } from '../../../../tests/support/world.ts'
import type { ChatMessage } from '../../platform/whatsapp/gateway.ts'

const world = openWorld()
const shop = openShops(world)

const turnOn = (keys: readonly AnswerKey[], of = shop) => turnOnAnswers(of, (key) => keys.includes(key))

type Answer = { rule: string; text: string }

const listAnswers = async (of = shop): Promise<Answer[]> =>
  (
    await world.owner.query<Answer>(
      'select answer_rule as rule, body as text from messages where company_id = $1 and answer_rule is not null order by id',
      [of.id],
    )
  ).rows

const letPass = (time: string): Promise<void> => letTimePass(world, shop.id, time)

/** Receives a text or a message of the client, and gives what was answered to it. */
async function ask(text: string, values: Partial<ChatMessage> = {}): Promise<Answer | undefined> {
  const before = await listAnswers()
  await receiveChat(world.database, shop.id, { text, ...values })
  return (await listAnswers())[before.length]
}

const isWaiting = async (): Promise<boolean | undefined> =>
  (await shop.admin.ok('GET /api/conversations', { query: { state: 'all' } })).data[0]?.isWaiting

test('BAJA by an edit of an answered message is confirmed', async () => {
  await turnOn(['debts'])
  expect((await ask('¿Cuánto debo?', { messageId: '3AEDIT' }))?.rule).toBe('debts')
  expect((await ask('BAJA', { messageId: '3AEDIT2', edits: '3AEDIT' }))?.rule).toBe('opt_out')
})

test('a bare number of no known carrier announces nothing and waits, unless it is the client’s package', async () => {
  await turnOn(['tracking'])
  expect(await ask('20261128123456')).toBeUndefined()
  expect(await isWaiting()).toBe(true)
  expect((await shop.admin.ok('GET /api/prealerts', { query: { view: 'all' } })).data).toEqual([])
  await shop.receive({ tracking: '20261128123456', statusId: shop.statuses.inTransit })
  expect((await ask('20261128123456'))?.text).toBe('20261128123456: *En tránsito, desde hoy*')
})

test('of several clients on one phone each is answered by name, and a number is looked for among the packages of all', async () => {
  await turnOn(['tracking', 'debts'])
  const chat = await receiveChat(world.database, shop.id, { text: 'Hola' })
  const luz = await shop.addClient({ firstName: 'Luz', phone: shop.client.phone })
  await world.owner.query('update conversations set client_id = $2, is_client_chosen = true where id = $1', [
    chat,
    shop.client.id,
  ])
  await shop.receive({ tracking: '1Z999AA10123456784', clientId: luz.id, statusId: shop.statuses.inTransit })
  expect((await ask('1Z999AA10123456784'))?.text).toBe('1Z999AA10123456784: *En tránsito, desde hoy*')
  await letPass('2 minutes')
  const answer = await ask('¿Cuánto debo?')
  expect(answer?.text.match(/^\*.+\* \(.+\)$/gm)).toHaveLength(2)
  expect(answer?.text).toContain(luz.casillero)
})

const everyKey: AnswerKey[] = answerDefaults.map(({ key }) => key)

type Settings = { usAddress?: string | null; hours?: object | null; address?: string | null }

async function setCompany({ usAddress = null, hours = null, address = null }: Settings): Promise<void> {
  await world.owner.query('update companies set us_address = $2, opening_hours = $3, address = $4 where id = $1', [
    ...[shop.id, usAddress],
    ...[hours === null ? null : JSON.stringify(hours), address],
  ])
}

test('packages are told with what they come to and those on their way by status, of the own client alone', async () => {
  await turnOn(['packages'])
  await shop.receive({ description: 'Zapatos' })
  await shop.receive({ description: 'Lámpara', statusId: shop.statuses.inCustoms })
  const luz = await shop.addClient({ firstName: 'Luz', phone: '50588112233' })
  await shop.receive({ description: 'Reloj', clientId: luz.id })
  const answer = await ask('¿Ya vino mi paquete?')
  expect(answer).toEqual({
    rule: 'packages',
    text: 'Ana, para retirar: *1 paquete*\n• Zapatos, US$7.50\n\nEn camino: Lámpara (En aduana)',
  })
  expect(await isWaiting()).toBe(false)
  const { answers } = (await shop.admin.ok('GET /api/auto-answers')).data
  expect(answers.map(({ answered }) => answered)).toEqual([0, 1, 0, 0, 0, 0, 0, 0, 0, 0])
})

test('debts are told by currency, with the link to Mi casillero', async () => {
  await turnOn(['debts'])
  await shop.invoice([await shop.receive()])
  const { text } = (await ask('cuanto debo')) ?? { text: '' }
  expect(text).toMatch(/^Ana, por pagar: \*US\$7\.50\*\n\nEl detalle: http\S+\/mi$/)
})

test('the address, the hours and the place are told where the company has them, else a person answers', async () => {
  await turnOn(['address', 'hours'])
  await setCompany({})
  expect(await ask('mi dirección')).toBeUndefined()
  expect(await ask('a qué hora abren')).toBeUndefined()
  expect(await isWaiting()).toBe(true)
  const day = { from: '00:00', to: '23:59' }
  const hours = { days: Array.from({ length: 7 }, () => day), closedDates: [] }
  await setCompany({ usAddress: '{{nombre}} {{casillero}}\nMiami, FL', hours, address: 'Managua' })
  expect((await ask('mi dirección'))?.text).toContain(`\n\nAna Núñez Báez ${shop.client.casillero}\nMiami, FL`)
  await letPass('2 minutes')
  expect((await ask('a qué hora abren'))?.text).toMatch(/\nManagua\n\nLunes a domingo 0:00 a 23:59\n/)
})

test('a price is told by the client’s own tariff, else the default one, and the accounts as they stand, else a person answers', async () => {
  await turnOn(['price', 'accounts'])
  expect(await ask('¿Cómo puedo pagar?')).toBeUndefined()
  expect(await isWaiting()).toBe(true)
  await letPass('20 minutes')
  const prices = await ask('Hola, ¿qué precio tiene la libra?')
  expect(prices?.rule).toBe('price')
  expect(prices?.text).toMatch(/precios:\n• Aéreo: US\$3\.75\/lb\n• Marítimo: US\$2\.50\/lb\n/)
  expect(prices?.text).not.toContain('Calcule')
  // Where the company's prices are public, the page works them out.
  await world.owner.query('update companies set has_public_tariffs = true where id = $1', [shop.id])
  const own = { name: 'De Ana', type: 'aereo', pricePerPound: 4.25 } as const
  const { id } = (await shop.admin.ok('POST /api/tariffs', { body: own })).data
  await world.owner.query('update clients set default_tariff_aereo_id = $2 where id = $1', [shop.client.id, id])
  await letPass('20 minutes')
  const linked = (await ask('cuánto cuesta la libra'))?.text
  expect(linked).toContain('• Aéreo: US$4.25/lb\n')
  expect(linked).toMatch(/\nCalcule el suyo: http\S+\/precios$/)
  await world.owner.query('update companies set payment_accounts = $2 where id = $1', [
    shop.id,
    JSON.stringify([{ bank: 'LAFISE', currency: 'C$', number: '130502847', holder: 'Tres Volcanes' }]),
  ])
  await letPass('20 minutes')
  expect(await ask('¿A qué número de cuenta?')).toMatchObject({
    rule: 'accounts',
    text: expect.stringContaining('• LAFISE · C$ · 130502847 · Tres Volcanes\n'),
  })
})

test('a tracking of the own package is told with its status', async () => {
  await turnOn(['tracking'])
  await shop.receive({ tracking: '1Z999AA10123456784', statusId: shop.statuses.inTransit })
  expect(await ask('1Z999AA10123456784')).toEqual({
    rule: 'tracking',
    text: '1Z999AA10123456784: *En tránsito, desde hoy*',
  })
  const [row] = (await shop.admin.ok('GET /api/conversations', { query: { state: 'all' } })).data
  const { entries } = (await shop.admin.ok('GET /api/conversations/:id/messages', { params: { id: row?.id ?? '' } }))
    .data
  expect(entries.map(({ source, author }) => [source, author])).toContainEqual(['rule', 'Un tracking'])
})

test('each tracking of a message is answered, those of its lines too', async () => {
  await turnOn(['tracking'])
  await shop.receive({ tracking: '1Z999AA10123456784', statusId: shop.statuses.inTransit })
  expect((await ask('1Z999AA10123456784\nTBA309482119977'))?.text).toBe(
    '1Z999AA10123456784: *En tránsito, desde hoy*\n\nTBA309482119977: *La esperamos; le avisamos cuando llegue*',
  )
  await letPass('2 minutes')
  expect(await ask('0 1 2 3 4 5'.replace(/\d ?/g, 'TBA30948211998$&\n'))).toBeUndefined()
})

test('a tracking that is not known is noted as announced by the client, and one of another client reads alike but is not', async () => {
  await turnOn(['tracking'])
  const luz = await shop.addClient({ firstName: 'Luz', phone: '50588112233' })
  await shop.receive({ tracking: '1Z999AA10123456784', clientId: luz.id })
  const unknown = await ask('mi compra es TBA309482119977')
  expect(await isWaiting()).toBe(false)
  await letPass('20 minutes')
  const others = await ask('1Z999AA10123456784')
  expect(others?.text.split(': ')[1]).toBe(unknown?.text.split(': ')[1])
  expect(await isWaiting()).toBe(true)
  const { data } = await shop.admin.ok('GET /api/prealerts', { query: { view: 'expected' } })
  expect(data.map(({ tracking, client, isOwn }) => [tracking, client.id, isOwn])).toEqual([
    ['TBA309482119977', shop.client.id, true],
  ])
  const { data: log } = await shop.admin.ok('GET /api/audit', { query: { entity: 'prealerts' } })
  expect(log.map(({ userName }) => userName)).toEqual(['El cliente'])
})

test('a file of a client who owes has no answer while it is fetched; one that cannot be kept says so and waits', async () => {
  await turnOn(['voucher'])
  const picture = { kindOfMessage: 'picture', file: { path: null, name: null } } as const
  expect(await ask('', picture)).toBeUndefined()
  await shop.invoice([await shop.receive()])
  expect(await ask('Mi pago', { ...picture, file: { path: '/x.png', name: null } })).toBeUndefined()
  expect((await ask('Pago de mi cuenta', picture))?.rule).toBe('lost_file')
  expect(await isWaiting()).toBe(true)
})

test('closed hours are told once a day, and the question waits for a person', async () => {
  await turnOn(['closed', 'debts'])
  const day = { from: '08:00', to: '17:00' }
  const closedDates = [-1, 0, 1].map((days) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10))
  await setCompany({ hours: { days: Array.from({ length: 7 }, () => day), closedDates } })
  expect(await ask('', { kindOfMessage: 'other' })).toBeUndefined()
  expect((await ask('hola'))?.rule).toBe('closed')
  expect(await isWaiting()).toBe(true)
  await letPass('2 hours')
  expect(await ask('hola otra vez')).toBeUndefined()
  expect((await ask('cuanto debo'))?.rule).toBe('debts')
  await letPass('1 day')
  expect((await ask('buenas'))?.rule).toBe('closed')
})

test('a client is answered once a minute and ten times in 24 hours', async () => {
  await turnOn(everyKey)
  expect(await ask('mis paquetes')).toBeDefined()
  expect(await ask('cuanto debo')).toBeUndefined()
  for (let count = 2; count <= 10; count += 1) {
    await letPass('2 minutes')
    expect(await ask(`mis paquetes ${count}`)).toBeDefined()
  }
  await letPass('2 minutes')
  expect(await ask('cuanto debo')).toBeUndefined()
  await letPass('1 day')
  expect(await ask('cuanto debo')).toBeDefined()
})

test('two messages at once are answered once', async () => {
  await turnOn(['packages'])
  await receiveChat(world.database, shop.id, { text: 'hola' })
  await Promise.all(['mis paquetes', 'ya vino'].map((text) => receiveChat(world.database, shop.id, { text })))
  expect(await listAnswers()).toHaveLength(1)
})

test('a loop with another robot ends when it wrote the same three times in a row, for the day', async () => {
  await turnOn(['packages'])
  const robot = 'Gracias por escribir. Pregunte por sus paquetes'
  await turnOn(['packages'])
  for (let count = 0; count < 6; count += 1) {
    await ask(robot.replace('sus', 'mis'))
    await letPass('2 minutes')
  }
  expect(await listAnswers()).toHaveLength(2)
  expect(await ask('ya vino')).toBeUndefined()
  await letPass('1 day')
  expect(await ask('ya vino')).toBeDefined()
})

test('a client who writes again within ten minutes of an answer waits for a person', async () => {
  await turnOn(['packages'])
  await ask('mis paquetes')
  expect(await isWaiting()).toBe(false)
  await letPass('5 minutes')
  await ask('no entiendo')
  expect(await isWaiting()).toBe(true)
})

test('a number of no client gets one fixed sentence a day, and no data', async () => {
  await turnOn(everyKey)
  const phone = '50577001122'
  const first = await ask('mis paquetes', { phone })
  expect(first?.rule).toBe('unknown')
  await letPass('2 hours')
  expect(await ask('cuanto debo', { phone })).toBeUndefined()
  expect(await ask('qué tal', { phone })).toBeUndefined()
  expect(await isWaiting()).toBe(true)
})

test('a question of long ago, a rule that is off and the rules of another company answer nothing', async () => {
  const other = await openShop(world)
  await turnOn(['packages'], other)
  expect(await ask('mis paquetes')).toBeUndefined()
  await turnOn(['packages'])
  expect(await ask('mis paquetes', { at: new Date(Date.now() - 2 * 3_600_000).toISOString() })).toBeUndefined()
  expect(await listAnswers(other)).toEqual([])
})

test('a client who writes BAJA and ALTA gets one confirmation of each', async () => {
  const texts = []
  for (const text of ['BAJA', 'baja', 'ALTA', 'alta']) texts.push((await ask(text))?.text)
  expect(texts).toEqual([
    'Listo: ya no le enviaremos más avisos. Escriba ALTA para volver a recibirlos.',
    undefined,
    'Listo: volverá a recibir nuestros avisos. Escriba BAJA para dejar de recibirlos.',
    undefined,
  ])
})

test('a client who gets no notices is answered, and the answer leaves', async () => {
  await turnOn(['packages'])
  await ask('BAJA')
  const answer = await ask('mis paquetes')
  expect(answer?.rule).toBe('packages')
  const { rows } = await world.owner.query('select state from messages where company_id = $1', [shop.id])
  expect(rows.map(({ state }) => state)).toEqual(['queued', 'queued'])
})

const list = async (of: Company) => (await of.admin.ok('GET /api/auto-answers')).data
type Answers = Awaited<ReturnType<typeof list>>['answers']
const drafts = (answers: Answers, change: (one: Answers[number]) => object = () => ({})) =>
  answers.map((one) => {
    const { key, isOn, words, content } = one
    return { key, isOn, words, content, ...change(one) }
  })

test('the rules of a company are ten to begin with, in their order, and each is off', async () => {
  const { answers, version } = await list(await world.openCompany())
  expect(version).toBe(1)
  expect(answers.map(({ key, isOn, answered, isCustomized }) => [key, isOn, answered, isCustomized])).toEqual(
    ['arrival', 'packages', 'price', 'debts', 'address', 'hours', 'accounts', 'tracking', 'voucher', 'closed'].map(
      (key) => [key, false, 0, false],
    ),
  )
})

test('an admin changes what is on, words, text and order of the own company alone, and the log says it', async () => {
  const [company, other] = [await world.openCompany(), await world.openCompany()]
  const { answers, version } = await list(company)
  const changed = drafts(answers.toReversed(), ({ key }) =>
    key === 'debts' ? { isOn: true, words: ['Cuánto es'], content: 'Debe {{debe}}' } : {},
  )
  const saved = (await company.admin.ok('PUT /api/auto-answers', { body: { answers: changed, version } })).data
  expect(saved.answers.map(({ key }) => key)).toEqual(changed.map(({ key }) => key))
  expect(saved.answers.find(({ key }) => key === 'debts')).toMatchObject({
    isOn: true,
    words: ['Cuánto es'],
    content: 'Debe {{debe}}',
    isCustomized: true,
  })
  expect((await list(other)).answers.every(({ isOn }) => !isOn)).toBe(true)
  const { data: log } = await company.admin.ok('GET /api/audit', { query: { entity: 'auto_answers' } })
  expect(log.find(({ label }) => label === 'Cuánto debo')?.after).toMatchObject({
    is_on: true,
    custom_content: 'Debe {{debe}}',
  })

  // Back to what it was at first, nothing of it is the company's own.
  const { words, content } = findAnswerDefault('debts')
  const back = drafts(saved.answers, ({ key }) => (key === 'debts' ? { words: [...words], content } : {}))
  const restored = await company.admin.ok('PUT /api/auto-answers', { body: { answers: back, version: saved.version } })
  expect(restored.data.answers.find(({ key }) => key === 'debts')).toMatchObject({ isOn: true, isCustomized: false })
  const stale = await company.admin.refused('PUT /api/auto-answers', {
    body: { answers: back, version: saved.version },
  })
  expect(stale).toMatchObject({ status: 409, code: 'stale' })
})

test('a caller who leaves out the rules for dates, prices and accounts leaves them in their places, as they are', async () => {
  const company = await world.openCompany()
  const { answers } = await list(company)
  await company.admin.ok('PUT /api/auto-answers', {
    body: { answers: drafts(answers, ({ key }) => (key === 'price' ? { isOn: true, content: 'Pregunte' } : {})) },
  })
  const former = drafts(answers, ({ key }) => ({ isOn: key === 'debts' })).filter(
    ({ key }) => key !== 'arrival' && key !== 'price' && key !== 'accounts',
  )
  const saved = (await company.admin.ok('PUT /api/auto-answers', { body: { answers: former } })).data
  expect(saved.answers.map(({ key }) => key)).toEqual(everyKey)
  expect(saved.answers.filter(({ isOn }) => isOn).map(({ key, content }) => [key, content])).toEqual([
    ['price', 'Pregunte'],
    ['debts', findAnswerDefault('debts').content],
  ])
})

test('a text with unknown variables, a word twice, a word without letters and a rule that is missing are refused', async () => {
  const company = await world.openCompany()
  const { answers } = await list(company)
  const refuse = async (body: Answers[number][] | ReturnType<typeof drafts>) =>
    expect(await company.admin.refused('PUT /api/auto-answers', { body: { answers: body } })).toMatchObject({
      status: 400,
    })
  const first = (change: object) => drafts(answers, ({ key }) => (key === 'packages' ? change : {}))
  await refuse(first({ content: 'Hola {{peso}}' }))
  await refuse(first({ content: '  ' }))
  await refuse(first({ words: ['Llegó', 'llego'] }))
  await refuse(first({ words: ['¿?'] }))
  await refuse(drafts(answers).filter(({ key }) => key !== 'packages'))
  const byUser = await company.user.refused('PUT /api/auto-answers', { body: { answers: drafts(answers) } })
  expect(byUser).toMatchObject({ status: 403 })
})
