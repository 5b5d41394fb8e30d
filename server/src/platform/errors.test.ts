import { errorTable } from '@casillero/shared/contract/errors'
import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { AppError, fieldError, invalidInput, isRetryable, toAppError, toFailure } from './errors.ts'

const codeOf = (error: unknown) => toAppError(error).code
const fieldsOf = (error: unknown) => toAppError(error).refusal.fields

test('a refusal goes on the wire with its sentence twice, filled in, and with what it says of fields', () => {
  const error = fieldError('package_not_priced', 'items.0.packageId', { number: 12, missing: 'pesar el' })
  const sentence = 'Falta pesar el paquete #12'
  expect(toFailure(error)).toEqual({
    success: false,
    code: 'package_not_priced',
    message: sentence,
    error: sentence,
    fields: { 'items.0.packageId': sentence },
  })
  expect(toFailure(new AppError('not_found'))).not.toHaveProperty('fields')
  expect(toFailure(new AppError('invoice_already_created', { details: { invoiceId: 'x' } }))).toMatchObject({
    details: { invoiceId: 'x' },
  })
})

test('every error sentence is Spanish', () => {
  const english = Object.entries(errorTable).filter(([, { message }]) => /\b(the|not|found|is|try)\b/i.test(message))
  expect(english.map(([code]) => code)).toEqual([])
})

test('invalid input names the first problem of each field by its path', () => {
  const schema = z.object({ name: z.string(), items: z.array(z.object({ id: z.string() })) })
  const { error } = z.safeParse(schema, { name: 1, items: [{ id: 'a' }, { id: 2 }] })
  expect(error && invalidInput(error).refusal.fields).toEqual({
    name: expect.any(String),
    'items.1.id': expect.any(String),
  })
  const { error: whole } = z.safeParse(schema, 'x')
  expect(whole && invalidInput(whole).refusal.fields).toEqual({ body: expect.any(String) })
})

test.each([
  ['a lost connection', { code: '08006' }],
  ['a server that stops', { code: '57P01' }],
  ['a server that starts', { code: '57P03' }],
  ['too many connections', { code: '53300' }],
  ['a full disk', { code: '53100' }],
  ['a statement that took too long', { code: '57014' }],
  ['a lock that was not given', { code: '55P03' }],
  ['an idle transaction that was ended', { code: '25P03' }],
  ['a deadlock that retries did not settle', { code: '40P01' }],
  ['a refused connection', { code: 'ECONNREFUSED' }],
  ['a reset connection', { code: 'ECONNRESET' }],
  ['a pool without a free connection', new Error('timeout exceeded when trying to connect')],
  ['a cut connection', new Error('Connection terminated unexpectedly')],
  ['an answer that did not come', new Error('Query read timeout')],
])('%s is a 503 that says when to come again, and never a 401', (_, error) => {
  const answered = toAppError(error)
  expect([answered.code, answered.refusal.retryAfterSeconds]).toEqual(['unavailable', 2])
  expect(errorTable[answered.code].status).toBe(503)
})

test.each([
  ['users_company_id_email_key', 'email'],
  ['currencies_company_id_code_key', 'code'],
  ['invoice_items_company_id_package_id_key', 'packageId'],
  ['tariffs_company_id_type_is_default_key', 'type'],
])('a duplicate in %s stands under the field %s', (constraint, field) => {
  const error = { code: '23505', constraint }
  expect(codeOf(error)).toBe('duplicate')
  expect(fieldsOf(error)).toEqual({ [field]: errorTable.duplicate.message })
})

test('a foreign key to a deleted row is reported under its field, and deleting a referenced row says that it is in use', () => {
  const detail = (end: string) => `Key (company_id, tariff_id, shipping_method)=(a, b, c) is ${end}`
  const constraint = 'packages_company_id_tariff_id_shipping_method_fkey'
  const missing = { code: '23503', constraint, detail: detail('not present in table "tariffs".') }
  expect([codeOf(missing), Object.keys(fieldsOf(missing) ?? {})]).toEqual(['reference_not_found', ['tariffId']])
  expect(codeOf({ code: '23503', constraint, detail: detail('still referenced from table "packages".') })).toBe(
    'in_use',
  )
  expect(codeOf({ code: '23001', constraint })).toBe('in_use')
})

test.each(['23514', '23502', '22P02', '22021', '22003', '22001', '22007', '22008'])(
  'a value that the database refuses (%s) is a 400',
  (code) => {
    expect(codeOf({ code })).toBe('invalid')
  },
)

test.each([
  [{ code: 'FST_ERR_CTP_BODY_TOO_LARGE', statusCode: 413 }, 'too_large'],
  [{ code: 'FST_ERR_CTP_INVALID_MEDIA_TYPE', statusCode: 415 }, 'unsupported_type'],
  [{ statusCode: 413 }, 'too_large'],
  [{ statusCode: 415 }, 'unsupported_type'],
  [{ code: 'FST_ERR_CTP_INVALID_CONTENT_LENGTH', statusCode: 400 }, 'malformed'],
  [{ statusCode: 500 }, 'internal'],
  [{ code: '42501' }, 'internal'],
  [new TypeError('x is not a function'), 'internal'],
  ['a text', 'internal'],
  [undefined, 'internal'],
])('the error %j becomes %s', (error, code) => {
  expect(codeOf(error)).toBe(code)
})

test('a refusal of the product stays as it is', () => {
  const error = new AppError('stale')
  expect(toAppError(error)).toBe(error)
})

test('a deadlock and a serialisation failure are tried again, and no other error', () => {
  expect(['40001', '40P01'].map((code) => isRetryable({ code }))).toEqual([true, true])
  expect(['23505', '55P03', '57014'].map((code) => isRetryable({ code }))).toEqual([false, false, false])
  expect([undefined, null, 'x', new Error('x')].map(isRetryable)).toEqual([false, false, false, false])
})
