import { rowsOf } from '../support/company-rows.ts'
import { openShop, phoneOfNicaragua } from '../support/shop.ts'
import { newMark, type World } from '../support/world.ts'
import { on } from './support/on-world.ts'
import { type Held, threat } from './support/threat.ts'

/** Texts that may never be stored, and are refused under their field. */
const refused = [
  'a\ud800b',
  '\u0007',
  '',
  ' \t ',
  '\u202e\u202c',
  'x'.repeat(121),
  '\u200b\u2060\ufeff',
  '\u3164',
  '\u2800 \u00a0',
]

/** Addresses that look like another user's and are other letters. */
const falseEmails = ['аdmin@bravo.test', 'admin@brаvo.test']

/** Ways to write an address in other signs, of which none is left when it is compared and stored. */
const disguises: ((email: string) => string)[] = [
  (email) => `${email}\u200b`,
  (email) => `${email.slice(0, 2)}\u2060${email.slice(2)}`,
  (email) => `${String.fromCodePoint((email.codePointAt(0) ?? 0) + 0xfee0)}${email.slice(1)}`,
]

/** Texts that are stored, with their stored form, and that as the tracking of a package. */
const kept: [sent: string, kept: string, tracking: string][] = [
  ['👩‍👩‍👧 Zoë', '👩‍👩‍👧 Zoë', '👩👩👧 ZOË'],
  ['Cafe\u0301', 'Café', 'CAFÉ'],
  ['Ана / 安娜 / آنا', 'Ана / 安娜 / آنا', 'АНА / 安娜 / آنا'],
  ['\u202eAna\u202c', 'Ana', 'ANA'],
  ['A\u2067na\u2069', 'Ana', 'ANA'],
  ['Ana\u200b', 'Ana', 'ANA'],
  ['A\u00adna', 'Ana', 'ANA'],
  ['a\u0000b', 'ab', 'AB'],
  ['\u001b[31m', '[31m', '[31M'],
  ['\u009b31m', '31m', '31M'],
  ['a\u007f', 'a', 'A'],
  [`O'Brien; drop table clients --`, `O'Brien; drop table clients --`, `O'BRIEN; DROP TABLE CLIENTS --`],
  ['<script>alert(1)</script>', '<script>alert(1)</script>', '<SCRIPT>ALERT(1)</SCRIPT>'],
  ['  {{tracking}} $& %_\\  ', '{{tracking}} $& %_\\', '{{TRACKING}} $& %_\\'],
  ['Una\nDos\tTres', 'Una\nDos\tTres', 'UNA DOS TRES'],
  ['ﬁ ① ㎏', 'ﬁ ① ㎏', 'FI 1 KG'],
  ['a'.repeat(120), 'a'.repeat(120), 'A'.repeat(120)],
  [`a${'\u0301'.repeat(100)}`, `á${'\u0301'.repeat(99)}`, `Á${'\u0301'.repeat(99)}`],
  ['аdmin', 'аdmin', 'АDMIN'],
]

async function keepText(world: World, held: Held): Promise<void> {
  const shop = await openShop(world)
  const { admin } = shop
  const name = (text: string) => ({ firstName: text, lastNames: text, phone: phoneOfNicaragua })
  for (const [sent, stored, number] of kept) {
    const what = JSON.stringify(sent)
    const made = await admin.send('POST /api/client', { body: name(sent) })
    const { id, firstName, lastNames } = made.json().data ?? {}
    held(firstName === stored && lastNames === stored, `${what} became ${made.body}`)
    const courierPackage = await admin.send('POST /api/packages', {
      body: { shippingMethod: 'aereo', tracking: sent, description: sent, comments: sent, clientId: id },
    })
    const { tracking, typedTracking, description, comments, client } = courierPackage.json().data ?? {}
    const all = [typedTracking ?? tracking, description, comments, client?.firstName]
    held(
      tracking === number && all.every((text) => text === stored),
      `${what} of a package became ${courierPackage.body}`,
    )
    const tariff = await admin.send('POST /api/tariffs', {
      body: { name: sent, notes: sent, type: 'aereo', pricePerPound: 1 },
    })
    const { name: tariffName, notes } = tariff.json().data ?? {}
    held(tariffName === stored && notes === stored, `${what} of a tariff became ${tariff.body}`)
  }
  const before = await rowsOf(world.owner, shop.id)
  for (const sent of refused) {
    const answer = await admin.send('POST /api/client', { body: name(sent) })
    const { code, fields } = answer.json()
    held(
      answer.statusCode === 400 && code === 'invalid' && Boolean(fields?.firstName),
      `${JSON.stringify(sent)}: ${answer.body}`,
    )
  }
  const vast = await admin.send('POST /api/client', { body: name('x'.repeat(1024 * 1024)) })
  held(vast.statusCode === 413, `a text of 1 MB: ${vast.statusCode}`)
  held(JSON.stringify(await rowsOf(world.owner, shop.id)) === JSON.stringify(before), 'something of it was kept')
}

