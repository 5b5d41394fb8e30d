import type { SessionStatus, WhatsappStatus } from '@casillero/shared/contract/whatsapp'
import type { Db } from '../../platform/database/database.ts'
import { AppError } from '../../platform/errors.ts'
import { firstContactsBarred } from './describe-wait.ts'
import {
  countUnconfirmed,
  findSession,
  isGatewayConfigured,
  requestQr,
  type SessionRow,
  upsertLifecycleRequest,
} from './queries.ts'

type StatusView = Omit<WhatsappStatus, 'success'>

const messages: Record<SessionStatus, string> = {
  STOPPED: 'La sesión está detenida. El sistema intentará reconectar automáticamente.',
  STARTING: 'La sesión se está iniciando. Espere un momento.',
  SCAN_QR_CODE: 'Escanee el código QR con el teléfono de la empresa.',
  WORKING: 'WhatsApp está conectado.',
  FAILED: 'Hay un problema con la conexión de WhatsApp.',
}

const notConfigured: StatusView = {
  status: 'STOPPED',
  qrCode: null,
  sessionInfo: null,
  error: null,
  nextTryAt: null,
  remedy: null,
  message: 'La mensajería no está configurada en esta instalación. Los avisos esperan en la cola.',
}

// The gateway stops trying after two minutes, sometimes without an event.
const longestStartSeconds = 130

const isKnown = (status: string): status is SessionStatus => Object.hasOwn(messages, status)

const pngInBase64 = 'iVBORw0KGgo'

function drawQr(qr: string | null): string | null {
  const compact = qr?.replace(/\s+/g, '') ?? ''
  return compact.startsWith(pngInBase64) && compact.length > 100 ? compact : null
}

function toSessionInfo({ linkedName, linkedPhone, linkedAt }: SessionRow): StatusView['sessionInfo'] {
  return linkedName === null ? null : { name: linkedName, phone: linkedPhone, since: linkedAt }
}

type Failure = Pick<StatusView, 'message' | 'remedy'> & { error?: string; nextTryAt?: string | null }

/** Undefined while the session works or starts. */
function findFailure(row: SessionRow): Failure | undefined {
  const { status, nextTryAt } = row
  const isLinked = row.linkedAt !== null
  if (row.error !== null) return { error: row.error, message: messages.FAILED, remedy: 'retry' }
  if (row.request !== null || status === 'WORKING' || status === 'SCAN_QR_CODE') return undefined
  if (row.problem !== null) return { error: row.problem, message: messages.FAILED, remedy: 'retry', nextTryAt }
  if (!isKnown(status)) return { message: 'La sesión de WhatsApp requiere atención en la pasarela.', remedy: 'retry' }
  if (status === 'STARTING' && row.secondsInStatus > longestStartSeconds) {
    return isLinked
      ? { message: 'La sesión no terminó de iniciarse. El teléfono sigue vinculado.', remedy: 'retry', nextTryAt }
      : { message: 'La sesión no terminó de iniciarse. Genere un nuevo código QR.', remedy: 'newQr' }
  }
  if (status !== 'FAILED') return undefined
  if (row.isUnlinked) {
    const message = 'Vincule de nuevo el teléfono para que los avisos salgan.'
    return { error: 'El teléfono ya no está vinculado', message, remedy: 'relink' }
  }
  if (isLinked) {
    const error = row.failedFrom === 'WORKING' ? 'WhatsApp cerró la conexión' : 'WhatsApp no responde'
    return { error, message: messages.FAILED, remedy: 'retry', nextTryAt }
  }
  return row.failedFrom === 'SCAN_QR_CODE'
    ? { error: 'El código venció', message: 'Genere uno nuevo cuando tenga el teléfono a mano.', remedy: 'newQr' }
    : { message: messages.FAILED, remedy: 'retry' }
}

function describeSession(row: SessionRow): StatusView {
  const sessionInfo = toSessionInfo(row)
  const failure = findFailure(row)
  const calm = { qrCode: null, sessionInfo, error: null, nextTryAt: null, remedy: null }
  if (failure) return { ...calm, status: 'FAILED', ...failure }
  const status = isKnown(row.status) ? row.status : 'STARTING'
  return { ...calm, status, qrCode: status === 'SCAN_QR_CODE' ? drawQr(row.qr) : null, message: messages[status] }
}

/** Finds reasons for doubt while the phone is connected. */
async function findDoubt(db: Db, { areFirstContactsBarred, isDeaf }: SessionRow): Promise<string | null> {
  if (isDeaf) return 'Los mensajes llegan con minutos de retraso: la pasarela no alcanza este servidor'
  if ((await countUnconfirmed(db)) === 3) return 'WhatsApp no confirma los últimos mensajes; revise el teléfono'
  return areFirstContactsBarred ? firstContactsBarred : null
}

/** Each call starts a stopped session, and keeps the QR fresh. docs/product/messages.md, "Connection". */
export async function readStatus(db: Db): Promise<StatusView> {
  if (!(await isGatewayConfigured(db))) return notConfigured
  const row = await findSession(db)
  if (!row || isToBeStarted(row)) await upsertLifecycleRequest(db, 'start')
  if (row?.status !== 'WORKING') await requestQr(db)
  if (!row) return { ...notConfigured, status: 'STARTING', message: messages.STARTING }
  const view = describeSession(row)
  return view.status === 'WORKING' ? { ...view, error: await findDoubt(db, row) } : view
}

/** Keeps requests of the status from starting a session again and again. */
const isToBeStarted = ({ status, request, error, problem, isTryDue }: SessionRow) =>
  status === 'STOPPED' && request === null && error === null && (problem === null || isTryDue)

/** Allows one request at a time per company. Throws `whatsapp_not_configured`. */
export async function requestLifecycle(db: Db, request: 'restart' | 'logout'): Promise<StatusView> {
  if (!(await isGatewayConfigured(db))) throw new AppError('whatsapp_not_configured')
  await upsertLifecycleRequest(db, request)
  return await readStatus(db)
}
