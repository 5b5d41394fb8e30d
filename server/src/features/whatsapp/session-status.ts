import type { SessionStatus, WhatsappStatus } from '@casillero/shared/contract/whatsapp'
import type { Db } from '../../platform/database.ts'
import { AppError } from '../../platform/errors.ts'
import { countUnconfirmed, findSession, insertWish, isGatewayConfigured, type SessionRow, wantQr } from './queries.ts'

type Shown = Omit<WhatsappStatus, 'success'>

const messages: Record<SessionStatus, string> = {
  STOPPED: 'La sesión está detenida. El sistema intentará reconectar automáticamente.',
  STARTING: 'La sesión se está iniciando. Espere un momento.',
  SCAN_QR_CODE: 'Escanee el código QR con el teléfono de la empresa.',
  WORKING: 'WhatsApp está conectado.',
  FAILED: 'Hay un problema con la conexión de WhatsApp.',
}

const notConfigured: Shown = {
  status: 'STOPPED',
  qrCode: null,
  sessionInfo: null,
  error: null,
  message: 'La mensajería no está configurada en esta instalación. Los avisos esperan en la cola.',
}

// The gateway itself gives up after two minutes of starting, sometimes without saying so.
const longestStartSeconds = 130

const isKnown = (status: string): status is SessionStatus => Object.hasOwn(messages, status)

const pngInBase64 = 'iVBORw0KGgo'

function pictureOf(qr: string | null): string | null {
  const compact = qr?.replace(/\s+/g, '') ?? ''
  return compact.startsWith(pngInBase64) && compact.length > 100 ? compact : null
}

function shown(row: SessionRow, unconfirmed: number): Shown {
  const sessionInfo = row.linkedName === null ? null : { name: row.linkedName }
  const failed = (message: string, error: string | null = null): Shown => ({
    status: 'FAILED',
    qrCode: null,
    sessionInfo,
    error,
    message,
  })
  if (row.error !== null) return failed(messages.FAILED, row.error)
  if (!isKnown(row.status)) return failed('La sesión de WhatsApp requiere atención en la pasarela.')
  const isStuck = row.status === 'STARTING' && row.wanted === null && (row.secondsInStatus ?? 0) > longestStartSeconds
  if (isStuck) return failed('La sesión no terminó de iniciarse. Genere un nuevo código QR.')
  if (row.status === 'WORKING' && unconfirmed === 3) {
    return { ...working(sessionInfo), error: 'WhatsApp no confirma los últimos mensajes; revise el teléfono' }
  }
  const qrCode = row.status === 'SCAN_QR_CODE' ? pictureOf(row.qr) : null
  return { status: row.status, qrCode, sessionInfo, error: null, message: messages[row.status] }
}

const working = (sessionInfo: Shown['sessionInfo']): Shown => ({
  status: 'WORKING',
  qrCode: null,
  sessionInfo,
  error: null,
  message: messages.WORKING,
})

/**
 * What the company's row says (specification 000, section 2). Looking is wanting: a stopped session is started, and while
 * somebody looks the worker has a QR ready and keeps it fresh.
 */
export async function readStatus(db: Db): Promise<Shown> {
  if (!(await isGatewayConfigured(db))) return notConfigured
  const row = await findSession(db)
  if (!row || (row.status === 'STOPPED' && row.wanted === null && row.error === null)) await insertWish(db, 'start')
  if (row?.status !== 'WORKING') await wantQr(db)
  if (!row) return { ...notConfigured, status: 'STARTING', message: messages.STARTING }
  return shown(row, row.status === 'WORKING' ? await countUnconfirmed(db) : 0)
}

/** A new QR, or another phone; the worker does it, one thing after another per company. Throws `whatsapp_not_configured`. */
export async function wish(db: Db, wanted: 'restart' | 'logout'): Promise<Shown> {
  if (!(await isGatewayConfigured(db))) throw new AppError('whatsapp_not_configured')
  await insertWish(db, wanted)
  return await readStatus(db)
}
