import type { Endpoint } from '@casillero/shared/contract/endpoint'
import * as z from 'zod/mini'
import { describeRefusals, refusalComponents } from './openapi-answers.ts'
import { buildExample } from './openapi-example.ts'
import { findTag } from './openapi-tags.ts'

type JsonSchema = Record<string, unknown>

/** The library lists the keys apart. */
function nameKeys({ jsonSchema }: { jsonSchema: z.core.JSONSchema.BaseSchema }): void {
  const { propertyNames, additionalProperties = {} } = jsonSchema
  if (typeof propertyNames !== 'object' || !propertyNames.enum) return
  jsonSchema.properties = Object.fromEntries(propertyNames.enum.map((key) => [String(key), additionalProperties]))
  jsonSchema.additionalProperties = false
  delete jsonSchema.propertyNames
}

function jsonSchema(schema: z.core.$ZodType, io: 'input' | 'output'): JsonSchema {
  const { $schema, ...rest } = z.toJSONSchema(schema, { io, unrepresentable: 'any', override: nameKeys })
  return rest
}

/** Shared by many calls. */
const descriptions: Record<string, string> = {
  id: 'The id of the record.',
  page: 'The page, from 1; without it the list is a look-up of up to 100 rows.',
  limit: 'Rows of a page, 20 unless said otherwise.',
  search: 'Words that all have to be found.',
  format: 'The form of the paper.',
  from: 'The first day, in Managua.',
  to: 'The last day, in Managua.',
}

function parameters(schema: z.core.$ZodType | undefined, place: 'path' | 'query') {
  const { properties = {}, required = [] } = schema
    ? z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' })
    : {}
  return Object.entries(properties).map(([name, property]) => ({
    name,
    in: place,
    required: place === 'path' || required.includes(name),
    ...(descriptions[name] && { description: descriptions[name] }),
    schema: property,
    example: buildExample(property, name),
  }))
}

const idempotencyKey = {
  name: 'Idempotency-Key',
  in: 'header',
  required: false,
  description: 'The same key and body give the first answer again, for a week.',
  schema: { type: 'string', minLength: 1, maxLength: 200 },
  example: '5f0c7a8e-recibo-17',
}

const jsonContent = (schema: z.core.$ZodType, io: 'input' | 'output') => {
  const described = jsonSchema(schema, io)
  return { schema: described, example: buildExample(described) }
}

/** In OpenAPI 3.1 the media type says that it is a file. */
const describeContent = ({ reply, file, otherFile }: Endpoint) =>
  reply
    ? { 'application/json': jsonContent(reply, 'output') }
    : { [file]: {}, ...(otherFile ? { [otherFile]: {} } : {}) }

const uploadTypes = { logo: 'image/*', file: 'application/octet-stream' }

/** Each field as text, with the picture or the file. */
function formContent(body: z.core.$ZodType, upload: keyof typeof uploadTypes) {
  const described = z.toJSONSchema(body, { io: 'input', unrepresentable: 'any' })
  const properties = { ...described.properties, [upload]: { type: 'string', contentMediaType: uploadTypes[upload] } }
  return { schema: { type: 'object', properties } }
}

const describeBody = ({ body, upload }: Endpoint) =>
  body && {
    required: true,
    content: {
      'application/json': jsonContent(body, 'input'),
      ...(upload && { 'multipart/form-data': formContent(body, upload) }),
    },
  }

/** `PUT /api/client/:id/messages` is `putClientByIdMessages`. */
export const buildOperationId = ({ method, path }: Pick<Endpoint, 'method' | 'path'>): string =>
  method.toLowerCase() +
  path
    .slice('/api/'.length)
    .split(/[/-]/)
    .map((part) => part.replace(/^:(.)/, (_, letter: string) => `By${letter.toUpperCase()}`))
    .map((part) => part.charAt(0).toUpperCase() + part.slice(1))
    .join('')

const callers: Partial<Record<Endpoint['who'], string>> = {
  anyone: 'Needs no session.',
  signedIn: 'For every user.',
}

function describeCallers({ who, personal }: Endpoint): string {
  const text = callers[who] ?? `For users with the right \`${who}\`.`
  return personal ? `${text} Not with an access token.` : text
}

function operation(endpoint: Endpoint) {
  const { path, summary, who, params, query, status = 200 } = endpoint
  const requestBody = describeBody(endpoint)
  return {
    operationId: buildOperationId(endpoint),
    tags: [findTag(path).name],
    summary,
    description: describeCallers(endpoint),
    'x-who': who,
    security: who === 'anyone' ? [] : [{ bearer: [] }],
    parameters: [
      ...parameters(params, 'path'),
      ...parameters(query, 'query'),
      ...(endpoint.idempotent ? [idempotencyKey] : []),
    ],
    ...(requestBody && { requestBody }),
    responses: {
      [status]: { description: status === 201 ? 'It was made.' : 'It was done.', content: describeContent(endpoint) },
      ...describeRefusals(endpoint),
    },
  }
}

const introduction = `The calls that the screens of Casillero make, for other programs.

- Each company has a host of its own; every call concerns the company of its host.
- JSON in UTF-8. Ids are texts, amounts numbers, instants ISO 8601 in UTC, dates \`YYYY-MM-DD\`.
- Success is \`{ success: true, data }\`, a refusal \`{ success: false, code, message }\`; 429 and 503 say in \`Retry-After\` when to come again.
- Fields that a call does not know are ignored, and answers may get further fields.`

/** OpenAPI 3.1. */
export function openApiDocument(endpoints: Endpoint[]): object {
  const paths: Record<string, Record<string, unknown>> = {}
  for (const endpoint of endpoints) {
    const path = endpoint.path.replace(/:(\w+)/g, '{$1}')
    paths[path] = { ...paths[path], [endpoint.method.toLowerCase()]: operation(endpoint) }
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Casillero',
      version: '1',
      description: introduction,
      license: { name: 'All rights reserved', identifier: 'LicenseRef-Casillero' },
    },
    servers: [{ url: '/', description: 'The company of this host.' }],
    tags: [...new Map(endpoints.map(({ path }) => findTag(path)).map((tag) => [tag.name, tag])).values()],
    paths,
    components: {
      ...refusalComponents,
      securitySchemes: {
        bearer: { type: 'http', scheme: 'bearer', description: 'An access token, `cas_…`, or the token of a sign-in.' },
      },
    },
  }
}
