import { randomInt } from 'node:crypto'
import { codeLetters } from '@casillero/shared/domain/signup-code'
import { addSignup } from '../../server/src/features/signups/signup-request.ts'
import { openShop, type Shop } from '../support/shop.ts'
import { askToBeClient, openSignUp, visitor, visitSignup } from '../support/signups.ts'
import type { World } from '../support/world.ts'
import { on } from './support/on-world.ts'
import { type Held, threat, tries } from './support/threat.ts'

const phone = '50584560912'

async function openPage(world: World): Promise<Shop> {
  const shop = await openShop(world)
  await openSignUp(world, shop, 'automatic')
  return shop
}

const countClients = async ({ owner }: World, { id }: Shop): Promise<number> =>
  (await owner.query('select 1 from clients where company_id = $1 and is_signed_up', [id])).rows.length

const makeCode = () => Array.from({ length: 8 }, () => codeLetters[randomInt(codeLetters.length)]).join('')

/** Guesses codes from one number, then sends one that lives. */
async function guess(world: World, held: Held): Promise<void> {
  const shop = await openPage(world)
  const asked = await Promise.all(Array.from({ length: 20 }, () => askToBeClient(world, shop)))
  const codes = new Set(asked.map(({ code }) => code))
  held(codes.size === 20, 'two requests have one code')
  held(
    [...codes].every((code) => /^[A-HJKMNP-Z2-9]{4}-[A-HJKMNP-Z2-9]{4}$/.test(code)),
    'a code has letters that are taken for each other',
  )
  const statement = `update signups set chat_code = replace($2, '-', '') where company_id = $1 and chat_code = replace($3, '-', '')`
  const refused = await world.owner.query(statement, [shop.id, asked[0]?.code, asked[1]?.code]).catch(() => 'refused')
  held(refused === 'refused', 'two requests can have one code')
  for (let tried = 0; tried < tries(10, 200); tried += 1) await shop.receiveChat({ phone, text: `ALTA ${makeCode()}` })
  await shop.receiveChat({ phone, text: `ALTA ${asked[2]?.code}` })
  // Hidden from the eye, or taken back by an edit.
  for (let tried = 0; tried < 6; tried += 1) {
    await shop.receiveChat({ phone: '50584560913', text: `AL\u200bTA ${makeCode()}` })
    const messageId = `3ATRIED00${tried}`
    await shop.receiveChat({ phone: '50584560914', messageId, text: `ALTA ${makeCode()}` })
    await shop.receiveChat({ phone: '50584560914', messageId: `${messageId}E`, edits: messageId, text: 'Hola' })
  }
  for (const other of ['50584560913', '50584560914'])
    await shop.receiveChat({ phone: other, text: `ALTA ${asked[3]?.code}` })
  held((await countClients(world, shop)) === 0, 'a number guesses more than five codes a day')
}

/** Has another send one's code, and looks at what the browser that made it gets. */
async function sendOthersCode(world: World, held: Held): Promise<void> {
  const shop = await openPage(world)
  const { code, cookie } = await askToBeClient(world, shop, { firstName: 'Malo' })
  await shop.receiveChat({ phone, text: `ALTA ${code}` })
  const { data } = await shop.user.ok('GET /api/client')
  const made = data.find((one) => one.phone === phone)
  held(made !== undefined, 'the client is not made')
  for (const url of [
    '/registro',
    '/registro/estado',
    '/registro?datos',
    '/registro?revisar',
    '/mi',
    '/mi/bienvenida',
  ]) {
    const answer = await visitSignup(world, shop, url, { cookie })
    const shown = answer.body + JSON.stringify(answer.headers)
    const isSilent = ![made?.casillero ?? '?', '0912', '/mi/e/', 'mi='].some((secret) => shown.includes(secret))
    held(isSilent, `${url} shows the browser that asked what is the number's`)
  }
  const { data: sent } = await shop.admin.ok('GET /api/messages')
  held(
    sent.every((one) => one.phone === phone),
    'the link leaves to another number',
  )
  held(
    sent.some(({ body }) => body.includes('Pidió el alta: Malo') && body.includes('Responda NO')),
    'who asked is not told',
  )
}

