import { createHash, createHmac, pbkdf2Sync, randomBytes } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import { type Client, DatabaseError } from 'pg'
import { withConnection } from './single-connection.ts'

const loginRole = 'casillero_login'
const scramRounds = 4_096
const tries = 10
/** Raised when two databases of one cluster make the shared role at the same moment. */
const raceCodes = new Set(['23505', '42710', 'XX000'])

/**
 * The password is derived from the owner's, so every instance knows it and nothing is stored.
 * @param ownerUrl a connection string of the role that owns the database
 * @returns undefined when the owner signs in without a password
 */
export function buildLoginUrl(ownerUrl: string): string | undefined {
  const url = new URL(ownerUrl)
  if (!url.password) return undefined
  const key = decodeURIComponent(url.password)
  url.password = createHmac('sha256', key).update(`${loginRole} of ${url.username}`).digest('base64url')
  url.username = loginRole
  return url.href
}

/** Combines the requests' role with the replica's address and parameters. */
export function buildReplicaUrl(loginUrl: string, replicaUrl: string): string {
  const [url, { username, password }] = [new URL(replicaUrl), new URL(loginUrl)]
  return Object.assign(url, { username, password }).href
}

/**
 * The role owns nothing and may only become casillero_app, so that a request that breaks out has no rights. It is created or corrected if
 * needed.
 * @param ownerUrl a connection string of the role that owns the database, which is migrated
 * @param given the connection string of such a role that the installation made itself
 * @param say called with the reason when requests have to sign in as the owner
 * @throws an English sentence when the given role cannot be used or has more rights than it should
 */
export async function openLogin(
  ownerUrl: string,
  { given, say }: { given?: string | undefined; say: (line: string) => void },
): Promise<string> {
  if (given) {
    const fault = await findFault(given).catch((error: unknown) =>
      error instanceof Error ? error.message : `${error}`,
    )
    if (fault) throw new Error(`APP_DATABASE_URL cannot be used: ${fault}.`)
    return given
  }
  const url = buildLoginUrl(ownerUrl)
  const fault = url ? await makeUsable(ownerUrl, url) : 'DATABASE_URL has no password that one could follow from'
  if (url && !fault) return url
  say(
    `Requests sign in as the owner of the database, because ${loginRole} cannot: ${fault}. APP_DATABASE_URL may name another role.`,
  )
  return ownerUrl
}

/** Returns what is still wrong afterwards, or undefined. */
async function makeUsable(ownerUrl: string, url: string): Promise<string | undefined> {
  try {
    return await findFault(url)
  } catch (error) {
    if (!isRefusal(error)) throw error
  }
  try {
    await withConnection(ownerUrl, (owner) => makeRole(owner, new URL(url).password))
    return await findFault(url)
  } catch (error) {
    if (!isRefusal(error)) throw error
    return error.message
  }
}

/** From PostgreSQL or its pooler, or because the owner may not make roles. */
const isRefusal = (error: unknown): error is DatabaseError =>
  error instanceof DatabaseError && /^(?:28...|08P01|42501)$/.test(error.code ?? '')

/** Undefined if requests may use it; rejects if signing in fails. */
function findFault(url: string): Promise<string | undefined> {
  return withConnection(url, async (client) => {
    const { rows } = await client.query<{ may: boolean; strong: boolean }>(
      `select pg_has_role(r.oid, 'casillero_app', 'set') as may,
              rolsuper or rolbypassrls or rolcreaterole or rolcreatedb or rolreplication
                or exists (select from pg_class where relowner = r.oid)
                or exists (select from pg_auth_members m where m.member = r.oid and m.roleid <> 'casillero_app'::regrole) as strong
         from pg_roles r where rolname = session_user`,
    )
    if (!rows[0]?.may) return 'it is not allowed to become casillero_app'
    return rows[0].strong ? 'it has more rights than to become casillero_app' : undefined
  })
}

async function makeRole(owner: Client, password: string): Promise<void> {
  const known = owner.escapeLiteral(computeVerifier(password))
  for (let attempt = 1; ; attempt += 1) {
    try {
      const found = await owner.query('select from pg_roles where rolname = $1', [loginRole])
      await owner.query(`${found.rowCount ? 'alter' : 'create'} role ${loginRole} login noinherit password ${known}`)
      await owner.query(`grant casillero_app to ${loginRole} with set true, inherit false`)
      // Membership lets the owner see and end what requests do; the role has no rights to pass on.
      await owner.query(`grant ${loginRole} to current_user with inherit true, set false`)
      return
    } catch (error) {
      const raced = error instanceof DatabaseError && raceCodes.has(error.code ?? '')
      if (!raced || attempt === tries) throw error
      await delay(attempt * 20)
    }
  }
}

/** PostgreSQL stores the SCRAM verifier, so no logged statement holds the password. */
function computeVerifier(password: string): string {
  const salt = randomBytes(16)
  const salted = pbkdf2Sync(password, salt, scramRounds, 32, 'sha256')
  const sign = (what: string) => createHmac('sha256', salted).update(what).digest()
  const stored = createHash('sha256').update(sign('Client Key')).digest('base64')
  return `SCRAM-SHA-256$${scramRounds}:${salt.toString('base64')}$${stored}:${sign('Server Key').toString('base64')}`
}
