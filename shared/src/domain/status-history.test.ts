import fc from 'fast-check'
import { expect, test } from 'vitest'
import { statusHistory } from './status-history.ts'

const base = { date: '2026-11-20T16:42:00Z', userName: 'Ana Núñez' }
const history = (...entries: unknown[]) => statusHistory(JSON.stringify(entries))

test('the history of a package that was registered and then moved has both entries', () => {
  expect(
    history(
      { ...base, from: null, to: 'Recibido en bodega US', comment: 'Initial status' },
      { ...base, from: 'Recibido en bodega US', to: 'En tránsito', comment: null },
      { ...base, comment: 'Se pesó otra vez' },
    ),
  ).toEqual([
    { ...base, kind: 'initial', title: 'Estado Inicial', to: 'Recibido en bodega US', comment: 'Initial status' },
    {
      ...base,
      kind: 'change',
      title: 'Cambio de Estado',
      from: 'Recibido en bodega US',
      to: 'En tránsito',
      comment: '',
    },
    { ...base, kind: 'update', title: 'Actualización', from: '', to: '', comment: 'Se pesó otra vez' },
  ])
})

test('the first entry is the initial one even when it names two statuses', () => {
  expect(history({ ...base, from: 'A', to: 'B', comment: 'Initial status' })[0]?.kind).toBe('initial')
})

test('an entry with only one of its two statuses is an update that names it', () => {
  expect(history({ ...base, from: 'A' }, { ...base, to: 'B' }, {})).toMatchObject([
    { kind: 'update', from: 'A', to: '' },
    { kind: 'update', from: '', to: 'B' },
    { kind: 'update', from: '', to: '' },
  ])
})

test.each([[null], [''], ['no es JSON'], ['{"from":"A"}'], ['null'], ['"texto"'], ['[1,'], ['7']])(
  'the text %j is an empty history',
  (text) => {
    expect(statusHistory(text)).toEqual([])
  },
)

test('an element that is no entry is left out, and a missing field is an empty text', () => {
  expect(history(null, 7, 'x', [], { date: { $date: 1 }, userName: 5 })).toEqual([
    { kind: 'update', title: 'Actualización', from: '', to: '', date: '', userName: '5', comment: '' },
  ])
})

test('no text breaks the timeline', () => {
  fc.assert(
    fc.property(fc.oneof(fc.json({ maxDepth: 4 }), fc.string({ maxLength: 200 })), (text) => {
      for (const entry of statusHistory(text)) expect(['initial', 'change', 'update']).toContain(entry.kind)
    }),
  )
})
