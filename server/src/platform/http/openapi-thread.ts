import { parentPort } from 'node:worker_threads'
import { allEndpoints } from '@casillero/shared/contract/api'
import type { Endpoint } from '@casillero/shared/contract/endpoint'
import { type ErrorCode, errorTable } from '@casillero/shared/contract/errors'
import * as z from 'zod/mini'
import { buildExample } from './openapi-example.ts'

const failure = {
  type: 'object',
  description: 'What every refused call answers.',
  required: ['success', 'code', 'message', 'error'],
  properties: {
    success: { const: false },
    code: { type: 'string', description: 'The reason, for programs.' },
    message: { type: 'string', description: 'A Spanish sentence for people.' },
    error: { type: 'string', description: 'The same as `message`.' },
    fields: {
      type: 'object',
      description: 'A sentence for each field that is not right.',
      additionalProperties: { type: 'string' },
    },
    details: {
      type: 'object',
      description: 'Facts to go on with.',
      additionalProperties: { type: 'string' },
    },
  },
}

const describeFailure = (code: ErrorCode, fields?: Record<string, string>) => {
  const { message } = errorTable[code]
  return { success: false, code, message, error: message, ...(fields && { fields }) }
}

const refusal = (description: string, example: object, headers = {}) => ({
  description,
  ...headers,
  content: { 'application/json': { schema: { $ref: '#/components/schemas/Failure' }, example } },
})

const comesAgain = {
  headers: { 'Retry-After': { description: 'Seconds to wait.', schema: { type: 'integer', minimum: 1 } } },
}

const refusals = {
  400: refusal('What was sent is not right.', describeFailure('invalid', { name: 'El nombre es requerido' })),
  401: refusal('There is no session or token that counts on this host.', describeFailure('unauthorized')),
  403: refusal('The session or token may not make this call.', describeFailure('forbidden')),
  404: refusal('What the address names does not exist in this company.', describeFailure('not_found')),
  409: refusal('What is stored stands in the way, or changed meanwhile.', describeFailure('stale')),
  413: refusal('The request is too large.', describeFailure('too_large')),
  415: refusal('The body is not JSON.', describeFailure('unsupported_type')),
  422: refusal('The idempotency key was used with another body.', describeFailure('key_reused')),
  429: refusal('Too many calls.', describeFailure('too_many_tries'), comesAgain),
  503: refusal('The server is busy: come again.', describeFailure('unavailable'), comesAgain),
} as const

type Status = keyof typeof refusals

function listStatuses({ who, method, params, query, body, idempotent }: Endpoint): Status[] {
  const isOpen = who === 'anyone'
  const found: (Status | false)[] = [
    (body !== undefined || query !== undefined) && 400,
    (!isOpen || body !== undefined) && 401,
    !isOpen && who !== 'signedIn' && 403,
    (params !== undefined || isOpen) && 404,
    method !== 'GET' && !isOpen && 409,
    body !== undefined && 413,
    body !== undefined && 415,
    idempotent === true && 422,
    429,
    503,
  ]
  return found.filter((status) => status !== false)
}

/** Also describes any other refusal. */
const describeRefusals = (endpoint: Endpoint): Record<string, object> => ({
  ...Object.fromEntries(
    listStatuses(endpoint).map((status) => [status, { $ref: `#/components/responses/Refusal${status}` }]),
  ),
  default: { $ref: '#/components/responses/Refusal' },
})

const refusalComponents = {
  schemas: { Failure: failure },
  responses: {
    Refusal: refusal('Refusal', describeFailure('internal')),
    ...Object.fromEntries(Object.entries(refusals).map(([status, answer]) => [`Refusal${status}`, answer])),
  },
}

type Tag = { name: string; description: string }

