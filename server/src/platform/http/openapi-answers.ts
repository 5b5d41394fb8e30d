import type { Endpoint } from '@casillero/shared/contract/endpoint'
import { type ErrorCode, errorTable } from '@casillero/shared/contract/errors'

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

/** And what any other one looks like. */
export const describeRefusals = (endpoint: Endpoint): Record<string, object> => ({
  ...Object.fromEntries(
    listStatuses(endpoint).map((status) => [status, { $ref: `#/components/responses/Refusal${status}` }]),
  ),
  default: { $ref: '#/components/responses/Refusal' },
})

export const refusalComponents = {
  schemas: { Failure: failure },
  responses: {
    Refusal: refusal('Refusal', describeFailure('internal')),
    ...Object.fromEntries(Object.entries(refusals).map(([status, answer]) => [`Refusal${status}`, answer])),
  },
}