/** Sends a code twice, from two phones at once, to another company, in an edit, and after it ended. */
async function replay(world: World, held: Held): Promise<void> {
  const [shop, other] = [await openPage(world), await openPage(world)]
  const { code } = await askToBeClient(world, shop)
  await other.receiveChat({ phone, text: `ALTA ${code}` })
  held((await countClients(world, other)) + (await countClients(world, shop)) === 0, 'another company takes the code')
  const text = `Hola, quiero ser cliente: alta ${code.toLowerCase().replace('-', '')} gracias`
  const messageId = '3AEDITED0001'
  await shop.receiveChat({ phone, messageId, text: 'Hola' })
  await shop.receiveChat({ phone, messageId: '3AEDITED0002', edits: messageId, text })
  held((await countClients(world, shop)) === 0, 'an edit uses a code')
  await Promise.all(['50584560913', '50584560914'].map((one) => shop.receiveChat({ phone: one, text })))
  held((await countClients(world, shop)) === 1, 'two numbers use one code at once')
  await shop.receiveChat({ phone, text })
  held((await countClients(world, shop)) === 1, 'a code is used twice')
  const late = await askToBeClient(world, shop)
  await world.owner.query(`update signups set chat_code_until = now() where chat_code = replace($1, '-', '')`, [
    late.code,
  ])
  await shop.receiveChat({ phone, text: `ALTA ${late.code}` })
  held((await countClients(world, shop)) === 1, 'an old code is used')
}

const hostile = ['*Gratis* _ya_', '{{enlace}} {{codigo}}', '<script>alert(1)</script>', '"><img src=x>', '\u202eaelleH']

/** Asks under names that would be markup on a page, or marks and variables in a message. */
async function nameHostile(world: World, held: Held): Promise<void> {
  for (const firstName of hostile) {
    const shop = await openPage(world)
    const { code, page, cookie } = await askToBeClient(world, shop, { firstName })
    held(!/<script>alert|<img src=x/.test(page), `the page runs ${firstName}`)
    if (code === '') continue
    const edited = await visitSignup(world, shop, '/registro?datos', { cookie })
    held(!/<script>alert|<img src=x/.test(edited.body), `the form runs ${firstName}`)
    await shop.receiveChat({ phone, text: `ALTA ${code}` })
    const { data } = await shop.admin.ok('GET /api/messages')
    const body = data.find((one) => one.phone === phone)?.body ?? ''
    held(!/\*Gratis|_ya_|\u202e/.test(body), `the message formats ${firstName}`)
    held(!firstName.includes('{{') || body.includes('{{enlace}} {{codigo}}'), `the message fills ${firstName}`)
  }
}

/** Sends a thousand requests, of one network and of many. */
async function flood(world: World, held: Held): Promise<void> {
  const shop = await openPage(world)
  const requests = tries(300, 1_000)
  const count = async () =>
    (await world.owner.query('select 1 from signups where company_id = $1', [shop.id])).rows.length
  const send = (from: string) => visitSignup(world, shop, '/registro', { form: visitor, from })
  for (let sent = 0; sent < 60; sent += 20) await Promise.all(Array.from({ length: 20 }, () => send('10.9.1.1')))
  // Two servers answer at once.
  const draft = { ...visitor, email: null }
  await Promise.all(
    Array.from({ length: 15 }, () =>
      world.database.asUser({ companyId: shop.id, userId: '' }, (db) =>
        addSignup(db, { draft, address: '10.9.2.1', secret: '' }),
      ),
    ),
  )
  const ofOne = (await count()) / 2
  held(ofOne <= 10, `one network has ${ofOne} requests in an hour`)
  for (let sent = 0; sent < requests; sent += 20)
    await Promise.all(
      Array.from({ length: 20 }, (_, at) => send(`10.${100 + Math.floor((sent + at) / 200)}.${(sent + at) % 200}.1`)),
    )
  const all = await count()
  held(all <= 200, `a company has ${all} requests that wait`)
  const page = await visitSignup(world, shop, '/registro')
  held(page.body.includes('Escríbanos por WhatsApp'), 'a full queue shows no other way')
  const other = await openPage(world)
  held((await askToBeClient(world, other)).code !== '', 'another company is held up')
}

const dropCodeKey = ({ owner }: World) => owner.query('drop index signups_company_id_chat_code_key')

threat(
  'T-46',
  {
    what: 'Becoming a client with a number, a name or a code that is another’s, or by the thousand',
    asvs: ['2.4.1', '6.3.1', '6.6.2', '1.2.1'],
  },
  ({ proof, control }) => {
    proof('codes are guessed five times a day from one number, and no two are alike', on(guess))
    proof('a code that another sends gives its maker nothing, and names the maker to the other', on(sendOthersCode))
    proof('a code works once, as it was written first, for its company and half an hour', on(replay))
    proof('a name is no markup, no mark and no variable', on(nameHostile))
    proof('a network has ten requests an hour, a company two hundred that wait', on(flood))
    control('codes that two requests may have', on(guess, { weaken: dropCodeKey }))
  },
)
