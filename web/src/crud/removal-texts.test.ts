import { expect, test } from 'vitest'
import { removalTexts } from './removal-texts.ts'

test.each([
  ['el cliente', 'Eliminar Cliente', 'Cliente eliminado exitosamente', 'Error al eliminar el cliente'],
  ['la tarifa', 'Eliminar Tarifa', 'Tarifa eliminada exitosamente', 'Error al eliminar la tarifa'],
  ['el paquete', 'Eliminar Paquete', 'Paquete eliminado exitosamente', 'Error al eliminar el paquete'],
  ['la moneda', 'Eliminar Moneda', 'Moneda eliminada exitosamente', 'Error al eliminar la moneda'],
  [
    'el método de envío',
    'Eliminar Método de envío',
    'Método de envío eliminado exitosamente',
    'Error al eliminar el método de envío',
  ],
] as const)('the deletion of %s is announced by its name and gender', (thing, confirm, done, failed) => {
  expect(removalTexts(thing)).toEqual({ confirm, confirming: 'Eliminando...', done, failed })
})
