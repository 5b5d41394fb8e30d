import type { Endpoint } from '@casillero/shared/contract/endpoint'
import * as z from 'zod/mini'

type JsonSchema = Record<string, unknown>

function jsonSchema(schema: z.core.$ZodType, io: 'input' | 'output'): JsonSchema {
  const { $schema, ...rest } = z.toJSONSchema(schema, { io, unrepresentable: 'any' })
  return rest
}

function parameters(schema: z.core.$ZodType | undefined, place: 'path' | 'query') {
  const { properties = {}, required = [] } = schema
    ? z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' })
    : {}
  return Object.entries(properties).map(([name, property]) => ({
    name,
    in: place,
    required: place === 'path' || required.includes(name),
    schema: property,
  }))
}

const idempotencyKey = {
  name: 'Idempotency-Key',
  in: 'header',
  required: false,
  schema: { type: 'string', minLength: 1, maxLength: 200 },
}

/** A file has no schema in OpenAPI 3.1, its media type says it. */
const contentOf = ({ reply, file, otherFile }: Endpoint) =>
  reply
    ? { 'application/json': { schema: jsonSchema(reply, 'output') } }
    : { [file]: {}, ...(otherFile ? { [otherFile]: {} } : {}) }

function operation(endpoint: Endpoint) {
  const { summary, who, params, query, body, status = 200 } = endpoint
  return {
    summary,
    'x-who': who,
    security: who === 'anyone' ? [] : [{ bearer: [] }],
    parameters: [
      ...parameters(params, 'path'),
      ...parameters(query, 'query'),
      ...(endpoint.idempotent ? [idempotencyKey] : []),
    ],
    ...(body
      ? { requestBody: { required: true, content: { 'application/json': { schema: jsonSchema(body, 'input') } } } }
      : {}),
    responses: {
      [status]: { description: 'Success', content: contentOf(endpoint) },
      default: {
        description: 'Refusal',
        content: { 'application/json': { schema: { $ref: '#/components/schemas/Failure' } } },
      },
    },
  }
}

const failure = {
  type: 'object',
  required: ['success', 'code', 'message', 'error'],
  properties: {
    success: { const: false },
    code: { type: 'string' },
    message: { type: 'string' },
    error: { type: 'string' },
    fields: { type: 'object', additionalProperties: { type: 'string' } },
    details: { type: 'object', additionalProperties: { type: 'string' } },
  },
}

/** Describes the whole contract as an OpenAPI 3.1 document. */
export function openApiDocument(endpoints: Endpoint[]): object {
  const paths: Record<string, Record<string, unknown>> = {}
  for (const endpoint of endpoints) {
    const path = endpoint.path.replace(/:(\w+)/g, '{$1}')
    paths[path] = { ...paths[path], [endpoint.method.toLowerCase()]: operation(endpoint) }
  }
  return {
    openapi: '3.1.0',
    info: { title: 'Casillero', version: '1' },
    paths,
    components: {
      schemas: { Failure: failure },
      securitySchemes: { bearer: { type: 'http', scheme: 'bearer' } },
    },
  }
}
