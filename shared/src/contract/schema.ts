import * as z from 'zod/mini'
import { idPattern } from '../domain/id-pattern.ts'

type Issue = { code?: string; input?: unknown; origin?: string; maximum?: number | bigint; minimum?: number | bigint }

/** The sentence for a problem that a schema does not phrase itself. */
function spanishIssue(issue: Issue): string {
  if (issue.input === undefined || issue.input === null || issue.input === '') return 'Este campo es requerido'
  if (issue.code === 'too_big' && issue.origin === 'string') return `Máximo ${issue.maximum} caracteres`
  if (issue.code === 'too_small' && issue.origin === 'string') return `Mínimo ${issue.minimum} caracteres`
  if (issue.code === 'too_big') return `El máximo es ${issue.maximum}`
  if (issue.code === 'too_small') return `El mínimo es ${issue.minimum}`
  return 'Valor no válido'
}

// In the browser without generated code, because the content security policy forbids it.
z.config({ customError: spanishIssue, jitless: 'window' in globalThis })

// Bidirectional controls can make one name look like another.
const bidiControls = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/g

function isPrintable(text: string): boolean {
  if (!text.isWellFormed()) return false
  for (const character of text) {
    const code = character.codePointAt(0) ?? 0
    const isControl = code < 32 || (code >= 127 && code < 160)
    if (isControl && character !== '\n' && character !== '\t' && character !== '\r') return false
  }
  return true
}

const printable = z.refine<string>(isPrintable, { error: 'Contiene caracteres no permitidos' })
const tidy = z.overwrite((text: string) => text.normalize('NFC').replace(bidiControls, '').trim())

/**
 * Checks a length, with a sentence of its own, because the schema's sentence is about a missing value. Ends the checks when it
 * fails, so that no pattern runs on a very long text.
 */
export const atMost = /* @__NO_SIDE_EFFECTS__ */ (max: number) =>
  z.maxLength(max, { error: `Máximo ${max} caracteres`, abort: true })

/** Text without control characters, trimmed, in NFC, at most `max` characters; may be empty. */
export const text = /* @__NO_SIDE_EFFECTS__ */ (max: number) => z.string().check(printable, tidy, atMost(max))

// A text looks empty unless it has at least one of these characters.
const isVisible = (text: string): boolean => /[^\p{DI}\p{Z}\p{C}\u2800]/u.test(text)

/** As `text`, but not empty and not blank to the eye: `missing` is the sentence under the field. */
export const requiredText = /* @__NO_SIDE_EFFECTS__ */ (max: number, missing: string) =>
  z
    .string({ error: missing })
    .check(
      printable,
      tidy,
      z.minLength(1, { error: missing, abort: true }),
      z.refine(isVisible, { error: missing }),
      atMost(max),
    )

// Joiners of letters in some scripts and of the parts of an emoji stay; other invisible characters make two names look alike.
const hasHidden = (text: string): boolean => /[\u2800\p{DI}]/u.test(text.replace(/\u200c|\u200d|[\ufe00-\ufe0f]/g, ''))
const nothingHidden = z.refine<string>((name) => !hasHidden(name), { error: 'Contiene caracteres invisibles' })

/** The name of a person: as `requiredText`, without invisible characters. */
export const personName = /* @__NO_SIDE_EFFECTS__ */ (max: number, missing: string) =>
  requiredText(max, missing).check(nothingHidden)

const emptyToNull = z.transform((value: string | null | undefined) => value || null)
export const nullIfEmpty = z.transform((value: string | null) => value || null)

/** Text that may be left out; an empty string, null and undefined all mean null. */
export const optionalText = /* @__NO_SIDE_EFFECTS__ */ (max: number) =>
  z.pipe(z.optional(z.nullable(text(max))), emptyToNull)

/** As `optionalText`, without invisible characters. */
export const optionalName = /* @__NO_SIDE_EFFECTS__ */ (max: number) =>
  z.pipe(z.optional(z.nullable(text(max).check(nothingHidden))), emptyToNull)

/** Text of an update: left out it stays as it is (undefined), an empty string and null mean null. */
export const changedText = /* @__NO_SIDE_EFFECTS__ */ (max: number) =>
  z.optional(z.pipe(z.nullable(text(max)), nullIfEmpty))

/** As `changedText`, without invisible characters. */
export const changedName = /* @__NO_SIDE_EFFECTS__ */ (max: number) =>
  z.optional(z.pipe(z.nullable(text(max).check(nothingHidden)), nullIfEmpty))

const emailPattern = /^[^\s@<>()",;:\\]+@[^\s@<>()",;:\\]+\.[^\s@<>()",;:\\]+$/
// Letters of other scripts look like these, so that one address could pass for another's.
const emailLetters = /^[\x21-\x7eáéíóúüñÁÉÍÓÚÜÑ]*$/
const isEmail = (text: string): boolean => emailPattern.test(text) && emailLetters.test(text)
const emailMessage = 'Ingrese un correo electrónico válido'

const emailOrEmpty = z.nullable(
  text(160).check(z.refine((value) => value === '' || isEmail(value), { error: emailMessage })),
)

export const optionalEmail = z.pipe(z.optional(emailOrEmpty), emptyToNull)

/** As `changedText`. */
export const changedEmail = z.optional(z.pipe(emailOrEmpty, nullIfEmpty))

export const id = z.string().check(z.regex(idPattern, { error: 'Identificador no válido' }))

export const requiredId = /* @__NO_SIDE_EFFECTS__ */ (missing: string) =>
  z.string({ error: missing }).check(z.minLength(1, { error: missing }), z.regex(idPattern, { error: missing }))

export const optionalId = z.pipe(
  z.optional(z.nullable(z.union([id, z.literal('')], { error: 'Identificador no válido' }))),
  emptyToNull,
)

const hasDecimals = /* @__NO_SIDE_EFFECTS__ */ (decimals: number) => (value: number) =>
  Number(value.toFixed(decimals)) === value

type DecimalLimits = { min: number; max: number; decimals: number; error: string }

/** A wire number with at most `decimals` decimals between `min` and `max`. */
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

/** PostgreSQL's calendar has no year 0, JavaScript's has no 30 February. */
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
