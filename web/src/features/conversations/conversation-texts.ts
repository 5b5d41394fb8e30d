import type { Conversation, ReadyPaper, ThreadEntry } from '@casillero/shared/contract/conversations'
import { businessDate, formatDate, formatDateTime } from '@casillero/shared/domain/business-date'
import { formatPhone } from '@casillero/shared/domain/phone'
import { daysSince } from '../../lib/waiting.ts'

/** Prefers the client's name, then the number, then the name that the writer uses. */
export function formatName({ client, phone, name }: Pick<Conversation, 'client' | 'phone' | 'name'>): string {
  if (client !== null) return client.name
  return phone === null ? (name ?? 'Número oculto') : formatPhone(phone)
}

export const nameOwner = ({ isShared }: Pick<Conversation, 'isShared'>): string =>
  isShared ? 'De varios clientes' : 'Número nuevo'

export function formatNumber(conversation: Pick<Conversation, 'client' | 'phone' | 'name' | 'isShared'>): string {
  const { client, phone, name } = conversation
  if (client !== null) return phone === null ? 'Número oculto' : formatPhone(phone)
  return [nameOwner(conversation), name].filter((part) => part !== null).join(' · ')
}

type Kind = ThreadEntry['kind']

const kindWords: Record<Exclude<Kind, 'text'>, { word: string; advice: string }> = {
  picture: { word: 'Foto', advice: 'Véala en el teléfono' },
  document: { word: 'Documento', advice: 'Véalo en el teléfono' },
  audio: { word: 'Audio', advice: 'Escúchelo en el teléfono' },
  video: { word: 'Video', advice: 'Véalo en el teléfono' },
  sticker: { word: 'Sticker', advice: 'Véalo en el teléfono' },
  location: { word: 'Ubicación', advice: 'Véala en el teléfono' },
  contact: { word: 'Contacto', advice: 'Véalo en el teléfono' },
  other: { word: 'Mensaje', advice: 'Véalo en el teléfono' },
}

export function formatLast({ kind, text }: Conversation['last']): string {
  const line = text.replace(/\s+/g, ' ').trim()
  return kind === 'text' ? line : `[${kindWords[kind].word}] ${line}`.trim()
}

export const lengthText = (seconds: number): string =>
  `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`

/** `[Audio, 0:14] Escúchelo en el teléfono`. */
export function describeUnseen({ kind, seconds }: Pick<ThreadEntry, 'kind' | 'seconds'>): string {
  const { word, advice } = kindWords[kind === 'text' ? 'other' : kind]
  return `[${word}${seconds === null ? '' : `, ${lengthText(Math.round(seconds))}`}] ${advice}`
}

export function formatPaper({ paper, number }: ReadyPaper): string {
  if (paper === 'invoice') return `Factura #${number} (PDF)`
  if (paper === 'photos') return `Fotos de #${number}`
  return paper === 'statement' ? 'Estado de cuenta (PDF)' : 'Dirección'
}

export const formatTime = (at: string): string => formatDateTime(at).slice(-5)

/** Returns today's time, `ayer`, or the day. */
export function formatWhen(at: string): string {
  const days = daysSince(at)
  if (days === 0) return formatTime(at)
  return days === 1 ? 'ayer' : formatDate(new Date(at)).replace(/ \d+$/, '')
}

export function formatChatDay(at: string): string {
  const days = daysSince(at)
  return days === 0 ? 'Hoy' : days === 1 ? 'Ayer' : formatDate(new Date(at))
}

export const findChatDay = (at: string): string => businessDate(new Date(at))

export type Mark = 'optOut' | 'voucher' | 'newNumber' | 'shared'

/** Prefers a mark that asks for a decision. */
export function findMark({
  client,
  hasVoucher,
  isShared,
}: Pick<Conversation, 'client' | 'hasVoucher' | 'isShared'>): Mark | undefined {
  if (client !== null && client.optOutText !== null) return 'optOut'
  if (hasVoucher) return 'voucher'
  if (client !== null) return undefined
  return isShared ? 'shared' : 'newNumber'
}

/** Undefined for the client, whose side already identifies them. */
export function formatAuthor({ source, author }: Pick<ThreadEntry, 'source' | 'author'>): string | undefined {
  if (source === 'client') return undefined
  if (source === 'phone') return 'Desde el teléfono'
  if (source === 'rule') return author === null ? 'Respuesta automática' : `Respuesta automática · ${author}`
  if (source === 'note') return `${author} · Solo para el equipo`
  return author ?? undefined
}

const names = new Intl.ListFormat('es')

/** Names at most two. */
export function formatRepliers(repliers: readonly string[]): string {
  const others = repliers.length - 2
  const named = names.format(others > 0 ? [...repliers.slice(0, 2), `${others} más`] : repliers)
  if (repliers.length === 0) return ''
  return repliers.length === 1 ? `${named} está respondiendo` : `${named} están respondiendo`
}
