import type { Message, MessageState } from '@casillero/shared/contract/messages'
import { formatDateTime } from '@casillero/shared/domain/business-date'
import { phoneDigits } from '@casillero/shared/domain/phone'

/** Why a message is where it is, or undefined where its state says it all. */
export function reasonOf(
  { state, error, nextAt }: Pick<Message, 'state' | 'error' | 'nextAt'>,
  now = new Date(),
): string | undefined {
  if (state === 'unknown') return error ?? 'No se sabe si llegó: WhatsApp no lo confirmó'
  if (state === 'expired') return error ?? 'Esperó demasiado y ya no era noticia'
  if (state !== 'queued') return error ?? undefined
  const next = nextTry(nextAt, now)
  if (error === null) return next ?? 'Espera su turno'
  return next === undefined ? error : `${error}. ${next}`
}

/** When it goes on; undefined for a moment that has passed, because then it waits for something else. */
export function nextTry(nextAt: string | null, now = new Date()): string | undefined {
  return nextAt !== null && new Date(nextAt) > now ? `Próximo intento: ${formatDateTime(nextAt)}` : undefined
}

const resendable: readonly MessageState[] = ['failed', 'unknown', 'cancelled', 'expired']

export const isResendable = ({ state }: Pick<Message, 'state'>): boolean => resendable.includes(state)

/**
 * WhatsApp on this device with the text ready, for what did not or does not yet leave by itself; undefined for what left, or
 * may have, and for whoever wants no messages.
 */
export function handLink({ state, phone, body }: Pick<Message, 'state' | 'phone' | 'body'>): string | undefined {
  if (state !== 'queued' && state !== 'failed' && state !== 'expired') return undefined
  return `https://wa.me/${phoneDigits(phone)}?text=${encodeURIComponent(body)}`
}

export const packageNumbers = ({ packages }: Pick<Message, 'packages'>): string =>
  packages.map(({ companyPackageId }) => `#${companyPackageId}`).join(', ')
