import { isIP } from 'node:net'
import { resolve } from 'node:path'
import { localDomain, readSubdomain } from '@casillero/shared/domain/tenant-host'

/** The README has the same table. */
export type Config = {
  port: number
  host: string
  dataDir: string
  /** The owner's connection to an external PostgreSQL; left out, the embedded one is used. */
  databaseUrl: string | undefined
  /** Set if the installation makes the role itself. */
  appDatabaseUrl: string | undefined
  /** Serves long reads; user and password are those of the requests' role. */
  readDatabaseUrl: string | undefined
  /** Addresses of proxies whose `X-Forwarded-*` headers count; false trusts none. */
  trustedProxy: string | false
  /** In lower case; `requireDomain` checks it. */
  baseDomain: string | undefined
  environment: Environment
  logLevel: LogLevel
  poolSize: number
  /** Undefined if messages are not sent. */
  waha: { url: string; apiKey: string; webhookUrl: string } | undefined
  /** Also allows http; never in production. */
  webhooksToLocal: boolean
  /** Undefined if not served. */
  metrics: { port: number; host: string } | undefined
  /** Overrides the default pace. */
  pace: Record<string, number>
}

const environments = ['development', 'production', 'test'] as const
const logLevels = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const
const proxyGroups = ['loopback', 'linklocal', 'uniquelocal']

type Environment = (typeof environments)[number]
type LogLevel = (typeof logLevels)[number]
type Variables = Record<string, string | undefined>

/**
 * Empty variables count as missing.
 * @param variables usually `process.env`
 * @throws an English sentence that names the variable, what it holds and what it may hold
 */
export function readConfig(variables: Variables): Config {
  return {
    port: wholeNumber(variables, 'PORT', 3000, 0, 65_535),
    host: variables.HOST?.trim() || '127.0.0.1',
    dataDir: resolve(variables.DATA_DIR?.trim() || './data'),
    databaseUrl: databaseUrl(variables, 'DATABASE_URL'),
    appDatabaseUrl: databaseUrl(variables, 'APP_DATABASE_URL'),
    readDatabaseUrl: readDatabaseUrl(variables),
    trustedProxy: trustedProxy(variables),
    baseDomain: baseDomain(variables),
    environment: readChoice(variables, 'NODE_ENV', environments, 'development'),
    logLevel: readChoice(variables, 'LOG_LEVEL', logLevels, 'info'),
    poolSize: wholeNumber(variables, 'DB_POOL_SIZE', 10, 1, 200),
    waha: gateway(variables),
    webhooksToLocal: webhooksToLocal(variables),
    metrics: metrics(variables),
    pace: pace(variables),
  }
}

function wholeNumber(variables: Variables, name: string, fallback: number, min: number, max: number): number {
  const text = variables[name]?.trim()
  if (!text) return fallback
  const value = /^\d{1,9}$/.test(text) ? Number(text) : Number.NaN
  if (value >= min && value <= max) return value
  throw new Error(`${name} must be a whole number from ${min} to ${max}, but is "${text}".`)
}

function readChoice<Choice extends string>(
  variables: Variables,
  name: string,
  choices: readonly Choice[],
  fallback: Choice,
): Choice {
  const text = variables[name]?.trim()
  if (!text) return fallback
  const choice = choices.find((each) => each === text)
  if (choice) return choice
  throw new Error(`${name} must be one of ${choices.join(', ')}, but is "${text}".`)
}

function databaseUrl(variables: Variables, name: string): string | undefined {
  const text = variables[name]?.trim()
  if (!text) return undefined
  const protocol = URL.canParse(text) ? new URL(text).protocol : ''
  // The text holds a password, so it is not repeated.
  if (protocol !== 'postgres:' && protocol !== 'postgresql:') {
    throw new Error(`${name} must look like postgres://owner:password@host:5432/database.`)
  }
  return text
}

function readDatabaseUrl(variables: Variables): string | undefined {
  const url = databaseUrl(variables, 'READ_DATABASE_URL')
  if (url === undefined || variables.DATABASE_URL?.trim()) return url
  throw new Error('READ_DATABASE_URL is set, so DATABASE_URL, the primary of that replica, must be set too.')
}

function baseDomain(variables: Variables): string | undefined {
  const text = variables.BASE_DOMAIN?.trim().toLowerCase()
  if (!text) return undefined
  // A domain is right if a host under it names its company, by the rule for requests.
  if (readSubdomain(`company.${text}`, text) === 'company') return text
  throw new Error(`BASE_DOMAIN must be a domain with a dot, such as casillero.com, without a port, but is "${text}".`)
}

