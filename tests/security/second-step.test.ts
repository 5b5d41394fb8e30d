import { sql } from 'kysely'
import { createAuthenticator } from '../support/authenticator.ts'
import { computeCode } from '../support/compute-code.ts'
import { activateApp, addPasskey, addPerson, askStep, newNetwork } from '../support/second-step.ts'
import { type Company, samplePassword, type World } from '../support/world.ts'
import { on, rewriteFunction } from './support/on-world.ts'
import { type Held, threat } from './support/threat.ts'

const start = Date.parse('2026-11-20T16:00:00Z')
let now = start
/** Sets business time to so many seconds after the start. */
function setSeconds(world: World, seconds: number): void {
  now = start + seconds * 1_000
  world.setTime(new Date(now))
}

const finish = async (company: Company, body: object, from = newNetwork()) =>
  (await company.anonymous.send('POST /api/auth/second-step', { body, from })).statusCode

/** A person with an application of codes, a minute after it was activated. */
async function addStepper(world: World, company: Company) {
  setSeconds(world, 0)
  const { email, actor } = await addPerson(company)
  const made = await activateApp(actor, now)
  setSeconds(world, 60)
  return { email, actor, ...made }
}

/** Uses one code twice, one after the other and at the same moment, and with tickets of their own. */
async function replay(world: World, held: Held): Promise<void> {
  const company = await world.openCompany()
  const { email, secret } = await addStepper(world, company)
  const [first, second, third] = [
    await askStep(company, email),
    await askStep(company, email),
    await askStep(company, email),
  ]
  const code = computeCode(secret, now)
  const both = await Promise.all([first, second].map(({ ticket }) => finish(company, { ticket, method: 'app', code })))
  held(both.filter((status) => status === 200).length === 1, `a code used at the same moment: ${both}`)
  held((await finish(company, { ticket: third.ticket, method: 'app', code })) !== 200, 'a code that was used')
  const used = both[0] === 200 ? first : second
  setSeconds(world, 90)
  const next = { ticket: used.ticket, method: 'app', code: computeCode(secret, now) }
  held((await finish(company, next)) !== 200, 'a ticket that was used, with a code that was not')
}

/** Races one code of recovery from two tickets. */
async function raceRecovery(world: World, held: Held): Promise<void> {
  const company = await world.openCompany()
  const { email, recoveryCodes } = await addStepper(world, company)
  for (const code of recoveryCodes.slice(0, 3)) {
    const tickets = [await askStep(company, email), await askStep(company, email)]
    const answers = await Promise.all(
      tickets.map(({ ticket }) => finish(company, { ticket, method: 'recovery', code })),
    )
    held(answers.filter((status) => status === 200).length === 1, `a raced code: ${answers}`)
  }
}

/** Guesses codes: five with a ticket, at the same moment too, and then with ticket after ticket; a company beside has few at that moment. */
async function guess(world: World, held: Held): Promise<void> {
  const [company, other] = [await world.openCompany(), await world.openCompany()]
  const begin = async (at: Company) => {
    const { email, secret } = await addStepper(world, at)
    const { ticket } = await askStep(at, email)
    const race = (count: number) =>
      Promise.all(Array.from({ length: count }, () => finish(at, { ticket, method: 'app', code: '000000' })))
    return { email, race, right: { ticket, method: 'app', code: computeCode(secret, now) } }
  }
  const [one, beside] = [await begin(company), await begin(other)]
  const [answers, fewer] = await Promise.all([one.race(12), beside.race(4)])
  const checked = answers.filter((status) => status === 400).length
  held(checked <= 5, `${checked} guesses with one ticket were checked`)
  held((await finish(company, one.right)) !== 200, 'a spent ticket with the right code')
  let guessed = 0
  for (let tries = 0; tries < 6; tries += 1) {
    const { ticket } = await askStep(company, one.email)
    for (let count = 0; count < 5; count += 1) {
      if ((await finish(company, { ticket, method: 'app', code: '000000' })) !== 429) guessed += 1
    }
  }
  held(guessed + checked <= 11, `${guessed + checked} guesses at one user at one moment, from as many networks`)
  held(String(fewer) === '400,400,400,400', `guesses of the company beside: ${fewer}`)
  held((await finish(other, beside.right)) === 200, 'a user of the company beside waits for guesses at another')
}

