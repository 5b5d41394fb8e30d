import { packageDraft, packageEndpoints } from '@casillero/shared/contract/packages'
import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { generateParsers } from './register-routes.ts'

const make = () =>
  z.object({
    name: z.string(),
    note: z.optional(z.string()),
    size: z._default(z.number(), 1),
    inner: z.nullable(z.object({ list: z.array(z.object({ id: z.string() })) })),
    even: z.pipe(
      z.number().check(z.refine((value) => value % 2 === 0)),
      z.transform((value: number) => value / 2),
    ),
  })

const samples: unknown[] = [
  { name: 'a', inner: { list: [{ id: 'x', secret: 1 }] }, even: 4, secret: 2 },
  { name: 'a', note: undefined, size: 3, inner: null, even: 2 },
  { name: 1, inner: { list: [{}] }, even: 3 },
  { name: 'a', inner: { list: {} }, even: 2, size: null },
  {},
  null,
  [],
  JSON.parse('{"name":"a","inner":null,"even":2,"__proto__":{"name":"b"}}'),
]

test.each(samples)('a generated parser gives the result of the small one for sample %#', (sample) => {
  const [small, generated] = [make(), make()]
  generateParsers(generated)
  const expected = z.safeParse(small, sample)
  const actual = z.safeParse(generated, sample)
  expect(actual.success).toBe(expected.success)
  expect(actual.data).toEqual(expected.data)
  expect(actual.error?.issues).toEqual(expected.error?.issues)
})

test('checks of an object still run, and fields that a schema does not name are still stripped', () => {
  generateParsers(packageDraft)
  const refused = z.safeParse(packageDraft, { shippingMethod: 'aereo' })
  expect(refused.error?.issues.map(({ path }) => path)).toEqual([['tracking']])
  expect(z.safeParse(packageDraft, { shippingMethod: 'aereo', tracking: 'T', companyId: 'x' }).data).not.toHaveProperty(
    'companyId',
  )
})

test('a schema that is used by several calls is generated once', () => {
  generateParsers(packageEndpoints.list.reply)
  generateParsers(packageEndpoints.get.reply)
  generateParsers(packageEndpoints.list.reply)
  expect(z.safeParse(packageEndpoints.get.reply, { success: true, data: {} }).success).toBe(false)
})
