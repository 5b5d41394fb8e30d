import { type DestinationStream, type Logger, pino, stdSerializers } from 'pino'

// PostgreSQL repeats whole rows and statements' values there: names, phones, texts of messages.
const telling = new Set(['detail', 'where', 'parameters', 'internalQuery', 'query', 'hint', 'dataType'])

/**
 * The one logger: JSON lines on the standard output, or to `destination`. Of an error it keeps kind, message and stack, and
 * drops what may hold a row.
 */
export function createLogger(level: string, destination?: DestinationStream): Logger {
  const err = (error: Error) =>
    Object.fromEntries(Object.entries(stdSerializers.err(error)).filter(([name]) => !telling.has(name)))
  const options = { level, serializers: { err } }
  return destination ? pino(options, destination) : pino(options)
}
