import { type ErrorCode, errorTable, type Failure } from '@casillero/shared/contract/errors'
import type * as z from 'zod/mini'

type Refusal = {
  /** Fills the `{name}` places of the sentence. */
  values?: Record<string, string | number>
  /** Sentences for single fields of the input. */
  fields?: Record<string, string>
  /** The field concerned, if no sentence is shown under it; it is not in the answer. */
  field?: string | undefined
  /** Data that a screen needs, such as the id of the invoice already made. */
  details?: Record<string, string>
  retryAfterSeconds?: number
  cause?: unknown
}

/** docs/product/calls.md, "Failure". */
export class AppError extends Error {
  readonly code: ErrorCode
  readonly refusal: Refusal

  constructor(code: ErrorCode, refusal: Refusal = {}) {
    super(fill(errorTable[code].message, refusal.values ?? {}), { cause: refusal.cause })
    this.name = 'AppError'
    this.code = code
    this.refusal = refusal
  }
}

function fill(sentence: string, values: Record<string, string | number>): string {
  return sentence.replace(/\{(\w+)\}/g, (_, name: string) => String(values[name] ?? ''))
}

/** A 400 with the first problem of each field by its dotted path. If there is one problem with a code, that is the error's code. */
export function invalidInput(error: z.core.$ZodError): AppError {
  const fields: Record<string, string> = {}
  for (const issue of error.issues) {
    const path = issue.path.map(String).join('.') || 'body'
    fields[path] ??= issue.message
  }
  const [first, ...others] = error.issues
  const own = first?.code === 'custom' && others.length === 0 ? first.params?.code : undefined
  return new AppError(refusalNamed(own) ?? 'invalid', { fields })
}

/** Shows its sentence as the message, and under the field. */
export function fieldError(code: ErrorCode, field: string, values?: Record<string, string | number>): AppError {
  const sentence = fill(errorTable[code].message, values ?? {})
  return new AppError(code, { ...(values ? { values } : {}), fields: { [field]: sentence } })
}

/** docs/product/calls.md, "Failure". */
export function toFailure(error: AppError): Failure {
  const { fields, details } = error.refusal
  return {
    success: false,
    code: error.code,
    message: error.message,
    error: error.message,
    ...(fields ? { fields } : {}),
    ...(details ? { details } : {}),
  }
}

type Problem = {
  code?: unknown
  constraint?: unknown
  detail?: unknown
  table?: unknown
  statusCode?: unknown
  message?: unknown
}

const toProblem = (error: unknown): Problem => (typeof error === 'object' && error !== null ? error : {})

/** Deadlocks and serialisation failures. A lock time-out (55P03) is answered 503: three tries of three seconds would outlast an answer. */
export function isRetryable(error: unknown): boolean {
  const { code } = toProblem(error)
  return code === '40001' || code === '40P01'
}

/** An open connection was lost. */
export function isConnectionLost(error: unknown): boolean {
  const { code, message } = toProblem(error)
  if (typeof code === 'string') return /^(08003|08006|57P01|57P02|ECONNRESET|EPIPE)$/.test(code)
  return typeof message === 'string' && /^(Connection terminated|Client .+ not queryable$)/.test(message)
}

/** The server is a standby, or the transaction is read-only. */
export function isReadOnly(error: unknown): error is Error {
  return error instanceof Error && toProblem(error).code === '25006'
}

const networkCodes = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ETIMEDOUT',
  'ENOENT',
  'ENOTFOUND',
  'EHOSTUNREACH',
])
/** Nothing answers, the server starts or stops, or it is a standby. */
export function isUnreachable(error: unknown): boolean {
  const { code } = toProblem(error)
  if (typeof code === 'string' && (networkCodes.has(code) || code === '57P03')) return true
  return isConnectionLost(error)
}

// Connection failures, exhausted resources, shutdown, time-outs of locks and statements, and conflicts that outlasted the retries.
const busyClasses = /^(08...|53...|57P..|57014|55P03|25P0[34]|40001|40P01)$/

function isAway(problem: Problem): boolean {
  if (typeof problem.code === 'string') return networkCodes.has(problem.code) || busyClasses.test(problem.code)
  const message = typeof problem.message === 'string' ? problem.message : ''
  return /^(Connection terminated|timeout exceeded when trying to connect|Client has encountered a connection error|Query read timeout)/.test(
    message,
  )
}

/** `users_company_id_email_key` → `email`. */
function fieldOfConstraint(problem: Problem): string | undefined {
  if (typeof problem.constraint !== 'string') return undefined
  const column = /(?:_company_id|^companies)_([a-z_]+?)(?:_(?:maritimo|aereo|shipping_method|is_default))?_f?key$/.exec(
    problem.constraint,
  )?.[1]
  return column?.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase())
}

const isErrorCode = (name: string): name is ErrorCode => Object.hasOwn(errorTable, name)

function refusalNamed(name: unknown): ErrorCode | undefined {
  return typeof name === 'string' && isErrorCode(name) ? name : undefined
}

/** Values given by a rule of the database. */
function valuesNamed(detail: unknown): Record<string, string> {
  if (typeof detail !== 'string' || !detail.startsWith('{')) return {}
  const values: object = Object(JSON.parse(detail))
  return Object.fromEntries(Object.entries(values).map(([name, value]) => [name, String(value)]))
}

function fromConstraint(code: ErrorCode, problem: Problem, cause: unknown): AppError {
  const field = fieldOfConstraint(problem)
  return new AppError(code, { cause, ...(field ? { fields: { [field]: errorTable[code].message } } : {}) })
}

/** An unforeseen error becomes `internal`, with the original as its cause for the log. docs/product/calls.md, "Failure". */
export function toAppError(error: unknown): AppError {
  if (error instanceof AppError) return error
  const problem = toProblem(error)
  if (isAway(problem)) return new AppError('unavailable', { cause: error, retryAfterSeconds: 2 })
  switch (problem.code) {
    // Raised by confirm_caller.
    case 'CS401':
      return new AppError('unauthorized')
    case 'CS403':
      return new AppError('forbidden')
    // Raised by a rule of the database, which names the refusal.
    case 'CS409':
      return new AppError(refusalNamed(problem.constraint) ?? 'stale', {
        cause: error,
        values: valuesNamed(problem.detail),
      })
    case '23505':
      return fromConstraint('duplicate', problem, error)
    case '23001':
      return fromConstraint('in_use', problem, error)
    case '23503': {
      const isMissing = typeof problem.detail === 'string' && problem.detail.includes('is not present')
      return fromConstraint(isMissing ? 'reference_not_found' : 'in_use', problem, error)
    }
    case '23514':
    case '23502':
    case '22P02':
    case '22007':
    case '22008':
    case '22021':
    case '22003':
    case '22001':
      return new AppError('invalid', { cause: error })
    case 'FST_ERR_CTP_BODY_TOO_LARGE':
      return new AppError('too_large')
    case 'FST_ERR_CTP_INVALID_MEDIA_TYPE':
      return new AppError('unsupported_type')
    default:
  }
  if (problem.statusCode === 413) return new AppError('too_large')
  if (problem.statusCode === 415) return new AppError('unsupported_type')
  if (typeof problem.statusCode === 'number' && problem.statusCode >= 400 && problem.statusCode < 500)
    return new AppError('malformed')
  return new AppError('internal', { cause: error })
}
