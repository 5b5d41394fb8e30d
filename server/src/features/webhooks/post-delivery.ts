import { createHmac, randomBytes } from 'node:crypto'
import { request as requestHttp } from 'node:http'
import { request as requestHttps } from 'node:https'
import { createLookup, findRefusal, PrivateReceiver } from './receivers.ts'

const secretPrefix = 'whsec_'

/** 256 random bits, in the form of Standard Webhooks. */
export const newSecret = (): string => secretPrefix + randomBytes(32).toString('base64')

/** Lets a receiver check the sender, and keeps a recorded call from being sent again later. */
export function signBody(secret: string, { id, seconds, body }: { id: string; seconds: number; body: string }): string {
  const key = Buffer.from(secret.slice(secretPrefix.length), 'base64')
  return `v1,${createHmac('sha256', key).update(`${id}.${seconds}.${body}`).digest('base64')}`
}

type Delivery = { id: string; address: string; secret: string; body: string }

/** `reason` says why it was not accepted. */
export type Receipt = { status: number | null; reason: string | null }

const reasons: Record<string, string> = {
  ENOTFOUND: 'No existe una dirección con ese nombre',
  ENODATA: 'No existe una dirección con ese nombre',
  EAI_AGAIN: 'No se pudo buscar la dirección',
  ESERVFAIL: 'No se pudo buscar la dirección',
  EREFUSED: 'No se pudo buscar la dirección',
  ETIMEOUT: 'No se pudo buscar la dirección',
  ECONNREFUSED: 'Rechazó la conexión',
  ECONNRESET: 'Cortó la conexión',
  ETIMEDOUT: 'No se pudo conectar',
  EHOSTUNREACH: 'No se pudo conectar',
  ENETUNREACH: 'No se pudo conectar',
}

function describeError(error: unknown): string {
  if (error instanceof PrivateReceiver) return 'La dirección es de una red privada'
  const { name, code, syscall }: { name?: unknown; code?: unknown; syscall?: unknown } = Object(error)
  if (name === 'AbortError' || name === 'TimeoutError') return 'No respondió a tiempo'
  // A refused connection may be the name server's, not the receiver's.
  if (String(syscall).startsWith('query'))
    return reasons[String(code) === 'ECONNREFUSED' ? 'EAI_AGAIN' : String(code)] ?? 'No se pudo buscar la dirección'
  const known = reasons[String(code)]
  if (known !== undefined) return known
  return /CERT|TLS|SSL|SIGNATURE/.test(String(code)) ? 'Su certificado no es válido' : 'No se pudo entregar'
}

function toReceipt(status: number): Receipt {
  if (status >= 200 && status < 300) return { status, reason: null }
  return { status, reason: status >= 300 && status < 400 ? 'Respondió con otra dirección' : `Respondió con ${status}` }
}

const lookup = createLookup()

/** Follows no redirect, and reads only the status of the answer. Never throws: errors are part of the receipt. */
export async function postDelivery(
  { id, address, secret, body }: Delivery,
  { timeoutMs, find = lookup }: { timeoutMs: number; find?: typeof lookup },
): Promise<Receipt> {
  // Checked again, because IP addresses are not looked up, and the rules may have changed since saving.
  const refusal = findRefusal(address)
  if (refusal !== undefined) return { status: null, reason: refusal }
  const url = new URL(address)
  const seconds = Math.floor(Date.now() / 1000)
  const options = {
    method: 'POST',
    agent: false as const,
    lookup: find,
    signal: AbortSignal.timeout(timeoutMs),
    headers: {
      'content-type': 'application/json',
      'content-length': Buffer.byteLength(body),
      'user-agent': 'Casillero-Webhooks/1',
      connection: 'close',
      'webhook-id': id,
      'webhook-timestamp': String(seconds),
      'webhook-signature': signBody(secret, { id, seconds, body }),
    },
  }
  try {
    return await new Promise((resolve, reject) => {
      const call = url.protocol === 'https:' ? requestHttps(url, options) : requestHttp(url, options)
      call.on('error', reject)
      // An answer that switches protocols raises no error: the connection just closes.
      call.on('close', () => reject(new Error('The connection was closed without an answer')))
      call.on('response', (answer) => {
        resolve(toReceipt(answer.statusCode ?? 0))
        answer.destroy()
      })
      call.end(body)
    })
  } catch (error) {
    return { status: null, reason: describeError(error) }
  }
}
