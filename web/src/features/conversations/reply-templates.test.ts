import { expect, test } from 'vitest'
import { fillTemplates } from './reply-box.tsx'

const template = (content: string) => ({
  id: content,
  key: 'ready',
  title: content,
  content,
  defaultContent: content,
  customContent: null,
  isCustomized: false,
  version: 1,
})

test('only templates whose every variable has a value are offered, with their text', () => {
  const all = ['Hola {{ nombre_cliente }}', 'Debe {{debe}}', 'Tracking: {{tracking}}', 'Gracias'].map(template)
  const values = { nombre_cliente: 'Ana', debe: '' }
  expect(fillTemplates(all, values).map(({ text }) => text)).toEqual(['Hola Ana', 'Gracias'])
})

test('a template that is longer with its values than a reply may be is not offered', () => {
  expect(fillTemplates([template(`${'a'.repeat(4090)}{{nombre_cliente}}`)], { nombre_cliente: 'Ana Lucía' })).toEqual(
    [],
  )
})
