import * as z from 'zod/mini'
import { idPattern } from '../domain/id-pattern.ts'
import { isShortened } from '../domain/number-marks.ts'
import { holdsSeveral, lacksNumber, readTracking } from '../domain/tracking-code.ts'
import { visibleCode, visibleText } from '../domain/visible-text.ts'
import { trackingErrors } from './tracking-errors.ts'

type Issue = { code?: string; input?: unknown; origin?: string; maximum?: number | bigint; minimum?: number | bigint }

/** Returns the sentence for an issue without its own. */
function spanishIssue(issue: Issue): string {
  if (issue.input === undefined || issue.input === null || issue.input === '') return 'Este campo es requerido'
  if (issue.code === 'too_big' && issue.origin === 'string') return `Máximo ${issue.maximum} caracteres`
  if (issue.code === 'too_small' && issue.origin === 'string') return `Mínimo ${issue.minimum} caracteres`
  if (issue.code === 'too_big') return `El máximo es ${issue.maximum}`
  if (issue.code === 'too_small') return `El mínimo es ${issue.minimum}`
  return 'Valor no válido'
}

// Without generated code, which the content security policy forbids.
z.config({ customError: spanishIssue, jitless: 'window' in globalThis })

const wellFormed = z.refine<string>((text) => text.isWellFormed(), { error: 'Contiene caracteres no permitidos' })
const tidy = z.overwrite((text: string) => visibleText(text).trim())

/** Aborts further checks, so that no pattern runs on a very long text. */
export const atMost = /* @__NO_SIDE_EFFECTS__ */ (max: number) =>
  z.maxLength(max, { error: `Máximo ${max} caracteres`, abort: true })

/** Trims, normalises to NFC and removes invisible characters; may be empty. */
export const text = /* @__NO_SIDE_EFFECTS__ */ (max: number) => z.string().check(wellFormed, tidy, atMost(max))

// A text without any such character looks empty.
const isVisible = (text: string): boolean => /[^\p{DI}\p{Z}\p{C}\u2800]/u.test(text)

/** Refuses text that looks empty; `missing` is the sentence under the field. */
export const requiredText = /* @__NO_SIDE_EFFECTS__ */ (max: number, missing: string) =>
  z
    .string({ error: missing })
    .check(
      wellFormed,
      tidy,
      z.minLength(1, { error: missing, abort: true }),
      z.refine(isVisible, { error: missing }),
      atMost(max),
    )

// Unicode does not classify the braille blank as a space.
const nothingBlank = z.refine<string>((name) => !name.includes('\u2800'), { error: 'Contiene caracteres invisibles' })

/** Refuses blank letters. */
export const personName = /* @__NO_SIDE_EFFECTS__ */ (max: number, missing: string) =>
  requiredText(max, missing).check(nothingBlank)

const emptyToNull = z.transform((value: string | null | undefined) => value || null)
export const nullIfEmpty = z.transform((value: string | null) => value || null)

/** Empty string, null and undefined all become null. */
export const optionalText = /* @__NO_SIDE_EFFECTS__ */ (max: number) =>
  z.pipe(z.optional(z.nullable(text(max))), emptyToNull)

/** Refuses blank letters. */
export const optionalName = /* @__NO_SIDE_EFFECTS__ */ (max: number) =>
  z.pipe(z.optional(z.nullable(text(max).check(nothingBlank))), emptyToNull)

/** Undefined leaves the value unchanged; an empty string and null become null. */
export const changedText = /* @__NO_SIDE_EFFECTS__ */ (max: number) =>
  z.optional(z.pipe(z.nullable(text(max)), nullIfEmpty))

/** Refuses blank letters. */
export const changedName = /* @__NO_SIDE_EFFECTS__ */ (max: number) =>
  z.optional(z.pipe(z.nullable(text(max).check(nothingBlank)), nullIfEmpty))

/** Characters; for an address, or the content of a label's 2D barcode. */
const longestScan = 500
export const longestTracking = 120

type TrackingFault = { message: string; params?: { code: keyof typeof trackingErrors } }

const refusedBy = (code: keyof typeof trackingErrors): TrackingFault => ({
  message: trackingErrors[code].message,
  params: { code },
})

/** Returns the sentence and, if it has one, the code of the refusal. */
export function findTrackingFault(typed: string): TrackingFault | undefined {
  if (holdsSeveral(typed)) return refusedBy('tracking_several')
  if (isShortened(typed)) return refusedBy('tracking_rounded')
  return lacksNumber(typed) ? { message: 'Escanee el código de barras largo' } : undefined
}

