import { beforeEach, expect, test, vi } from 'vitest'
import { dismissToast, holdToasts, removeToasts, showToast, useToasts } from './toast-store.ts'

beforeEach(() => {
  vi.useFakeTimers()
  removeToasts()
})

const show = (message: string, id?: string) => showToast({ type: 'success', message, ms: 4_000, id })
const shown = () => useToasts.getState().map(({ message, isVisible }) => (isVisible ? message : `(${message})`))

test('the newest toast comes first, and one with the same id takes the place of the former', () => {
  const first = show('Guardando...')
  show('Guardado')
  expect(shown()).toEqual(['Guardado', 'Guardando...'])
  expect(show('No se pudo guardar', first)).toBe(first)
  expect(shown()).toEqual(['No se pudo guardar', 'Guardado'])
})

test('a dismissed toast stays unseen for a moment, and one that took its id meanwhile stays', () => {
  show('Sin conexión', 'offline')
  dismissToast('offline')
  expect(shown()).toEqual(['(Sin conexión)'])
  show('Otra vez sin conexión', 'offline')
  vi.runAllTimers()
  expect(shown()).toEqual(['Otra vez sin conexión'])
  dismissToast('offline')
  vi.runAllTimers()
  expect(shown()).toEqual([])
  dismissToast('unknown')
  vi.runAllTimers()
})

test('at most 20 toasts are kept', () => {
  for (let number = 1; number <= 25; number += 1) show(String(number))
  expect(shown()).toHaveLength(20)
  expect(shown().at(-1)).toBe('6')
})

test('what was said about a form goes when it is saved, and nothing else does', () => {
  const said = holdToasts()
  said.hold(show('El vuelto sería C$177.00'))
  said.hold(show('Debe seleccionar una moneda'))
  show('Paquete eliminado')
  said.dismiss()
  expect(shown()).toEqual(['Paquete eliminado', '(Debe seleccionar una moneda)', '(El vuelto sería C$177.00)'])
})