/** The names and addresses of people in every call that takes them, and a company's label. */
async function passForAnother(world: World, held: Held): Promise<void> {
  const shop = await openShop(world)
  const operator = await world.openCompany({ isOperator: true })
  const { userId } = shop.user
  const person = { firstName: 'Ana', type: 'user', password: 'una clave de prueba' }
  const client = { firstName: 'Ana', lastNames: 'Ruiz', phone: phoneOfNicaragua }
  /** Sends the change in every call that takes it, those of users first. */
  const calls = async (change: object) => {
    const newPerson = () => ({ ...person, email: `${newMark()}@correo.test`, ...change })
    const at = { id: shop.id, userId }
    const byOperator = operator.admin
    return {
      'a new user': await shop.admin.send('POST /api/users', { body: newPerson() }),
      'a user': await shop.admin.send('PUT /api/users/:id', { params: { id: userId }, body: change }),
      'a new user, by the operator': await byOperator.send('POST /api/companies/:id/users', {
        params: at,
        body: newPerson(),
      }),
      'a user, by the operator': await byOperator.send('PUT /api/companies/:id/users/:userId', {
        params: at,
        body: change,
      }),
      'a client': await shop.admin.send('POST /api/client', { body: { ...client, ...change } }),
    }
  }
  const before = await rowsOf(world.owner, shop.id)
  const refusals = [
    ...falseEmails.map((email) => ({ field: 'email', change: { email } })),
    ...['\u200b', '\u3164', '\u2800'].map((firstName) => ({ field: 'firstName', change: { firstName } })),
  ]
  for (const { field, change } of refusals) {
    for (const [name, answer] of Object.entries(await calls(change))) {
      const isUnderField = answer.statusCode === 400 && Boolean(answer.json().fields?.[field])
      held(isUnderField, `${name} with ${JSON.stringify(change)}: ${answer.body}`)
    }
  }
  held(JSON.stringify(await rowsOf(world.owner, shop.id)) === JSON.stringify(before), 'something of it was kept')
  const { user: other } = await shop.admin.ok('GET /api/users/:id', { params: { id: shop.admin.userId } })
  for (const email of disguises.map((disguise) => disguise(other.email ?? ''))) {
    for (const [name, answer] of Object.entries(await calls({ email }))) {
      const { code, fields, data } = answer.json()
      const isTaken = answer.statusCode === 409 && code === 'duplicate' && Boolean(fields?.email)
      // Clients may share an address; it is stored as it reads.
      held(name === 'a client' ? data?.email === other.email : isTaken, `${name} with ${email}: ${answer.body}`)
    }
  }
  for (const [name, answer] of Object.entries(await calls({ firstName: 'E\u200bva\u2060' }))) {
    const { user, data } = answer.json()
    held((user ?? data)?.firstName === 'Eva', `${name} with an invisible character: ${answer.body}`)
  }
  const body = { name: 'Otra', subdomain: 'xn--mster-nua' }
  const opened = await operator.admin.send('POST /api/companies/create-company', { body })
  held(opened.statusCode === 400 && Boolean(opened.json().fields?.subdomain), `a label in punycode: ${opened.body}`)
}

/** A database that stores names in another form. */
const foldNames = `
  create function fold_names() returns trigger language plpgsql as $$
  begin
    new.first_name := regexp_replace(new.first_name, '[^[:ascii:]]', '', 'g');
    if new.first_name = '' then new.first_name := '?'; end if;
    return new;
  end $$;
  create trigger fold_names before insert on clients for each row execute function fold_names()`

threat('T-27', { what: 'Hostile text in every place', asvs: ['1.2.1', '2.2.1', '16.5.1'] }, ({ proof, control }) => {
  proof('a text is kept as it was written, or refused under its field', on(keepText))
  proof('no invisible or look-alike character makes one person pass for another', on(passForAnother))
  control('names that are folded', on(keepText, { weaken: (world) => world.owner.query(foldNames) }))
})