const isOneNumber = z.check<string>(({ value, issues }) => {
  const fault = findTrackingFault(value)
  if (fault) issues.push({ code: 'custom', input: value, continue: false, ...fault })
})

const scanned = z.string().check(
  wellFormed,
  tidy,
  atMost(longestScan),
  isOneNumber,
  z.refine((typed) => typed === '' || readTracking(typed).tracking !== '', {
    error: 'Escanee o escriba el tracking',
    abort: true,
  }),
  z.refine((typed) => readTracking(typed).tracking.length <= longestTracking, {
    error: `Máximo ${longestTracking} caracteres`,
  }),
)

/** `readTracking` extracts the number. Null for none. */
export const optionalTracking = z.pipe(z.optional(z.nullable(scanned)), emptyToNull)

/** `missing` is the sentence under the field. */
export const requiredTracking = /* @__NO_SIDE_EFFECTS__ */ (missing: string) =>
  z.pipe(requiredText(longestScan, missing), scanned)

const emailPattern = /^[^\s@<>()",;:\\]+@[^\s@<>()",;:\\]+\.[^\s@<>()",;:\\]+$/
// Other letters look like these, so that an address could imitate another one.
const emailLetters = /^[\x21-\x7eáéíóúüñÁÉÍÓÚÜÑ]*$/
const isEmail = (text: string): boolean => emailPattern.test(text) && emailLetters.test(text)
const emailMessage = 'Ingrese un correo electrónico válido'

const emailOrEmpty = z.nullable(
  z.string().check(
    z.overwrite(visibleCode),
    atMost(160),
    z.refine((value) => value === '' || isEmail(value), { error: emailMessage }),
  ),
)

export const optionalEmail = z.pipe(z.optional(emailOrEmpty), emptyToNull)

/** Undefined leaves the value unchanged; an empty string and null become null. */
export const changedEmail = z.optional(z.pipe(emailOrEmpty, nullIfEmpty))

export const id = z.string().check(z.regex(idPattern, { error: 'Identificador no válido' }))

/** Base64; a larger file is sent as a form. */
export const smallFile = z
  .string()
  .check(
    z.maxLength(240_000, { error: 'Máximo 240000 caracteres' }),
    z.regex(/^[A-Za-z0-9+/]*={0,2}$/, { error: 'Archivo no válido' }),
  )

export const requiredId = /* @__NO_SIDE_EFFECTS__ */ (missing: string) =>
  z.string({ error: missing }).check(z.minLength(1, { error: missing }), z.regex(idPattern, { error: missing }))

export const optionalId = z.pipe(
  z.optional(z.nullable(z.union([id, z.literal('')], { error: 'Identificador no válido' }))),
  emptyToNull,
)

const hasDecimals = /* @__NO_SIDE_EFFECTS__ */ (decimals: number) => (value: number) =>
  Number(value.toFixed(decimals)) === value

type DecimalLimits = { min: number; max: number; decimals: number; error: string }

/** At most `decimals` decimals, between `min` and `max`. */
export const decimal = /* @__NO_SIDE_EFFECTS__ */ (limits: DecimalLimits) =>
  z
    .number({ error: limits.error })
    .check(
      z.gte(limits.min, { error: limits.error }),
      z.lte(limits.max, { error: `El máximo es ${limits.max}` }),
      z.refine(hasDecimals(limits.decimals), { error: `Use como máximo ${limits.decimals} decimales` }),
    )

export const yes = z._default(z.boolean(), true)
export const no = z._default(z.boolean(), false)

export const version = z.optional(z.int().check(z.gte(1)))

export const instant = z.string()

/** PostgreSQL has no year 0, and JavaScript accepts 30 February. */
function isOnCalendar(date: string): boolean {
  const midnight = new Date(`${date}T00:00:00Z`)
  return date >= '0001' && !Number.isNaN(midnight.getTime()) && midnight.toISOString().startsWith(date)
}

export const date = z
  .string()
  .check(
    z.regex(/^\d{4}-\d{2}-\d{2}$/, { error: 'Fecha no válida' }),
    z.refine(isOnCalendar, { error: 'Fecha no válida' }),
  )

export const optionalDate = z.pipe(
  z.optional(z.nullable(z.union([date, z.literal('')], { error: 'Fecha no válida' }))),
  emptyToNull,
)
