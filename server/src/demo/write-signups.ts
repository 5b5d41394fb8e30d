import { sql } from 'kysely'
import { recipientPhone } from '../features/messages/queue/enqueue-message.ts'
import { addSignup } from '../features/signups/signup-request.ts'
import type { Db } from '../platform/database/database.ts'
import type { BusinessCalendar } from './business-calendar.ts'
import { receive } from './write-chats.ts'
import type { Deed } from './write-history.ts'

/** `like` is the place of the client with the same phone or name; a code came from the phone of those that have one. */
const people = [
  { name: ['Marbelly', 'Tinoco Aráuz'], city: 'Estelí', email: null, phone: '50582345671', minutes: 18 * 60 + 2 },
  { name: ['Denis', 'Rivas'], city: 'Matagalpa', email: null, like: { phone: 5 }, minutes: 19 * 60 + 40 },
  {
    ...{ name: ['Óscar Danilo', 'Mejía Rostrán'], city: 'Chinandega', email: 'omejia@correo.example' },
    ...{ phone: '50588772045', code: 'QW4R7TYP', minutes: 20 * 60 + 5 },
  },
  {
    name: ['', ''],
    city: 'Managua',
    email: null,
    like: { name: 12 },
    phone: '50576903312',
    code: '7K4P2MQX',
    minutes: 20 * 60 + 31,
  },
  {
    ...{ name: ['Heydi Carolina', 'Palacios Úbeda'], city: 'Masaya', email: 'heydi.palacios@correo.example' },
    ...{ phone: '50584560912', code: 'ZX3V8BNM', minutes: 20 * 60 + 44 },
  },
] as const satisfies readonly Person[]

type Person = {
  name: readonly [string, string]
  city: string
  email: string | null
  phone?: string
  code?: string
  like?: { phone: number } | { name: number }
  minutes: number
}

const findClient = (db: Db, place: number) =>
  db
    .selectFrom('clients')
    .select(['first_name', 'middle_name', 'last_names', 'phone'])
    .where('deleted_at', 'is', null)
    .orderBy('casillero')
    .offset(place)
    .limit(1)
    .executeTakeFirstOrThrow()

/** Sends the form of a visitor, and from the phone the code. */
async function ask(db: Db, { name, city, email, phone, code, like }: Person, at: Date): Promise<void> {
  const twin = like && (await findClient(db, 'phone' in like ? like.phone : like.name))
  const isNamed = like !== undefined && 'name' in like
  const draft = {
    firstName: isNamed && twin ? [twin.first_name, twin.middle_name].filter(Boolean).join(' ') : name[0],
    lastNames: isNamed && twin ? twin.last_names : name[1],
    city,
    email,
    phone: phone ?? recipientPhone(twin?.phone ?? ''),
  }
  const added = await addSignup(db, { draft, address: '186.77.12.4', secret: '' })
  if (code !== undefined && typeof added === 'object') {
    await db
      .updateTable('signups')
      .set({
        state: 'open',
        phone: null,
        chat_code: code,
        chat_code_until: sql<string>`app_now() + interval '30 minutes'`,
      })
      .where('phone', '=', draft.phone)
      .execute()
    await receive(db, draft.phone, { text: `ALTA ${code.slice(0, 4)}-${code.slice(4)}`, at })
    const read = { state: 'read' as const, sent_at: at.toISOString(), confirmed_at: at.toISOString() }
    await db
      .updateTable('messages')
      .set(read)
      .where('phone', '=', draft.phone)
      .where('answer_rule', '=', 'signup')
      .execute()
  }
  await sql`select set_config('app.signup', '', true)`.execute(db)
}

/** Requests to become a client that wait for approval: two unproven, one with the name of a client, one with the phone. */
export function signupDeeds(calendar: BusinessCalendar): Deed[] {
  const day = calendar.openDay(-2)
  return people.map((person) => {
    const at = calendar.at(day, person.minutes)
    return {
      at,
      by: 'clerk',
      async run(db) {
        await sql`select set_config('app.user_id', '', true)`.execute(db)
        await ask(db, person, at)
      },
    }
  })
}
