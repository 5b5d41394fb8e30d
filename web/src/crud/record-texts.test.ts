import { expect, test } from 'vitest'
import { removalTexts, savingTexts } from './record-texts.ts'

test.each([
  ['la tarifa', 'Eliminar Tarifa', 'Tarifa eliminada exitosamente', 'Error al eliminar la tarifa'],
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
] as const)('the form of %s speaks of it by its name and gender', (thing, title, created, updated) => {
  const { creating, editing } = savingTexts(thing)
  expect([creating.title, creating.saved, editing.saved]).toEqual([title, created, updated])
})

test('a form says what its buttons do, and what failed', () => {
  expect(savingTexts('la tarifa')).toMatchObject({
    creating: { save: 'Crear Tarifa', saving: 'Creando...', failed: 'Error al guardar la tarifa' },
    editing: { title: 'Editar Tarifa', save: 'Guardar Cambios', saving: 'Guardando...' },
  })
})
