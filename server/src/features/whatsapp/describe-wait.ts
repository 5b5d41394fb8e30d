import type { Db } from '../../platform/database/database.ts'
import { findHolds, findSession, isGatewayConfigured } from './queries.ts'

export const firstContactsBarred = 'WhatsApp limitó los mensajes a clientes nuevos; los suyos esperan'

const linksPaced = 'Los enlaces de acceso de clientes que nunca han escrito salen uno cada 10 segundos'

/** docs/product/messages.md, "Pace". */
export async function describeWait(db: Db): Promise<string | null> {
  if (!(await isGatewayConfigured(db))) return 'La mensajería no está configurada en esta instalación'
  const [session, holds] = await Promise.all([findSession(db), findHolds(db)])
  if (!session || !holds) return 'Vincule el teléfono de la empresa en Configuración → WhatsApp'
  if (session.error !== null) return session.error
  if (session.status !== 'WORKING') return session.problem ?? 'WhatsApp no está conectado'
  if (holds.isPaused) return holds.pauseReason
  if (holds.isQuiet) return `De noche no se envían mensajes; salen a partir de las ${holds.quietToHour}:00`
  if (holds.isColdLinkWaiting) return linksPaced
  if (holds.isKnownChatWaiting) return null
  if (holds.areFirstContactsBarred) return firstContactsBarred
  return holds.isCeilingReached ? 'Hoy ya se escribió al máximo de clientes nuevos; los demás siguen mañana' : null
}
