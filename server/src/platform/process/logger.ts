import { type DestinationStream, type Logger, pino, stdSerializers } from 'pino'

/** Other properties, added by libraries, may hold a row, a password or a key. */
const kept = [
  'type',
  'message',
  'stack',
  'code',
  'statusCode',
  'syscall',
  'severity',
  'routine',
  'constraint',
  'schema',
  'table',
  'column',
] as const

const keep = (error: object) =>
  Object.fromEntries(kept.filter((name) => name in error).map((name) => [name, Reflect.get(error, name)]))

/** Writes JSON lines; of errors only the `kept` properties. */
export function createLogger(level: string, destination?: DestinationStream): Logger {
  const err = (error: unknown) => {
    if (!(error instanceof Error)) return { message: String(error) }
    const { aggregateErrors, ...rest } = stdSerializers.err(error)
    return { ...keep(rest), ...(aggregateErrors && { aggregateErrors: aggregateErrors.map(keep) }) }
  }
  const options = { level, serializers: { err } }
  return destination ? pino(options, destination) : pino(options)
}
