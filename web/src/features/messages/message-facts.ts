import type { Message } from '@casillero/shared/contract/messages'
import { formatDateTime } from '@casillero/shared/domain/business-date'
import { type MessageState, resendableStates } from '@casillero/shared/domain/message-state'
import { phoneDigits } from '@casillero/shared/domain/phone'

/** Undefined if the state says it all. */
export function findReason(
  { state, error, nextAt, isConnected }: Pick<Message, 'state' | 'error' | 'nextAt' | 'isConnected'>,
  now = new Date(),
): string | undefined {
  if (state === 'unknown') return error ?? 'No se sabe si llegó: WhatsApp no lo confirmó'
  if (state === 'expired') return error ?? 'Venció antes de enviarse'
  if (state !== 'queued') return error ?? undefined
  const next = nextTry(nextAt, now)
  if (error === null) return next ?? (isConnected ? 'Espera su turno' : 'WhatsApp no está conectado')
  return next === undefined ? error : `${error}. ${next}`
}

/** Undefined for a past moment: the message then waits for something else. */
export function nextTry(nextAt: string | null, now = new Date()): string | undefined {
  return nextAt !== null && new Date(nextAt) > now ? `Próximo intento: ${formatDateTime(nextAt)}` : undefined
}

export const isResendable = ({
  state,
  clientAllowsMessages,
}: Pick<Message, 'state' | 'clientAllowsMessages'>): boolean => clientAllowsMessages && resendableStates.includes(state)

const undelivered: readonly MessageState[] = ['queued', 'failed', 'expired']

/** Undefined if the message may be sent, or if its state already says why not. */
export function findRefusal({ state, clientAllowsMessages }: Pick<Message, 'state' | 'clientAllowsMessages'>) {
  return !clientAllowsMessages && undelivered.includes(state) ? 'El cliente pidió no recibir mensajes' : undefined
}

/**
 * A link that opens WhatsApp with the text, while there is no connection. Undefined if the message left, may have left or leaves by itself,
 * and for a client who opted out.
 */
export function handLink(
  message: Pick<Message, 'state' | 'phone' | 'body' | 'clientAllowsMessages' | 'isConnected'>,
): string | undefined {
  const { state, phone, body, clientAllowsMessages, isConnected } = message
  if (isConnected || !clientAllowsMessages || !undelivered.includes(state)) return undefined
  return `https://wa.me/${phoneDigits(phone)}?text=${encodeURIComponent(body)}`
}

export const isActionable = (message: Parameters<typeof handLink>[0]): boolean =>
  message.state === 'queued' || isResendable(message) || handLink(message) !== undefined

export const packageNumbers = ({ packages }: Pick<Message, 'packages'>): string =>
  packages.map(({ companyPackageId }) => `#${companyPackageId}`).join(', ')