const sessions: Tag = {
  name: 'Sessions',
  description: 'Signing in with its second step, the own account and its sessions.',
}
const company: Tag = { name: 'Company', description: 'The company of the host, and its WhatsApp.' }
const clients: Tag = {
  name: 'Clients',
  description: 'Who receives packages, with their account, statement and pickers.',
}
const invoices: Tag = { name: 'Invoices', description: 'Invoices, their payments, links and papers.' }
const cash: Tag = { name: 'Cash', description: 'Drawers, and their sessions from opening to closing.' }
const debts: Tag = { name: 'Debts', description: 'What clients owe, and what they pay over several invoices.' }
const reports: Tag = {
  name: 'Reports',
  description: 'Figures and sums of a period; of money for those who may see it.',
}
const programs: Tag = { name: 'Programs', description: 'Access tokens and webhooks; for people who signed in alone.' }
const messages: Tag = { name: 'Messages', description: 'What clients are told by WhatsApp.' }
const packages: Tag = { name: 'Packages', description: 'Boxes that were received, their status, labels and owners.' }

/** Groups whose name differs from the first part of their address. */
const tags: Record<string, Tag> = {
  health: company,
  auth: sessions,
  account: sessions,
  companies: company,
  company,
  client: clients,
  clients,
  search: { name: 'Search', description: 'Clients, packages and invoices by one text.' },
  tariffs: { name: 'Tariffs', description: 'Prices per pound, by sea and by air.' },
  statuses: { name: 'Statuses', description: 'The company’s own list of what a package can be.' },
  currencies: { name: 'Currencies', description: 'Currencies and their two rates against US$ 1.' },
  charges: { name: 'Charges', description: 'What is charged beside the freight.' },
  'shipping-methods': { name: 'Shipping methods', description: 'How an invoiced package is brought to the door.' },
  'quick-replies': { name: 'Quick replies', description: 'Texts that staff put into an answer by a short word.' },
  'list-views': { name: 'Views', description: 'The named filters of lists.' },
  packages,
  receptions: packages,
  waiting: packages,
  prealerts: packages,
  invoices,
  payments: invoices,
  dispatches: { name: 'Dispatches', description: 'Shipments of invoices that leave with a carrier.' },
  'invoice-shipments': {
    name: 'Shipments of invoices',
    description: 'Invoices that are sent to their client, and their way.',
  },
  handovers: { name: 'Hand-overs', description: 'Which packages left the counter together, and who took them.' },
  shipments: { name: 'Shipments', description: 'The packages that leave the warehouse together.' },
  'cash-drawers': cash,
  'cash-sessions': cash,
  debts,
  collections: debts,
  vouchers: debts,
  dashboard: reports,
  reports,
  imports: { name: 'Imports', description: 'Files of which rows are written, and taking that back.' },
  users: { name: 'Users', description: 'The staff of the company.' },
  conversations: messages,
  templates: messages,
  'auto-answers': messages,
  messages,
  'access-tokens': programs,
  webhooks: programs,
  audit: { name: 'Log', description: 'Every write, with its user and the values before and after.' },
}

/** Returns the first part of the address, with its name. */
export function findTag(path: string): Tag {
  const part = path.split('/')[2] ?? ''
  const name = part.charAt(0).toUpperCase() + part.slice(1).replaceAll('-', ' ')
  return tags[part] ?? { name, description: `The calls of /api/${part}.` }
}

type JsonSchema = Record<string, unknown>

/** The library keeps the keys apart. */
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

/** Descriptions shared by many calls. */
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

/** In OpenAPI 3.1 the media type marks a file. */
const describeContent = ({ reply, file, otherFile }: Endpoint) =>
  reply
    ? { 'application/json': jsonContent(reply, 'output') }
    : { [file]: {}, ...(otherFile ? { [otherFile]: {} } : {}) }

const uploadTypes = { logo: 'image/*', file: 'application/octet-stream' }

/** Describes each field as text, and the picture or the file. */
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

/** Builds an OpenAPI 3.1 document. */
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

parentPort?.on('message', () => {
  parentPort?.postMessage({ content: Buffer.from(JSON.stringify(openApiDocument(allEndpoints))) })
})
