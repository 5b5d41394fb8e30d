import type { Status } from '@casillero/shared/contract/statuses'
import { sql } from 'kysely'
import { listActiveCurrencies } from '../features/currencies/queries.ts'
import { findDefaultShippingMethod } from '../features/shipping-methods/queries.ts'
import { listStatuses } from '../features/statuses/queries.ts'
import { createDatabase, type Db, type Session } from '../platform/database/database.ts'
import { withConnection } from '../platform/database/single-connection.ts'
import { type BusinessCalendar, createBusinessCalendar, opening } from './business-calendar.ts'
import type { Counter } from './draft-invoice.ts'
import { sessionDeeds } from './hold-drawer.ts'
import { moneyDeeds } from './money-deeds.ts'
import { openCompanies } from './open-companies.ts'
import { packageDeeds } from './package-deeds.ts'
import type { Role, Stage } from './plan.ts'
import { foundedDay, planClients, planOptOuts, planTariffs } from './plan-catalogues.ts'
import { planPackages } from './plan-packages.ts'
import { planShipments } from './plan-shipments.ts'
import { planVisits } from './plan-visits.ts'
import { createRandom } from './random.ts'
import { planRulesCompany } from './rules-company.ts'
import { demoCompany, emailOf, rulesCompany, rulesEmailOf } from './staff.ts'
import { chatDeeds } from './write-chats.ts'
import { buildEvents, type Deed } from './write-history.ts'
import { writeOutcomes } from './write-outcomes.ts'
import { writePromises } from './write-promises.ts'
import { signupDeeds } from './write-signups.ts'

const seed = 505
/** The order positions that a company's statuses start with. */
const positions: Record<Stage, number> = { warehouse: 1, transit: 2, customs: 3, ready: 4, delivered: 5 }

const deedsPerAnalysis = 150

type Staff = Record<Role, Session>

/** Finds the staff of a company of the demo while it is still empty; undefined when there is nothing to seed. */
function findStaffToSeed(
  ownerUrl: string,
  subdomain: string,
  emails: Record<Role, string>,
): Promise<Staff | undefined> {
  return withConnection(ownerUrl, async (owner) => {
    const { rows } = await owner.query<Session & { email: string }>(
      `select u.company_id as "companyId", false as "isOperator", u.id as "userId", u.type as "userType",
              u.full_name as "userName", u.id as "sessionId", u.denials, u.discount_limit as "discountLimit", u.email
       from users u join companies c on c.id = u.company_id
       join company_counters k on k.company_id = c.id and k.kind = 'client'
       where c.subdomain = $1 and c.is_demo and k.last_number = 0`,
      [subdomain],
    )
    const of = (role: Role) => rows.find(({ email }) => email === emails[role])
    const [admin, clerk, warehouse] = [of('admin'), of('clerk'), of('warehouse')]
    return admin && clerk && warehouse ? { admin, clerk, warehouse } : undefined
  })
}

async function readCounter(db: Db): Promise<Counter> {
  const currencies = await listActiveCurrencies(db)
  const dollars = currencies.find(({ code }) => code === 'USD')
  const cordobas = currencies.find(({ code }) => code === 'NIO')
  const method = await findDefaultShippingMethod(db)
  if (!dollars || !cordobas || !method)
    throw new Error('A company was opened without its currencies or shipping method')
  return { dollars, cordobas, shippingMethodId: method.id }
}

function createStageFinder(statuses: Status[]): (stage: Stage) => Status {
  return (stage) => {
    const status = statuses.find(({ orderPosition }) => orderPosition === positions[stage])
    if (!status) throw new Error(`A company was opened without its status number ${positions[stage]}`)
    return status
  }
}

type Planner = (db: Db, calendar: BusinessCalendar) => Promise<Deed[]>

