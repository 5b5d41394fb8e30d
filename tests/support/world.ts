import type { Api } from '@casillero/shared/contract/api'
import type { Failure } from '@casillero/shared/contract/errors'
import type { UserType } from '@casillero/shared/domain/permissions'
import type { FastifyInstance, LightMyRequestResponse } from 'fastify'
import pg from 'pg'
import type { Logger } from 'pino'
import { createApp } from '../../server/src/app.ts'
import { hashToken, newToken } from '../../server/src/platform/auth/session.ts'
import { createDatabase, type Database, type PooledDatabase } from '../../server/src/platform/database/database.ts'
import { createLogger } from '../../server/src/platform/process/logger.ts'
import { cloneDatabase } from './test-database.ts'

export type Call = keyof Api & string

export type Sent<K extends Call> = {
  [Part in 'params' | 'query' | 'body' as Api[K][Part] extends undefined ? never : Part]?: Api[K][Part]
} & { headers?: Record<string, string>; from?: string }

type Refused = Failure & { status: number; retryAfter: string | undefined }

/**
 * A caller with a token; `ok` expects success, `refused` a refusal, `send` says nothing of the outcome. `from` is the
 * address that a call comes from.
 */
export type Actor = {
  token: string
  userId: string
  ok<K extends Call>(call: K, sent?: Sent<K>): Promise<Api[K]['reply']>
  refused<K extends Call>(call: K, sent?: Sent<K>): Promise<Refused>
  send(
    call: string,
    sent?: { params?: unknown; query?: unknown; body?: unknown; headers?: Record<string, string>; from?: string },
  ): Promise<LightMyRequestResponse>
}

export type Company = {
  id: string
  subdomain: string
  host: string
  admin: Actor
  user: Actor
  viewer: Actor
  anonymous: Actor
  /** The caller with this token. */
  as(token: string, userId: string): Actor
  /** One more session of a user; its id. */
  openSession(userId: string): Promise<string>
  /** As if the gateway had taken this message. */
  markSent(messageId: string): Promise<void>
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
  /** The owner's connection, for looking at and preparing rows behind the product's back. */
  owner: pg.Pool
  ownerUrl: string
  /** What a pool of one's own can be opened with. */
  loginUrl: string
  /** The statements that a piece of work sends, but for those that open and close its transaction. */
  statementsOf(work: () => Promise<unknown>): Promise<string[]>
  /** Sets business time; undefined gives the database's own clock back. */
  setTime(at: Date | undefined): void
  openCompany(options?: { subdomain?: string; isOperator?: boolean }): Promise<Company>
  close(): Promise<void>
}

/** The password of every user that a test adds, unless it says otherwise. */
export const samplePassword = 'una clave de prueba'

// Argon2id of it, at the least cost there is: what it costs is measured elsewhere.
const sampleHash = '$argon2id$v=19$m=8,t=1,p=1$zTU8YaYGaBFQsQgdD56hSw$OXgaL01iGJjkUEANXCX+xausmQLZEEtHyOgIQTcsiPQ'

let companies = 0
let marks = 0

/** A short text that nothing else in the run has. */
export const newMark = (): string => `m${Date.now().toString(36)}x${++marks}`

/** An id as the database makes them, which nothing has. */
export const absentId = '01890000-0000-7000-8000-000000000000'

type WorldOptions = {
  poolSize?: number
  /** Connections that one company may have at once, if not as many as the product lets it. */
  companyShare?: number
  /** The same of strangers at one door. */
  anonymousShare?: number
  /** Gets every line of the log, which is thrown away otherwise. */
  log?: (line: string) => void
  /** Another logger than the product's own. */
  logger?: Logger
  /** As where a server has just asked a messaging gateway; there is none behind it. */
  hasGateway?: boolean
  /** Servers on the one database, called in turn. */
  instances?: number
  /** Lets requests sign in as the owner of the tables. */
  asOwner?: boolean
  /** Another wiring than the product's, for showing that an attack notices. */
  rewire?: (database: Database) => Database
}

/** A server of its own on a freshly cloned database. Each test opens its own companies, so there is nothing to clean. */
export async function createWorld(options: WorldOptions = {}): Promise<World> {
  const cloned = await cloneDatabase()
  const owner = new pg.Pool({ connectionString: cloned.ownerUrl, max: 3 })
  // On a busy machine the database is dropped while the last connections are still closing.
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

  function actor(host: string, token: string, userId: string): Actor {
    const send: Actor['send'] = (call, sent = {}) => {
      const [method = 'GET', path = ''] = call.split(' ')
      const url = path.replace(/:(\w+)/g, (_, name: string) => String(Object(sent.params)[name]))
      const query = new URLSearchParams()
      for (const [name, value] of Object.entries(Object(sent.query))) {
        if (value !== undefined) query.append(name, String(value))
      }
      return nextApp().inject({
        method: method as 'GET',
        url: query.size === 0 ? url : `${url}?${query}`,
        ...(sent.from === undefined ? {} : { remoteAddress: sent.from }),
        headers: {
          host,
          ...(token ? { authorization: `Bearer ${token}` } : {}),
          ...(sent.body === undefined ? {} : { 'content-type': 'application/json' }),
          ...sent.headers,
        },
        ...(sent.body === undefined ? {} : { payload: JSON.stringify(sent.body) }),
      })
    }
    return {
      token,
      userId,
      send,
      async ok(call, sent) {
        const answer = await send(call, sent)
        if (answer.statusCode >= 300) throw new Error(`${call} answered ${answer.statusCode}: ${answer.body}`)
        return answer.json()
      },
      async refused(call, sent) {
        const answer = await send(call, sent)
        if (answer.statusCode < 400) throw new Error(`${call} was not refused: ${answer.body}`)
        const retryAfter = answer.headers['retry-after']
        return {
          status: answer.statusCode,
          retryAfter: retryAfter === undefined ? undefined : String(retryAfter),
          ...answer.json(),
        }
      },
    }
  }

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
      const inserted = await owner.query<{ id: string }>(
        `insert into users (company_id, first_name, last_name, email, phone, password_hash, type, status)
         values ($1, $2, 'Prueba', $3, $4, $5, $6, $7) returning id`,
        [
          id,
          type,
          values.email ?? `${type}-${newToken().slice(0, 8)}@${subdomain}.test`,
          values.phone ?? null,
          values.passwordHash ?? sampleHash,
          type,
          values.status ?? 'active',
        ],
      )
      const userId = inserted.rows[0]?.id ?? ''
      const token = newToken()
      await insertSession(userId, token)
      return actor(host, token, userId)
    }

    return {
      id,
      subdomain,
      host,
      admin: await addUser('admin'),
      user: await addUser('user'),
      viewer: await addUser('viewer'),
      anonymous: actor(host, '', ''),
      as: (token, userId) => actor(host, token, userId),
      openSession: (userId) => insertSession(userId, newToken()),
      async markSent(messageId) {
        await owner.query(`update messages set state = 'sent', sent_at = clock_timestamp() where id = $1`, [messageId])
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
        (sql) => !/^(begin|commit|rollback)$|set_config|begin_session|begin_reading|confirm_caller/.test(sql),
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
