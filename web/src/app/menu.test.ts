import { catalogues } from '@casillero/shared/contract/api'
import type { SessionCompany } from '@casillero/shared/contract/auth'
import { type Actor, may, unrestricted } from '@casillero/shared/domain/permissions'
import { expect, test } from 'vitest'
import { menuFor } from './menu.ts'

const company: SessionCompany = {
  id: '01890000-0000-7000-8000-000000000000',
  name: 'Trébol',
  subdomain: 'trebol',
  logoUrl: null,
}

const labelsOf = (actor: Actor, subdomain: string) =>
  menuFor((right) => may(actor, right), { ...company, subdomain }).map((entry) =>
    'to' in entry ? entry.to : [entry.label, ...entry.children.map(({ to }) => to)],
  )

const packages = [
  'Paquetes',
  '/paquetes',
  '/facturar',
  '/entregar',
  '/por-retirar',
  '/sin-dueno',
  '/prealertas',
  '/envios',
]
const settings = [
  'Configuración',
  '/admin/settings/general',
  '/admin/settings/whatsapp',
  '/admin/settings/templates',
  '/admin/respuestas',
  ...catalogues.map(({ page: list }) => list),
  '/admin/bitacora',
  '/admin/datos',
]

test.each([
  ['user', ['/recepcion']],
  ['viewer', []],
] as const)(
  'the menu offers the daily screens to a %s, with reception where packages are received',
  (type, reception) => {
    const chats = type === 'user' ? ['/conversaciones'] : []
    const daily = ['/dashboard', ...chats, '/clients', packages, ...reception, '/embarques', '/caja', '/reportes']
    expect(labelsOf({ ...unrestricted, type, isOperator: false }, 'trebol')).toEqual(daily)
    expect(labelsOf({ ...unrestricted, type, isOperator: true }, 'master')).toEqual(daily)
  },
)

test('the menu leaves out Conversaciones and Recepción for a user without their permissions', () => {
  const denied = {
    ...unrestricted,
    type: 'user' as const,
    isOperator: false,
    denials: ['conversations', 'receiving'] as const,
  }
  expect(labelsOf(denied, 'trebol')).toEqual(['/dashboard', '/clients', packages, '/embarques', '/caja', '/reportes'])
})

test('the menu offers every screen to an admin, and the companies to one who runs the platform', () => {
  const admins = [
    '/dashboard',
    '/conversaciones',
    '/clients',
    '/admin/users',
    packages,
    '/recepcion',
    '/embarques',
    '/caja',
    '/admin/mensajes',
    '/reportes',
    settings,
  ]
  expect(labelsOf({ ...unrestricted, type: 'admin', isOperator: false }, 'trebol')).toEqual(admins)
  expect(labelsOf({ ...unrestricted, type: 'admin', isOperator: true }, 'adriandev')).toEqual(admins)
  expect(labelsOf({ ...unrestricted, type: 'admin', isOperator: true }, 'master')).toEqual(
    admins.toSpliced(4, 0, '/admin/empresas'),
  )
})
