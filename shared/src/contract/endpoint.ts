import * as z from 'zod/mini'
import type { Right } from '../domain/permissions.ts'
import { date, id, text } from './schema.ts'

type Shape = Record<string, z.core.$ZodType>
type Schema = z.core.$ZodType

/** `anyone` needs no session, `signedIn` any session; a right needs a user who has it. */
export type Who = 'anyone' | 'signedIn' | Right

type Call = {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  path: `/api/${string}`
  who: Who
  summary: string
  params?: z.ZodMiniObject<Shape>
  query?: z.ZodMiniObject<Shape>
  body?: Schema
  status?: 200 | 201
  /** Also accepts a multipart form with the fields as text, and a picture or file under this name. */
  upload?: 'logo' | 'file'
  /** Access tokens are refused. */
  personal?: true
  /** Repeating key and body returns the first answer. */
  idempotent?: true
}

type ExcelType = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'

type Reply =
  /** Includes the envelope. The server removes fields that the schema does not name. */
  | { reply: Schema; file?: never; otherFile?: never }
  /** Refusals are JSON nevertheless. */
  | {
      file: 'application/pdf' | 'application/zip' | 'image/webp' | ExcelType
      /** An alternative type, if the caller requests it. */
      otherFile?: 'text/plain' | 'text/csv' | 'application/pdf' | ExcelType
      reply?: never
    }

export type Endpoint = Call & Reply

/** Describes a call as data: the server serves it, the browser types it, the tests loop over it. */
export const endpoint = /* @__NO_SIDE_EFFECTS__ */ <const E extends Endpoint>(definition: E): E => definition

/** `{ success, data }`. */
export const dataReply = /* @__NO_SIDE_EFFECTS__ */ <S extends Schema>(data: S) =>
  z.object({ success: z.literal(true), data })

export const emptyReply = z.object({ success: z.literal(true), data: z.null() })

export const pagination = z.object({
  page: z.number(),
  pages: z.number(),
  totalPages: z.number(),
  limit: z.number(),
  total: z.number(),
})
export type Pagination = z.infer<typeof pagination>

/** `{ success, data: [], pagination }`. */
export const pageReply = /* @__NO_SIDE_EFFECTS__ */ <S extends Schema>(row: S) =>
  z.object({ success: z.literal(true), data: z.array(row), pagination })

const wholeNumber = /* @__NO_SIDE_EFFECTS__ */ (min: number, max: number) =>
  z.pipe(
    z.string().check(z.regex(/^\d{1,6}$/, { error: `Debe ser un número entero de ${min} a ${max}` })),
    z.pipe(
      z.transform((value: string) => Number(value)),
      z
        .number()
        .check(
          z.gte(min, { error: `Debe ser un número entero de ${min} a ${max}` }),
          z.lte(max, { error: `Debe ser un número entero de ${min} a ${max}` }),
        ),
    ),
  )

export const flag = z.pipe(
  z.enum(['true', 'false'], { error: 'Debe ser true o false' }),
  z.transform((value) => value === 'true'),
)

/** Without `page`, returns up to 100 rows for a look-up. */
export const listQuery = {
  page: z.optional(wholeNumber(1, 10_000)),
  limit: z.optional(wholeNumber(1, 100)),
  search: z.optional(text(100)),
}

export const createdBetween = { from: z.optional(date), to: z.optional(date) }

const statusOrNone = z.union([id, z.literal('none')], { error: 'Identificador no válido' })

/** Repeated keys; `none` selects rows without a status. */
export const severalStatuses = z.pipe(
  z.union([statusOrNone, z.array(statusOrNone).check(z.maxLength(50))], { error: 'Identificador no válido' }),
  z.transform((chosen: string | string[]) => (typeof chosen === 'string' ? [chosen] : chosen)),
)

const descending = <const Column extends string>(column: Column): `-${Column}` => `-${column}`

/** A `-` in front sorts descending. */
export const orderedBy = /* @__NO_SIDE_EFFECTS__ */ <const Column extends string>(...columns: Column[]) =>
  z.optional(z.enum([...columns, ...columns.map(descending)], { error: 'Elija otro orden' }))

export type ListQuery = { page?: number | undefined; limit?: number | undefined; search?: string | undefined }
