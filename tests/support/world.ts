import type { UserType } from '@casillero/shared/domain/permissions'
import type { FastifyInstance } from 'fastify'
import pg from 'pg'
import type { Logger } from 'pino'
import { createApp } from '../../server/src/app.ts'
import { hashToken, newToken } from '../../server/src/platform/auth/session.ts'
import { createDatabase, type Database, type PooledDatabase } from '../../server/src/platform/database/database.ts'
import { createLogger } from '../../server/src/platform/process/logger.ts'
import { type Actor, createActor } from './actor.ts'
import { type ClientDeeds, createClientDeeds } from './client-deeds.ts'
import { makeLate } from './make-late.ts'
import { cloneDatabase } from './test-database.ts'

export type Company = ClientDeeds & {
  id: string
  subdomain: string
  host: string
  admin: Actor
  user: Actor
  viewer: Actor
  anonymous: Actor
  /** Creates the caller with this token. */
  as(token: string, userId: string): Actor
  /** Opens one more session of a user and gives its id. */
  openSession(userId: string): Promise<string>
  /** Marks a message as sent, as if the gateway had accepted it. */
  markSent(messageId: string): Promise<void>
  /** Makes a package one that was promised for days that have passed. */
  makeLate(packageId: string): Promise<void>
  /** Puts a load back to where it is under way, as if its server had been killed. */
  resumeImport(importId: string): Promise<void>
  /** Keeps a workbook with these sheets as the file of a load, as if it had been sent in a form. */
  keepWorkbook(importId: string, sheets: readonly string[], content: Buffer): Promise<void>
  /** Adds a staff member with a session of their own. */
  addUser(
    type: UserType,
    values?: { email?: string; phone?: string; passwordHash?: string; status?: string },
  ): Promise<Actor>
}

export type World = {
  /** The first server, or the only one. */
  app: FastifyInstance
  database: PooledDatabase
  /** The owner's connections, with which tests read and prepare rows without the product. */
  owner: pg.Pool
  ownerUrl: string
  /** The connection string of the role of requests, for further pools. */
  loginUrl: string
  /** Lists the statements of a piece of work, without those that open and close its transaction. */
  statementsOf(work: () => Promise<unknown>): Promise<string[]>
  /** Sets business time; with undefined the database's own clock counts again. */
  setTime(at: Date | undefined): void
  openCompany(options?: { subdomain?: string; isOperator?: boolean }): Promise<Company>
  close(): Promise<void>
}

/** The password of every user that a test adds, unless it says otherwise. */
export const samplePassword = 'una clave de prueba'

// Its argon2id hash at the lowest cost, because tests of the cost make their own.
const sampleHash = '$argon2id$v=19$m=8,t=1,p=1$zTU8YaYGaBFQsQgdD56hSw$OXgaL01iGJjkUEANXCX+xausmQLZEEtHyOgIQTcsiPQ'

let companies = 0
let marks = 0

/** A short text that is unique in the run. */
export const newMark = (): string => `m${Date.now().toString(36)}x${++marks}`

/** An id in the database's form that no row has. */
export const absentId = '01890000-0000-7000-8000-000000000000'

type WorldOptions = {
  poolSize?: number
  /** Connections that one company may have at once; by default the product's share. */
  companyShare?: number
  /** Connections that anonymous callers at one door may have at once; by default the product's share. */
  anonymousShare?: number
  /** Receives every line of the log, which is discarded otherwise. */
  log?: (line: string) => void
  /** Another logger than the product's own. */
  logger?: Logger
  /** Marks a messaging gateway as polled just now, although there is none. */
  hasGateway?: boolean
  /** Servers on the one database, called in turn. */
  instances?: number
  /** Lets requests sign in as the owner of the tables. */
  asOwner?: boolean
  /** Changes the product's wiring, to show that an attack succeeds without its guard. */
  rewire?: (database: Database) => Database
}

