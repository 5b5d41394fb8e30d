import type * as z from 'zod/mini'

type Schema = z.core.JSONSchema.BaseSchema

const id = '01997d2c-0000-7000-8000-000000000001'

/** Examples by name, used if the schema accepts them. */
const byName: readonly (readonly [RegExp, string | number])[] = [
  [/(^|[a-z])ids?$/i, id],
  [/email|identifier/i, 'ana@correo.com'],
  [/phone/i, '88776655'],
  [/password/i, 'una clave larga'],
  [/^firstName|^name$|FirstName$/i, 'Ana'],
  [/lastNames?$/i, 'Núñez'],
  [/userName|clientName|fullName/i, 'Ana Núñez'],
  [/casillero/i, 'MIA0001'],
  [/tracking/i, '1Z999AA10123456784'],
  [/currencyCode|^code$/i, 'USD'],
  [/symbol/i, 'US$'],
  [/description/i, 'Zapatos'],
  [/(At|Since)$|^date$/, '2026-11-20T16:00:00.000Z'],
  [/(On|Date|from|to)$/i, '2026-11-20'],
  [/^from$/, '08:00'],
  [/^to$/, '17:00'],
  [/weight/i, 3.1],
  [/page/i, 1],
  [/limit/i, 20],
  [/rate/i, 36.6],
  [/total|amount|price/i, 25.5],
  [/photo/i, 'data:image/jpeg;base64,/9j/4AAQSkZJRg=='],
]

/** For names without an example that fits. */
const others = [
  'texto',
  id,
  '2026-11-20',
  '2026-11-20T16:00:00.000Z',
  '1',
  'true',
  'MIA',
  'ABC',
  'ana@correo.com',
  '88776655',
  'https://ejemplo.com/aviso',
]

type SchemaType = 'string' | 'number' | 'integer' | 'boolean' | 'array' | 'object' | 'null'

const isTyped = (schema: Schema, type: SchemaType): boolean =>
  schema.type === type || (Array.isArray(schema.type) && schema.type.includes(type))

function takesText(schema: Schema, text: string): boolean {
  const { minLength = 0, maxLength = Number.POSITIVE_INFINITY, pattern } = schema
  const isRight = pattern === undefined || new RegExp(pattern, 'u').test(text)
  return (
    isRight &&
    text.length >= minLength &&
    text.length <= maxLength &&
    everyPart(schema).every((part) => takesText(part, text))
  )
}

const everyPart = ({ allOf = [] }: Schema): Schema[] => allOf.filter((part): part is Schema => typeof part === 'object')

function textExample(schema: Schema, name: string): string {
  const named = byName.filter(([pattern]) => pattern.test(name)).map(([, value]) => String(value))
  const found = [...named, ...others].find((text) => takesText(schema, text))
  return found ?? 'x'.repeat(schema.minLength ?? 1)
}

function numberExample(schema: Schema, name: string): number {
  const named = byName.find(([pattern, value]) => typeof value === 'number' && pattern.test(name))?.[1]
  const wanted = Number(named ?? 1)
  const whole = isTyped(schema, 'integer') ? Math.round(wanted) : wanted
  return Math.min(Math.max(whole, schema.minimum ?? whole), schema.maximum ?? whole)
}

function objectExample(schema: Schema, name: string): Record<string, unknown> {
  const { properties = {}, additionalProperties } = schema
  const own = Object.entries(properties).map(([key, value]) => [key, buildExample(value, key)] as const)
  const rest = typeof additionalProperties === 'object' ? [[id, buildExample(additionalProperties, name)] as const] : []
  return Object.fromEntries([...own, ...rest])
}

/** Its contents read like real data. */
export function buildExample(schema: z.core.JSONSchema.JSONSchema | boolean, name = ''): unknown {
  if (typeof schema === 'boolean') return null
  if ('const' in schema) return schema.const
  if (schema.type === 'null') return null
  if (schema.enum) return schema.enum[0]
  const choice = schema.anyOf ?? schema.oneOf
  if (choice) return buildExample(choice.find((each) => typeof each === 'object' && each.type !== 'null') ?? true, name)
  if (isTyped(schema, 'array')) {
    const { items, minItems = 1 } = schema
    if (typeof items !== 'object' || Array.isArray(items)) return []
    return Array.from({ length: Math.max(1, minItems) }, () => buildExample(items, name))
  }
  if (isTyped(schema, 'object')) return objectExample(schema, name)
  if (isTyped(schema, 'number') || isTyped(schema, 'integer')) return numberExample(schema, name)
  if (isTyped(schema, 'boolean')) return true
  return isTyped(schema, 'string') ? textExample(schema, name) : {}
}
