import * as z from 'zod/mini'

const { core } = z
// TypeScript allows the call of an assertion signature only through a name with an explicit type.
const large: typeof core.$ZodObjectJIT = core.$ZodObjectJIT

/** The schemas inside a schema. */
function listParts(schema: z.core.$ZodType): z.core.$ZodType[] {
  if (schema instanceof core.$ZodObject) return Object.values(schema._zod.def.shape)
  if (schema instanceof core.$ZodArray) return [schema._zod.def.element]
  if (schema instanceof core.$ZodUnion) return [...schema._zod.def.options]
  if (schema instanceof core.$ZodPipe) return [schema._zod.def.in, schema._zod.def.out]
  const isWrapper =
    schema instanceof core.$ZodOptional || schema instanceof core.$ZodNullable || schema instanceof core.$ZodDefault
  return isWrapper ? [schema._zod.def.innerType] : []
}

/** zod's small build omits them: the same answers in a quarter of the time, and the server spends most of its time on parsing answers. */
export function generateParsers(schema: z.core.$ZodType, done = new Set<z.core.$ZodType>()): void {
  if (done.has(schema)) return
  done.add(schema)
  for (const part of listParts(schema)) generateParsers(part, done)
  if (!(schema instanceof core.$ZodObject)) return
  const before = schema._zod.parse
  large.init(schema, schema._zod.def)
  // Without checks, `run` is the parser itself and must follow it.
  if (schema._zod.run === before) schema._zod.run = schema._zod.parse
}