/** Who knows the password tries codes from one network and, in turns, from others; the owner comes on a device that is known. */
async function besiege(world: World, held: Held): Promise<void> {
  const company = await world.openCompany()
  const { email, secret } = await addStepper(world, company)
  const first = await askStep(company, email, newNetwork(), 'the-browser-of-the-owner')
  const code = (seconds: number) => computeCode(secret, now + seconds * 1_000)
  held(
    (await finish(company, { ticket: first.ticket, method: 'app', code: code(0) })) === 200,
    'the own device for the first time',
  )
  const from = newNetwork()
  const attack = async (times: number) => {
    const statuses: number[] = []
    for (let tries = 0; tries < times; tries += 1) {
      const { ticket } = await askStep(company, email)
      statuses.push(await finish(company, { ticket, method: 'app', code: '000000' }, from))
    }
    return statuses.filter((status) => status !== 429).length
  }
  setSeconds(world, 120)
  const checked = await attack(14)
  held(checked === 10, `${checked} guesses of one network were checked`)
  setSeconds(world, 3_000)
  held((await attack(3)) === 0, 'the network guesses again within the hour')
  const { ticket } = await askStep(company, email, newNetwork(), 'the-browser-of-the-owner')
  const answer = await company.anonymous.send('POST /api/auth/second-step', {
    body: { ticket, method: 'app', code: code(0) },
    from,
  })
  held(answer.statusCode === 200, `the owner on their device: ${answer.statusCode}`)
  held(answer.json().wrongCodes === 10, `the owner is told of ${answer.json().wrongCodes} wrong codes`)
  const { data } = await company.admin.ok('GET /api/audit', { query: { entity: 'second_steps' } })
  held(JSON.stringify(data).split('"wrong_codes"').length > 10, 'wrong codes are not in the log')
  setSeconds(world, 3_000 + 3_601)
  held((await attack(1)) === 1, 'the network never guesses again')
}

/** Takes a ticket to another company, and the codes of another user to it. */
async function mix(world: World, held: Held): Promise<void> {
  const [company, other] = [await world.openCompany(), await world.openCompany()]
  const person = await addStepper(world, company)
  const colleague = await addStepper(world, company)
  setSeconds(world, 200)
  const { ticket } = await askStep(company, person.email)
  const own = { ticket, method: 'app', code: computeCode(person.secret, now) }
  held((await finish(other, own)) !== 200, 'a ticket at another company')
  held((await finish(company, { ...own, code: computeCode(colleague.secret, now) })) !== 200, 'a code of another user')
  held(
    (await finish(company, { ticket, method: 'recovery', code: colleague.recoveryCodes[0] })) !== 200,
    'a code of recovery of another user',
  )
  for (const call of ['activation', 'later']) {
    const answer = await company.anonymous.send(`POST /api/auth/second-step/${call}`, { body: { ticket } })
    held(answer.statusCode !== 200, `a ticket of a second step at ${call}`)
  }
  held((await finish(company, own)) === 200, 'and the right one is let in')
}

/** Shows clocks that differ by a period, which count, and by two, which do not; and a ticket that is old. */
async function skew(world: World, held: Held): Promise<void> {
  const company = await world.openCompany()
  const { email, secret } = await addStepper(world, company)
  setSeconds(world, 300)
  for (const [seconds, counts] of [
    [-60, false],
    [60, false],
    [-30, true],
    [30, true],
  ] as const) {
    const { ticket } = await askStep(company, email)
    const status = await finish(company, { ticket, method: 'app', code: computeCode(secret, now + seconds * 1_000) })
    held((status === 200) === counts, `a code of ${seconds} seconds: ${status}`)
  }
  const { ticket } = await askStep(company, email)
  setSeconds(world, 601)
  const late = await finish(company, { ticket, method: 'app', code: computeCode(secret, now) })
  held(late !== 200, 'a ticket of five minutes ago')
}

/** Looks for a way around: a ticket as a token, a password alone, a made-up trust, a server of the version before. */
async function downgrade(world: World, held: Held): Promise<void> {
  const company = await world.openCompany()
  const { email, actor } = await addStepper(world, company)
  const { ticket } = await askStep(company, email)
  const me = await company.as(ticket, actor.userId).send('GET /api/auth/me')
  held(me.statusCode === 401, 'a ticket as a token')
  const trusted = ['x'.repeat(43), ticket]
  const body = { identifier: email, password: samplePassword, trusted }
  const answer = await company.anonymous.send('POST /api/auth/login', { body, from: newNetwork() })
  held(!('token' in answer.json()), 'a made-up secret of a device')
  const { rows } = await world.owner.query('select password_hash as hash from users where id = $1', [actor.userId])
  await world.database.withoutCompany(async (db) => {
    const started =
      await sql`select * from start_session(${company.id}, ${actor.userId}, ${email}, 'x', ${rows[0].hash},
      ${Buffer.alloc(32, 7)}, 'x', null, '10.0.0.1', null)`.execute(db)
    held(started.rows.length === 0, 'a server that knows no second step')
  })
}