/**
 * Without `BASE_DOMAIN` only local names are allowed, because the host of a request goes into links for clients.
 * @throws an English sentence where a real installation has none
 */
export function requireDomain({ baseDomain, environment }: Config): string {
  if (baseDomain !== undefined) return baseDomain
  if (environment !== 'production') return localDomain
  throw new Error(
    'BASE_DOMAIN must be set where NODE_ENV is production: the domain whose subdomains are the companies, such as casillero.com. Without it any host that leads here would go into the links that clients get.',
  )
}

function webhooksToLocal(variables: Variables): boolean {
  const isAllowed = readChoice(variables, 'WEBHOOKS_TO_LOCAL', ['yes', 'no'], 'no') === 'yes'
  if (isAllowed && variables.NODE_ENV?.trim() === 'production') {
    throw new Error('WEBHOOKS_TO_LOCAL is for tests and development, and cannot be yes where NODE_ENV is production.')
  }
  return isAllowed
}

function metrics(variables: Variables): Config['metrics'] {
  if (!variables.METRICS_PORT?.trim()) return undefined
  return {
    port: wholeNumber(variables, 'METRICS_PORT', 0, 0, 65_535),
    host: variables.METRICS_HOST?.trim() || '127.0.0.1',
  }
}

function gateway(variables: Variables): Config['waha'] {
  const url = httpUrl(variables, 'WAHA_URL')
  if (!url) return undefined
  const apiKey = variables.WAHA_API_KEY?.trim()
  const webhookUrl = httpUrl(variables, 'WAHA_WEBHOOK_URL')
  if (!apiKey) throw new Error('WAHA_URL is set, so WAHA_API_KEY must be set too.')
  if (!webhookUrl)
    throw new Error('WAHA_URL is set, so WAHA_WEBHOOK_URL, where the gateway finds this server, must be set too.')
  return { url, apiKey, webhookUrl }
}

/** Values are two whole numbers, such as `4-8`; the same hour twice means no quiet hours. */
function pace(variables: Variables): Config['pace'] {
  return {
    ...between(variables, 'WHATSAPP_QUIET_HOURS', 23, ['quietFromHour', 'quietToHour'], 1),
    ...between(variables, 'WHATSAPP_KNOWN_SECONDS', 3_600, ['knownLeastMs', 'knownMostMs'], 1_000),
    ...between(variables, 'WHATSAPP_FIRST_SECONDS', 3_600, ['firstLeastMs', 'firstMostMs'], 1_000),
    ...between(variables, 'WHATSAPP_FIRST_PER_DAY', 10_000, ['firstContactsPerDay', 'firstContactsMost'], 1),
  }
}

function between(
  variables: Variables,
  name: string,
  max: number,
  [from, to]: [string, string],
  unit: number,
): Record<string, number> {
  const text = variables[name]?.trim()
  if (!text) return {}
  const [first = max + 1, last = max + 1] = /^\d{1,5}-\d{1,5}$/.test(text) ? text.split('-').map(Number) : []
  if (first <= max && last <= max) return { [from]: first * unit, [to]: last * unit }
  throw new Error(`${name} must be two whole numbers up to ${max}, such as 4-8, but is "${text}".`)
}

function httpUrl(variables: Variables, name: string): string | undefined {
  const text = variables[name]?.trim()
  if (!text) return undefined
  if (URL.canParse(text) && /^https?:$/.test(new URL(text).protocol)) return text
  throw new Error(`${name} must be an http or https address, but is "${text}".`)
}

function trustedProxy(variables: Variables): string | false {
  const names = (variables.TRUSTED_PROXY ?? '')
    .split(',')
    .map((name) => name.trim())
    .filter(Boolean)
  const unknown = names.find((name) => !proxyGroups.includes(name) && !isAddressOrNetwork(name))
  if (unknown === undefined) return names.join(',') || false
  throw new Error(
    `TRUSTED_PROXY must list IP addresses, networks such as 10.0.0.0/8, or ${proxyGroups.join(', ')}, separated by commas, but has "${unknown}".`,
  )
}

function isAddressOrNetwork(name: string): boolean {
  const [address = '', bits, ...rest] = name.split('/')
  const version = isIP(address)
  if (version === 0 || rest.length > 0) return false
  return bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= (version === 4 ? 32 : 128))
}
