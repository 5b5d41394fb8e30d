import { expect, test } from 'vitest'
import { removalTexts, savingTexts } from './record-texts.ts'

test.each([
  ['el cliente', 'Eliminar Cliente', 'Cliente eliminado exitosamente', 'Error al eliminar el cliente'],
  ['la tarifa', 'Eliminar Tarifa', 'Tarifa eliminada exitosamente', 'Error al eliminar la tarifa'],
  ['el paquete', 'Eliminar Paquete', 'Paquete eliminado exitosamente', 'Error al eliminar el paquete'],
  ['la vista', 'Eliminar Vista', 'Vista eliminada exitosamente', 'Error al eliminar la vista'],
  ['la moneda', 'Eliminar Moneda', 'Moneda eliminada exitosamente', 'Error al eliminar la moneda'],
  ['el webhook', 'Eliminar Webhook', 'Webhook eliminado exitosamente', 'Error al eliminar el webhook'],
  ['el usuario', 'Eliminar Usuario', 'Usuario eliminado exitosamente', 'Error al eliminar el usuario'],
  ['el estado', 'Eliminar Estado', 'Estado eliminado exitosamente', 'Error al eliminar el estado'],
  [
    'el método de envío',
    'Eliminar Método de envío',
    'Método de envío eliminado exitosamente',
    'Error al eliminar el método de envío',
  ],
] as const)('the deletion of %s is announced by its name and gender', (thing, confirm, done, failed) => {
  expect(removalTexts(thing)).toEqual({ confirm, confirming: 'Eliminando...', done, failed })
})

test.each([
  ['la tarifa', 'Nueva Tarifa', 'Tarifa creada exitosamente', 'Tarifa actualizada exitosamente'],
  ['el paquete', 'Nuevo Paquete', 'Paquete creado exitosamente', 'Paquete actualizado exitosamente'],
  ['la moneda', 'Nueva Moneda', 'Moneda creada exitosamente', 'Moneda actualizada exitosamente'],
  ['el token', 'Nuevo Token', 'Token creado exitosamente', 'Token actualizado exitosamente'],
  ['el webhook', 'Nuevo Webhook', 'Webhook creado exitosamente', 'Webhook actualizado exitosamente'],
  ['el estado', 'Nuevo Estado', 'Estado creado exitosamente', 'Estado actualizado exitosamente'],
] as const)('the form of %s speaks of it by its name and gender', (thing, title, created, updated) => {
  const { creating, editing } = savingTexts(thing)
  expect([creating.title, creating.saved, editing.saved]).toEqual([title, created, updated])
})

test('a form says what its buttons do, and what failed', () => {
  expect(savingTexts('la tarifa')).toMatchObject({
    creating: { save: 'Crear Tarifa', saving: 'Creando...', failed: 'Error al guardar la tarifa' },
    editing: { title: 'Editar Tarifa', save: 'Guardar Cambios', saving: 'Guardando...' },
  })
  const quoted = ['Editar Paquete', 'Error al guardar el paquete', 'Editar Moneda', 'Error al guardar la moneda']
  const both = (['el paquete', 'la moneda'] as const).flatMap((thing) => {
    const { title, failed } = savingTexts(thing).editing
    return [title, failed]
  })
  expect(both).toEqual(quoted)
  expect(savingTexts('la moneda').creating.save).toBe('Crear Moneda')
  expect(savingTexts('el token').creating.failed).toBe('Error al guardar el token')
  expect(savingTexts('el webhook').editing.failed).toBe('Error al guardar el webhook')
})