/** Answers challenges with what a passkey must not be. */
async function lie(world: World, held: Held): Promise<void> {
  const [company, other] = [await world.openCompany(), await world.openCompany()]
  world.setTime(undefined)
  const [person, colleague] = [await addPerson(company), await addPerson(company)]
  const { authenticator } = await addPasskey(company, person.actor)
  const theirs = await addPasskey(company, colleague.actor)
  const challenge = async (at: Company, body: object = {}) =>
    (await at.anonymous.send('POST /api/auth/second-step/passkey', { body, from: newNetwork() })).json().data
  const attempt = async (what: string, answer: (options: { challenge: string }) => object, at = company) => {
    const { ticket, options } = await challenge(at)
    held((await finish(at, { ticket, method: 'passkey', response: answer(options) })) !== 200, what)
  }
  await attempt('a passkey of another origin', (options) =>
    authenticator.answer(options, { origin: 'http://evil.localhost' }),
  )
  await attempt('a passkey without the person', (options) => authenticator.answer(options, { isVerified: false }))
  await attempt('an unknown passkey', (options) => createAuthenticator(`http://${company.host}`).answer(options))
  await attempt('a passkey at another company', (options) => authenticator.answer(options), other)
  await attempt('an answer to another challenge', () => authenticator.answer({ challenge: 'AAAA' }))
  const { ticket } = await askStep(company, person.email)
  const { options } = await challenge(company, { ticket })
  const foreign = theirs.authenticator.answer(options)
  held((await finish(company, { ticket, method: 'passkey', response: foreign })) !== 200, 'a passkey of a colleague')
  const fresh = await challenge(company)
  const response = authenticator.answer(fresh.options, { counter: 9 })
  held(
    (await finish(company, { ticket: fresh.ticket, method: 'passkey', response })) === 200,
    'the right one is let in',
  )
  held((await finish(company, { ticket: fresh.ticket, method: 'passkey', response })) !== 200, 'an answer again')
  await attempt('a passkey that counts backwards', (asked) => authenticator.answer(asked, { counter: 5 }))
}

const forgetCounter = (world: World) =>
  rewriteFunction(world, 'finish_second_step', /\s+and s\.app_counter < finish_second_step\.counter/, '')
const forgetUse = (world: World) => rewriteFunction(world, 'finish_second_step', ' and r.used_at is null;', ';')
const forgetTries = (world: World) => rewriteFunction(world, 'try_second_step', /t\.tries < 5/g, 'true')
/** Takes a part away from both functions that look a ticket up. */
const forgetOfTickets = (part: string) => async (world: World) => {
  for (const name of ['try_second_step', 'finish_second_step']) await rewriteFunction(world, name, part, '')
}
const startAnyway = (world: World) => rewriteFunction(world, 'start_session', 'if step is null and', 'if false and')

threat('T-45', { what: 'a second step that is taken by force or around', asvs: ['6.3.3', '6.5.1', '6.6.1'] }, (row) => {
  const { proof, control } = row
  proof('a code and a ticket count once', on(replay, { instances: 2 }))
  control('a code without its counter', on(replay, { instances: 2, weaken: forgetCounter }))
  proof('a code of recovery that is raced lets one in', on(raceRecovery, { instances: 2 }))
  control('a code of recovery that is not used up', on(raceRecovery, { instances: 2, weaken: forgetUse }))
  proof('few guesses are checked, of a ticket and of a user', on(guess, { instances: 2 }))
  control('guesses without a limit', on(guess, { instances: 2, weaken: forgetTries }))
  proof('wrong codes of one network keep it waiting for an hour, and never the owner’s device', on(besiege))
  proof('a ticket opens its own company for its own user alone', on(mix))
  control(
    'a ticket that counts at any company',
    on(mix, { weaken: forgetOfTickets('c.subdomain = host_subdomain and ') }),
  )
  proof('clocks may differ by one period, and a ticket ends', on(skew))
  control('a ticket without an end', on(skew, { weaken: forgetOfTickets(' and t.expires_at > at') }))
  proof('nothing but the second step starts a session', on(downgrade))
  control('a server that knows no second step', on(downgrade, { weaken: startAnyway }))
  proof('a passkey counts for its company, origin, user and challenge, verified and once', on(lie))
})