async function planDemo(db: Db, calendar: BusinessCalendar): Promise<Deed[]> {
  const random = createRandom(seed)
  const clients = planClients(calendar, random)
  const { packages, moves } = planPackages(clients, calendar, random)
  const visits = planVisits(clients.length, packages, calendar, random)
  const plan = {
    tariffs: planTariffs(calendar),
    clients,
    optOuts: planOptOuts(calendar),
    packages,
    ...planShipments({ packages, moves, visits, calendar }),
    visits,
  }
  const counter = await readCounter(db)
  const business = buildEvents(plan, counter, createStageFinder(await listStatuses(db)), random)
  return [
    ...sessionDeeds(calendar, counter),
    ...moneyDeeds(calendar, counter),
    ...packageDeeds(calendar),
    ...chatDeeds(calendar),
    ...signupDeeds(calendar),
    ...business,
  ]
}

const planRules: Planner = async (db, calendar) =>
  planRulesCompany({
    calendar,
    counter: await readCounter(db),
    findStatus: createStageFinder(await listStatuses(db)),
    random: createRandom(seed),
  })

/** Lets joins be planned for the rows that this transaction has written; planned for empty tables they took two thirds of its time. */
async function countRows(db: Db): Promise<void> {
  await sql`set local role none`.execute(db)
  await sql`analyze`.execute(db)
  await sql`set local role casillero_app`.execute(db)
}

async function writeHistory(db: Db, staff: Staff, now: Date, plan: Planner): Promise<void> {
  await sql`select set_config('app.history', 'on', true)`.execute(db)
  const deeds = await plan(db, createBusinessCalendar(now))
  for (const [done, deed] of deeds.toSorted((a, b) => a.at.getTime() - b.at.getTime()).entries()) {
    if (done % deedsPerAnalysis === 90) await countRows(db)
    const { userId } = staff[deed.by]
    await sql`select set_config('app.now', ${deed.at.toISOString()}, true), set_config('app.user_id', ${userId}, true)`.execute(
      db,
    )
    await deed.run(db, staff[deed.by])
  }
  await sql`select set_config('app.now', ${now.toISOString()}, true)`.execute(db)
  await writeOutcomes(db)
  await writePromises(db)
}

/**
 * Fills a fresh installation with a courier's last six weeks: the company `demo`, a small one whose prices follow every rule,
 * `norte`, and an operator's, `master`. The history of each is one transaction, so that an interrupted start leaves no half of it and
 * the next one makes it. Does nothing when there is another company, or the demo's has data.
 *
 * @param now the instant that the history ends at
 * @returns whether the demo company is there
 */
export async function seedDemo(options: {
  ownerUrl: string
  say: (line: string) => void
  now?: Date
}): Promise<boolean> {
  const { ownerUrl, say, now = new Date() } = options
  const calendar = createBusinessCalendar(now)
  await openCompanies(ownerUrl, calendar.at(calendar.openDay(foundedDay), opening))
  const parts = [
    { staff: await findStaffToSeed(ownerUrl, demoCompany.subdomain, emailOf), plan: planDemo },
    { staff: await findStaffToSeed(ownerUrl, rulesCompany.subdomain, rulesEmailOf), plan: planRules },
  ]
  if (parts.every(({ staff }) => staff === undefined)) return await hasDemo(ownerUrl)
  say('Making the demo company …')
  const database = createDatabase({ url: ownerUrl, poolSize: 1, wholeAnswerMs: Number.POSITIVE_INFINITY })
  try {
    for (const { staff, plan } of parts)
      if (staff) await database.asUser(staff.admin, (db) => writeHistory(db, staff, now, plan))
  } finally {
    await database.close()
  }
  return true
}

function hasDemo(ownerUrl: string): Promise<boolean> {
  return withConnection(ownerUrl, async (owner) => {
    const { rowCount } = await owner.query(
      'select from users u join companies c on c.id = u.company_id where c.subdomain = $1 and u.email = $2',
      [demoCompany.subdomain, emailOf.admin],
    )
    return rowCount === 1
  })
}
