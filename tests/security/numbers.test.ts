import { setImmediate } from 'node:timers/promises'
import { killApp, startKillableApp } from '../support/killable-app.ts'
import { openShop, type Shop } from '../support/shop.ts'
import type { World } from '../support/world.ts'
import { on } from './support/on-world.ts'
import { type Held, threat, tries } from './support/threat.ts'

/** The reference of a payment that makes the database fail after the invoice has taken its number. */
const mark = 'no se guarda'

async function failOnMark(world: World): Promise<void> {
  await world.owner.query(`
    create function fail_on_mark() returns trigger language plpgsql as $$
    begin
      raise exception 'taken back on purpose';
    end $$;
    create trigger fail_on_mark before insert on invoice_payments for each row
    when (new.reference = '${mark}') execute function fail_on_mark()`)
}

type Submission = { shop: Shop; body: object }

/** Makes invoices of all companies, mixed; one of every five fails after it has taken its number. */
async function prepareInvoices(shops: Shop[], each: number): Promise<Submission[]> {
  const perShop: Submission[][] = []
  // One shop after the other, because twenty thousand packages at once are more than a busy machine admits.
  for (const shop of shops) {
    const packages = await shop.receiveMany(each)
    const submissions = packages.map((courierPackage, index) => {
      const payments = index % 5 === 2 ? [{ total: 1, method: 'cash' as const, reference: mark }] : []
      return { shop, body: shop.invoiceBodyOf([courierPackage], { payments }) }
    })
    perShop.push(submissions)
  }
  return Array.from({ length: each }, (_, index) => perShop.flatMap((submissions) => submissions[index] ?? [])).flat()
}

/** Runs sixteen clients at two servers, one of which is killed with invoices in flight, and then the other. */
async function invoiceEverywhere(world: World, held: Held): Promise<void> {
  await failOnMark(world)
  const shops: Shop[] = []
  while (shops.length < tries(4, 20)) shops.push(await openShop(world))
  const submissions = await prepareInvoices(shops, tries(20, 1_000))
  const servers = await Promise.all([startKillableApp(world), startKillableApp(world)])
  const acknowledged = new Map<string, number[]>(shops.map(({ id }) => [id, []]))
  let [inFlight, lost] = [0, 0]
  const outcomes = new Map<string, number>()

  async function send({ shop, body }: Submission, lane: number): Promise<void> {
    const headers = {
      'content-type': 'application/json',
      'x-forwarded-host': shop.host,
      authorization: `Bearer ${shop.user.token}`,
    }
    inFlight += 1
    try {
      const url = `${servers[lane % 2]?.address}/api/invoices`
      const answer = await fetch(url, { method: 'POST', headers, body: JSON.stringify(body) })
      outcomes.set(String(answer.status), (outcomes.get(String(answer.status)) ?? 0) + 1)
      const made = Object(await answer.json()).data
      if (answer.status === 201) acknowledged.get(shop.id)?.push(Number(made.companyInvoiceId))
    } catch {
      lost += 1
    } finally {
      inFlight -= 1
    }
  }
  async function work(part: Submission[], lane: number): Promise<void> {
    for (let next = part.pop(); next; next = part.pop()) await send(next, lane)
  }
  /** Calls of the killed server are lost; later ones go to the other server until there is a new one. */
  async function replace(which: number): Promise<void> {
    const [killed, other] = which === 0 ? servers : servers.toReversed()
    if (!killed || !other) throw new Error('There are two servers')
    servers[which] = other
    held(inFlight > 0, 'no invoice was on its way when a server was killed')
    await killApp(killed)
    servers[which] = await startKillableApp(world)
  }
  try {
    const most = tries(2, 3)
    const stretch = Math.ceil(submissions.length / (most + 1))
    for (let kills = 0; kills <= most; kills += 1) {
      const part = submissions.splice(0, stretch)
      const lanes = Array.from({ length: 16 }, (_, lane) => work(part, lane))
      while (part.length > stretch / 2) await setImmediate()
      await Promise.all([...lanes, kills < most ? replace(kills % 2) : undefined])
    }
  } finally {
    await Promise.all(servers.map(killApp))
  }
  held(lost > 0, `the kills took ${lost} answers with them; ${JSON.stringify([...outcomes])}`)
  await check(world, shops, acknowledged, held)
}

async function check(world: World, shops: Shop[], acknowledged: Map<string, number[]>, held: Held): Promise<void> {
  for (const shop of shops) {
    const { data } = await shop.admin.ok('GET /api/invoices', { query: { page: '1', limit: '1' } })
    // Voided ones keep their numbers.
    if (data[0]) await shop.admin.ok('DELETE /api/invoices/:id', { params: { id: data[0].id } })
    const { rows } = await world.owner.query<{ number: number }>(
      'select company_invoice_id::int as number from invoices where company_id = $1 order by 1',
      [shop.id],
    )
    const numbers = rows.map(({ number }) => number)
    const answered = acknowledged.get(shop.id) ?? []
    const isGapless = numbers.every((number, index) => number === index + 1)
    for (const number of answered)
      held(numbers.includes(number), `${shop.subdomain} was answered ${number}, which no row has`)
    const isOnce = new Set(answered).size === answered.length
    held(numbers.length > 0 && isGapless && isOnce, `${shop.subdomain}: ${numbers}, answered ${answered}`)
  }
}

/** Weakens the numbers to those of a sequence, which takes none back. */
const fromSequence = (world: World) =>
  world.owner.query(`
    create sequence leaking;
    create function number_from_sequence() returns trigger language plpgsql security definer as $$
    begin
      new.last_number := nextval('leaking');
      return new;
    end $$;
    create trigger number_from_sequence before update on company_counters for each row
    when (new.kind = 'invoice' and new.last_number > old.last_number) execute function number_from_sequence()`)

threat(
  'T-20',
  { what: 'a gap or a repeat in the numbers of invoices', asvs: ['2.3.3', '2.3.4'] },
  ({ proof, control }) => {
    proof('numbers run from 1 without gaps, with any failure and after a kill of any server', on(invoiceEverywhere))
    control('the same invoices, with numbers from a sequence', on(invoiceEverywhere, { weaken: fromSequence }))
  },
)
