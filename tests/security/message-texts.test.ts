import fc from 'fast-check'
import { seed } from '../support/sampling.ts'
import { openShop, type Shop } from '../support/shop.ts'
import type { World } from '../support/world.ts'
import { on } from './support/on-world.ts'
import { type Held, threat, tries } from './support/threat.ts'

const pieces = [
  '{{tracking}}',
  '{{ nombre_cliente }}',
  '{{casillero_cliente}}',
  '{{',
  '}}',
  '{{}}',
  '$&',
  '$1',
  '$`',
  "$'",
  '$$',
  '\\n',
  '```',
  '*negrita*',
  '_cursiva_',
  '~tachado~',
  '`',
  '\u202e',
  '\u2066',
  '\n',
  '\t',
  '<script>',
  '%s',
  '#{x}',
  'Ñandú',
  '👩‍👩‍👧',
]

const piece = fc.constantFrom(...pieces)
const hostile = fc.tuple(piece, piece, piece, piece).map(([a, b, c, d]) => `${a}a${b} ${c}b${d}`)

const looksLike = new Map([
  ['*', '∗'],
  ['_', '＿'],
  ['~', '∼'],
  ['`', 'ˋ'],
])

/** Computes the form of a value in a message, letter by letter and without a pattern. */
function inMessage(value: string): string {
  let text = ''
  let wasControl = false
  for (const letter of value.normalize('NFC')) {
    const code = letter.codePointAt(0) ?? 0
    const isControl = code < 32 || (code >= 127 && code < 160) || code === 0x2028 || code === 0x2029
    const turnsText =
      code === 0x61c ||
      code === 0x200e ||
      code === 0x200f ||
      (code >= 0x202a && code <= 0x202e) ||
      (code >= 0x2066 && code <= 0x2069)
    if (isControl && !wasControl) text += ' '
    wasControl = isControl
    if (!isControl && !turnsText) text += looksLike.get(letter) ?? letter
  }
  return text.trim() || '—'
}

/** Computes the stored form of a tracking, letter by letter: upper case, one space between words, without what leaves no mark. */
function asTracking(text: string): string {
  let tracking = ''
  for (const letter of text) {
    if (letter === ' ' || letter === '\n' || letter === '\t') {
      if (tracking !== '' && !tracking.endsWith(' ')) tracking += ' '
    } else if (!'\u202e\u2066\u200d'.includes(letter)) tracking += letter.toUpperCase()
  }
  return tracking.trim()
}

/** Opens a company whose template for ready packages has the client, the contents and the tracking. */
async function openWriter(
  world: World,
): Promise<{ shop: Shop; write(name: string, contents: string): Promise<{ bodies: unknown[]; tracking: unknown }> }> {
  const shop = await openShop(world)
  const { admin } = shop
  const { data: statuses } = await admin.ok('GET /api/statuses')
  const id = statuses.find((status) => status.id === shop.statuses.ready)?.templateId ?? ''
  const customContent = '*Hola* {{nombre_cliente}}|{{contenido}}|{{ tracking }}|_fin_'
  await admin.ok('PUT /api/templates/:id', { params: { id }, body: { customContent } })
  return {
    shop,
    async write(name, contents) {
      const client = await shop.addClient({ firstName: name, lastNames: 'X' })
      const values = { clientId: client.id, statusId: shop.statuses.received, shouldNotifyStorage: false }
      const courierPackage = await shop.receive({ ...values, contents, tracking: name })
      await admin.ok('PATCH /api/packages/status', {
        body: { packageIds: [courierPackage.id], statusId: shop.statuses.ready },
      })
      const { data } = await admin.ok('GET /api/messages', { query: { packageId: courierPackage.id } })
      const stored = await world.owner.query<{ body: string }>('select body from messages where id = $1', [data[0]?.id])
      return { bodies: [data[0]?.body, stored.rows[0]?.body], tracking: courierPackage.tracking }
    },
  }
}

async function sayAnything(world: World, held: Held): Promise<void> {
  const { write } = await openWriter(world)
  for (const [name, contents] of fc.sample(fc.tuple(hostile, hostile), { seed, numRuns: tries(25, 200) })) {
    const { bodies, tracking } = await write(name, contents)
    const number = asTracking(name)
    held(tracking === number, `the tracking ${JSON.stringify(name)} became ${JSON.stringify(tracking)}`)
    const expected = `*Hola* ${inMessage(`${tidied(name)} X`)}|${inMessage(tidied(contents))}|${inMessage(number)}|_fin_`
    held(
      bodies.every((text) => text === expected),
      `SEED=${seed}: ${JSON.stringify([name, contents])} became ${JSON.stringify(bodies)} instead of ${JSON.stringify(expected)}`,
    )
  }
}

/** The stored form of a text: without signs that turn its direction and without spaces around it. */
function tidied(text: string): string {
  return text.replace(/[\u202e\u2066]/g, '').trim()
}

/** Tries to redirect a message to another address. */
async function sendElsewhere(world: World, held: Held): Promise<void> {
  const { shop } = await openWriter(world)
  const names = { firstName: 'Ana', lastNames: 'Paz' }
  for (const phone of [
    '123@g.us',
    '50586904417@g.us',
    '50586904417,50588001122',
    '505 8690 4417@c.us',
    'status@broadcast',
    '50586904417\n50588001122',
    '+',
  ]) {
    const answer = await shop.admin.send('POST /api/client', { body: { ...names, phone } })
    held(answer.statusCode === 400, `the phone ${JSON.stringify(phone)}: ${answer.body}`)
  }
  const { rows } = await world.owner.query<{ phone: string }>(
    'select phone from messages union select phone from clients',
  )
  for (const { phone } of rows) held(/^\d{8,15}$/.test(phone), `a message goes to ${phone}`)
}

/** Weakens the rendering, so that variables inside values are replaced too. */
const fillTwice = `
  create function fill_twice() returns trigger language plpgsql as $$
  begin
    new.body := replace(new.body, '{{tracking}}', 'otra vez');
    return new;
  end $$;
  create trigger fill_twice before insert on messages for each row execute function fill_twice()`

/** Weakens the rendering, so that the marks of WhatsApp pass. */
const keepMarks = `
  create function keep_marks() returns trigger language plpgsql as $$
  begin
    new.body := translate(new.body, '∗＿∼ˋ', '*_~\`');
    return new;
  end $$;
  create trigger keep_marks before insert on messages for each row execute function keep_marks()`

threat(
  'T-15',
  { what: 'Values that rewrite the message they stand in, or send it to another number', asvs: ['1.3.7', '2.2.1'] },
  ({ proof, control }) => {
    proof('a message says what its template says, with any values', on(sayAnything))
    proof('a phone is digits, and no other address', on(sendElsewhere))
    control('variables that are filled twice', on(sayAnything, { weaken: (world) => world.owner.query(fillTwice) }))
    control('marks that are let through', on(sayAnything, { weaken: (world) => world.owner.query(keepMarks) }))
  },
)
