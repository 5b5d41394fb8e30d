import { statusHistory } from '@casillero/shared/domain/status-history'
import { expect, test } from 'vitest'
import { packageTimeline } from './package-history.tsx'

const statuses = statusHistory(
  JSON.stringify([
    { to: 'Recibido en bodega US', comment: 'Initial status', date: '2026-11-02T15:00:00Z', userName: 'Ana' },
    { from: 'Recibido en bodega US', to: 'En tránsito', date: '2026-11-05T15:00:00Z', userName: 'Ana' },
  ]),
)

test('a change of weight stands between the changes of status, by its time, newest first', () => {
  const weights = [{ date: '2026-11-03T15:00:00Z', userName: 'Wilmer', from: 2, to: 3.5 }]
  expect(packageTimeline(statuses, weights).map(({ title }) => title)).toEqual([
    'Cambio de Estado',
    'Cambio de Peso',
    'Estado Inicial',
  ])
})

test('without changes of weight the history keeps the order in which it came', () => {
  const undated = statusHistory(
    '[{"to":"A","from":"B","date":"x"},{"to":"C","from":"A","date":"2020-01-01T00:00:00Z"}]',
  )
  expect(packageTimeline(undated, []).map((entry) => 'to' in entry && entry.to)).toEqual(['C', 'A'])
})
