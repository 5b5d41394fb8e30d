import type { Db } from '../../platform/database.ts'
import { findSession, isGatewayConfigured } from './queries.ts'

/** Why messages do not leave now, as a sentence; null when they only keep their distance. */
export async function describeWait(db: Db): Promise<string | null> {
  if (!(await isGatewayConfigured(db))) return 'La mensajería no está configurada en esta instalación'
  const row = await findSession(db)
  if (!row) return 'Vincule el teléfono de la empresa en Configuración → WhatsApp'
  if (row.error !== null) return row.error
  if (row.status !== 'WORKING') return 'WhatsApp no está conectado'
  if (row.isPaused) return row.pauseReason
  return row.isQuiet ? 'De noche no se envían mensajes; salen a partir de las 7:00' : null
}