/** Creates a server on a freshly cloned database. Each test opens companies of its own, so that none has to clean up. */
export async function createWorld(options: WorldOptions = {}): Promise<World> {
  const cloned = await cloneDatabase()
  const owner = new pg.Pool({ connectionString: cloned.ownerUrl, max: 3 })
  // On a busy machine the database is dropped while the last connections are closing.
  owner.on('error', () => undefined)
  if (options.hasGateway) {
    await owner.query("insert into gateway_turns (name, taken_at) values ('poll', now() + interval '1 day')")
  }
  let statements: string[] = []
  let now: Date | undefined
  const logger =
    options.logger ?? (options.log ? createLogger('trace', { write: options.log }) : createLogger('silent'))

  async function startServer() {
    const database = createDatabase({
      url: options.asOwner ? cloned.ownerUrl : cloned.loginUrl,
      poolSize: options.poolSize ?? 16,
      ...(options.companyShare === undefined ? {} : { companyShare: options.companyShare }),
      ...(options.anonymousShare === undefined ? {} : { anonymousShare: options.anonymousShare }),
      now: () => now,
      onStatement: (sql) => statements.push(sql),
      onLostConnection: (error) => logger.warn({ err: error }, 'lost an idle database connection'),
    })
    const served = options.rewire?.(database) ?? database
    const parts = {
      database: served,
      admits: database.admits,
      logger,
      trustedProxy: false as const,
      isBehindTls: false,
    }
    return { app: await createApp(parts), database }
  }

  const { app, database } = await startServer()
  const servers = [{ app, database }]
  while (servers.length < (options.instances ?? 1)) servers.push(await startServer())
  let calls = 0
  const nextApp = () => servers[calls++ % servers.length]?.app ?? app

  async function openCompany({
    subdomain = `c${++companies}${Date.now().toString(36)}`,
    isOperator = false,
  } = {}): Promise<Company> {
    const opened = await owner.query<{ id: string }>('select open_company($1, $2, $3) as id', [
      `Empresa ${subdomain}`,
      subdomain,
      isOperator,
    ])
    const id = opened.rows[0]?.id ?? ''
    const host = `${subdomain}.casillero.test`

    const insertSession = async (userId: string, token: string): Promise<string> => {
      const { rows } = await owner.query<{ id: string }>(
        `insert into sessions (company_id, user_id, token_hash, created_at, last_seen_at)
         values ($1, $2, $3, $4, $4) returning id`,
        [id, userId, hashToken(token), now ?? new Date()],
      )
      return rows[0]?.id ?? ''
    }

    const addUser: Company['addUser'] = async (type, values = {}) => {
      const token = newToken()
      const { rows } = await owner.query<{ userId: string }>(
        `with added as (
           insert into users (company_id, first_name, last_name, email, phone, password_hash, type, status)
           values ($1, $2, 'Prueba', $3, $4, $5, $2, $6) returning id)
         insert into sessions (company_id, user_id, token_hash, created_at, last_seen_at)
         select $1, id, $7, $8, $8 from added returning user_id as "userId"`,
        [
          id,
          type,
          values.email ?? `${type}-${newToken().slice(0, 8)}@${subdomain}.test`,
          values.phone ?? null,
          values.passwordHash ?? sampleHash,
          values.status ?? 'active',
          hashToken(token),
          now ?? new Date(),
        ],
      )
      return createActor(nextApp, { host, token, userId: rows[0]?.userId ?? '' })
    }
    const [admin, user, viewer] = await Promise.all([addUser('admin'), addUser('user'), addUser('viewer')])

    return {
      id,
      subdomain,
      host,
      admin,
      user,
      viewer,
      anonymous: createActor(nextApp, { host, token: '', userId: '' }),
      as: (token, userId) => createActor(nextApp, { host, token, userId }),
      openSession: (userId) => insertSession(userId, newToken()),
      ...createClientDeeds({ owner, database, companyId: id }),
      async markSent(messageId) {
        await owner.query(`update messages set state = 'sent', sent_at = clock_timestamp() where id = $1`, [messageId])
      },
      makeLate: (packageId) => makeLate(owner, packageId, now),
      async resumeImport(importId) {
        await owner.query(`update imports set status = 'running', ended_at = null where id = $1`, [importId])
      },
      async keepWorkbook(importId, sheets, content) {
        const named = JSON.stringify(sheets.map((name) => ({ name, isHidden: false })))
        await owner.query(`update imports set sheets = $2 where id = $1`, [importId, named])
        await owner.query(
          `insert into import_files (company_id, import_id, content) select company_id, id, $2 from imports where id = $1`,
          [importId, content],
        )
      },
      addUser,
    }
  }

  return {
    app,
    database,
    owner,
    ownerUrl: cloned.ownerUrl,
    loginUrl: cloned.loginUrl,
    async statementsOf(work) {
      statements = []
      await work()
      return statements.filter(
        (sql) => !/^(begin|commit|rollback)$|set_config|open_session|open_reading|confirm_caller/.test(sql),
      )
    },
    setTime: (at) => {
      now = at
    },
    openCompany,
    async close() {
      await Promise.all(servers.map((server) => server.app.close()))
      await Promise.all(servers.map((server) => server.database.close()))
      await owner.end()
      await cloned.drop()
    },
  }
}
