import { expect, test } from 'vitest'
import { companyAddress, welcomeText } from './company-dialogs.tsx'

test('the address of a new company has its subdomain in place of the operator’s, with the same port', () => {
  const at = (host: string) => companyAddress({ protocol: 'https:', host }, 'master', 'tica')
  expect(at('master.casillero.example')).toBe('https://tica.casillero.example')
  expect(at('master.localhost:8443')).toBe('https://tica.localhost:8443')
  expect(at('casillero.example')).toBe('https://tica.casillero.example')
})

test('what is sent to a new company has the sign-in only when there is a first admin', () => {
  const address = 'https://tica.casillero.example'
  expect(welcomeText({ name: 'Encomiendas Tica' }, address, undefined)).toBe(
    'Encomiendas Tica\nDirección: https://tica.casillero.example',
  )
  const lines = welcomeText({ name: 'Encomiendas Tica' }, address, { email: 'k@tica.test', password: 'una clave' })
  expect(lines.split('\n')).toEqual([
    'Encomiendas Tica',
    'Dirección: https://tica.casillero.example',
    'Usuario: k@tica.test',
    'Contraseña: una clave',
    'Cámbiela en Mi cuenta al entrar.',
  ])
})
