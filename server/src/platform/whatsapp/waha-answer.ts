import * as z from 'zod/mini'
import type { SendOutcome } from './gateway.ts'

/** Limited, so that a broken gateway cannot fill the memory. A contact card with a photo takes more than a megabyte. */
export const mostBodyBytes = 4 * 1024 * 1024
const beginningBytes = 2_000

/** `body` is null if it is not JSON or too long; `beginning` is the text of one that is too long. */
export type Answer = { status: number; body: unknown; beginning?: string }

/** Of one with more than `most` bytes only the first. */
async function readStart(response: Response, most: number): Promise<{ bytes: Buffer; isWhole: boolean }> {
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of response.body ?? []) {
    size += chunk.byteLength
    if (size > most) return { bytes: Buffer.concat(chunks.slice(0, 2)), isWhole: false }
    chunks.push(chunk)
  }
  return { bytes: Buffer.concat(chunks), isWhole: true }
}

/** Null if it exceeds `most` bytes. */
export async function readBody(response: Response, most: number): Promise<Buffer | null> {
  const { bytes, isWhole } = await readStart(response, most)
  return isWhole ? bytes : null
}

export async function readAnswer(response: Response): Promise<Answer> {
  const { status } = response
  const { bytes, isWhole } = await readStart(response, mostBodyBytes)
  if (!isWhole) return { status, body: null, beginning: bytes.toString('utf8', 0, beginningBytes) }
  try {
    return { status, body: JSON.parse(bytes.toString('utf8')) }
  } catch {
    return { status, body: null }
  }
}

/** Says whether the request cannot have left this machine. */
export function isSurelyNotSent(error: unknown): boolean {
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error
  const code = typeof cause === 'object' && cause !== null && 'code' in cause ? String(cause.code) : ''
  return ['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'EHOSTUNREACH', 'ENETUNREACH', 'UND_ERR_CONNECT_TIMEOUT'].includes(
    code,
  )
}

const complaint = z.object({
  message: z.optional(z.union([z.string(), z.array(z.string())])),
  error: z.optional(z.string()),
  exception: z.optional(
    z.object({ message: z.optional(z.string()), code: z.optional(z.union([z.string(), z.number()])) }),
  ),
})

/** The error's other fields repeat the message. */
export function readComplaint(body: unknown): string {
  const { data } = complaint.safeParse(body)
  return [data?.message, data?.error, data?.exception?.message, data?.exception?.code].flat().join(' ')
}

// The id's place depends on the engine: NOWEB, GOWS, WEBJS. Events carry its last part.
const sentMessageId = z.union([
  z.pipe(
    z.object({ key: z.object({ id: z.string() }) }),
    z.transform(({ key }) => key.id),
  ),
  z.pipe(
    z.object({ id: z.string() }),
    z.transform(({ id }) => id),
  ),
  z.pipe(
    z.object({ id: z.object({ _serialized: z.string() }) }),
    z.transform(({ id }) => id._serialized),
  ),
])

function readId(body: unknown): string | null {
  const id = sentMessageId.safeParse(body).data?.split('_').at(-1)
  return id && id.length <= 100 ? id : null
}

/** Reasons are texts of this file, because the gateway's bodies hold secrets. */
export function readOutcome({ status, body }: Answer): SendOutcome {
  const said = readComplaint(body)
  const isJson = typeof body === 'object' && body !== null
  if (status >= 200 && status < 300) return isJson ? { kind: 'sent', id: readId(body) } : { kind: 'ambiguous' }
  if (status >= 300 && status < 400) return { kind: 'down', reason: 'La dirección de la pasarela está mal configurada' }
  if (status === 401 || status === 403) return { kind: 'down', reason: 'La pasarela rechazó la clave de acceso' }
  if (status === 404 || (status === 422 && /does not exist/i.test(said)))
    return { kind: 'notReady', reason: 'La sesión de WhatsApp no existe; vincule el teléfono' }
  if (status === 422 && isJson && 'expected' in body) return { kind: 'notReady', reason: 'WhatsApp no está conectado' }
  if (status === 429 || /rate-overlimit/i.test(said)) {
    return { kind: 'paused', reason: 'WhatsApp pidió ir más despacio', minutes: 20, isFirstContactsOnly: false }
  }
  if (status === 502 || status === 503) return { kind: 'down', reason: 'La pasarela no responde' }
  if (status === 500 && /\b463\b/.test(said)) {
    return {
      kind: 'paused',
      reason: 'WhatsApp limitó los mensajes a clientes nuevos',
      minutes: 1_440,
      isFirstContactsOnly: true,
    }
  }
  if (status === 500 && /async-lock timed out|Maximum execution time|Connection Closed/i.test(said)) {
    return { kind: 'transient', reason: 'La pasarela estaba ocupada' }
  }
  if (status === 500 && /no LID/i.test(said)) return { kind: 'refused', reason: 'El número no tiene WhatsApp' }
  if (status >= 500) return { kind: 'ambiguous' }
  if (status === 422 && /only in Plus/i.test(said))
    return { kind: 'refused', reason: 'La pasarela es demasiado antigua para enviar archivos' }
  return { kind: 'refused', reason: 'La pasarela no aceptó el mensaje' }
}

const connectionLost = 'Error de conexión'

/** Describes the status of a call other than a send, for people. */
function describeStatus(status: number): string {
  if (status >= 300 && status < 400) return 'La dirección de la pasarela está mal configurada'
  if (status === 401 || status === 403) return 'La pasarela rechazó la clave de acceso'
  if (status === 404) return 'En la dirección configurada no hay una pasarela que sirva'
  if (status === 422) return 'La pasarela es demasiado antigua o no admite más sesiones'
  if (status === 502 || status === 503 || status === 504) return connectionLost
  return status >= 500 ? 'La pasarela tuvo un error interno' : 'La pasarela no aceptó la solicitud'
}

/** The gateway answered, but did nothing; `reason` is for users. */
export function refusal({ status }: Answer, method: string, path: string, reason = describeStatus(status)): Error {
  return Object.assign(new Error(`The gateway answered ${status} to ${method} ${path}`), { reason })
}

const explained = z.object({ reason: z.string() })

/** A sentence for people, without any text of the gateway. */
export function explain(error: unknown): string {
  const { data } = explained.safeParse(error)
  if (data) return data.reason
  return error instanceof z.core.$ZodError ? 'La pasarela respondió algo inesperado' : connectionLost
}
