import type { User } from '@casillero/shared/contract/auth'
import type { Option } from '../../ui/forms/text-fields.tsx'

const types: Record<User['type'], string> = { admin: 'Administrador', user: 'Usuario', viewer: 'Visualizador' }

export const userTypeName = (type: User['type']): string => types[type]

export const userTypeOptions: readonly Option[] = Object.entries(types).map(([value, label]) => ({ value, label }))
