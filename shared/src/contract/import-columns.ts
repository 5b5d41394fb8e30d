import * as z from 'zod/mini'
import { id, text } from './schema.ts'
import { shippingKind } from './tariffs.ts'

const dateOrder = z.enum(['dmy', 'mdy'], { error: 'Elija cómo se leen las fechas' })
const decimalMark = z.enum(['.', ','], { error: 'Elija cómo se leen los números' })
const both = z.literal('both')

/** `both` if the values fit either way, with an example of an ambiguous one. */
export const columnFacts = z.object({
  dates: z.nullable(z.union([dateOrder, both])),
  date: z.nullable(z.string()),
  decimals: z.nullable(z.union([decimalMark, both])),
  number: z.nullable(z.string()),
})

/** For fields that no column has. */
export const fixedValues = z.object({
  shippingMethod: z.nullable(shippingKind),
  statusId: z.nullable(id),
  tariffId: z.nullable(id),
  shipmentId: z.nullable(id),
  chargeId: z.nullable(id),
  currencyId: z.nullable(id),
})
export type FixedValues = z.infer<typeof fixedValues>

export const columnMapping = z.object({
  field: z.nullable(z.string()),
  /** `remembered` from a file with the same headings; `unclear` needs a choice; `ignored` is not imported. */
  state: z.enum(['known', 'remembered', 'unclear', 'ignored']),
  /** Values that match nothing in the company. */
  unpaired: z.array(z.string()),
  /** The order of day and month, and the decimal mark. */
  dates: z.nullable(dateOrder),
  decimals: z.nullable(decimalMark),
})

/** Assigned by hand. */
export const pairedValue = z.object({
  field: z.enum(['status', 'shippingMethod']),
  value: text(1_100),
  to: text(40),
})
export type PairedValue = z.infer<typeof pairedValue>

/** A field, null for none, or an object with all choices for the column. */
export const chosenColumn = z.union(
  [
    z.nullable(text(40)),
    z.object({
      field: z.nullable(text(40)),
      dates: z._default(z.nullable(dateOrder), null),
      decimals: z._default(z.nullable(decimalMark), null),
    }),
  ],
  { error: 'Elija un campo' },
)
export type ChosenColumn = z.infer<typeof chosenColumn>
