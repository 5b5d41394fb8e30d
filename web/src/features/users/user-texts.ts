import type { User } from '@casillero/shared/contract/auth'
import type { EndedAccess } from '@casillero/shared/contract/users'
import type { Option } from '../../ui/forms/text-fields.tsx'

const types: Record<User['type'], string> = { admin: 'Administrador', user: 'Usuario', viewer: 'Visualizador' }

export const userTypeName = (type: User['type']): string => types[type]

export const userTypeOptions: readonly Option[] = Object.entries(types).map(([value, label]) => ({ value, label }))

const sessionsEnded = (count: number): string => (count === 1 ? 'se cerró 1 sesión' : `se cerraron ${count} sesiones`)

export const tokensEnded = (count: number): string =>
  count === 1 ? 'terminó 1 token de acceso' : `terminaron ${count} tokens de acceso`

/** Appends the number of sessions and tokens that ended. */
export function withEnded(saved: string, { sessions, accessTokens }: EndedAccess): string {
  const ended = [sessions > 0 ? sessionsEnded(sessions) : '', accessTokens > 0 ? tokensEnded(accessTokens) : '']
  const said = ended.filter((text) => text !== '')
  return said.length === 0 ? saved : `${saved}; ${said.join(' y ')}`
}
