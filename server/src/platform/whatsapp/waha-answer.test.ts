import { expect, test } from 'vitest'
import { recordedAnswers } from '../../../../tests/support/recorded-answers.ts'
import { readOutcome } from './waha-answer.ts'

test.each(recordedAnswers)('the outcome of a send is known from the recorded answer: %s', (_, status, body, kind) => {
  expect(readOutcome({ status, body }).kind).toBe(kind)
})

test('the outcome of a send has the id that its acknowledgements will name', () => {
  const ids = [
    { key: { id: '3EB0A' } },
    { id: 'true_50588887777@c.us_3EB0B' },
    { id: { _serialized: 'true_50588887777@c.us_3EB0C' } },
    { status: 'PENDING' },
  ].map((body) => Reflect.get(readOutcome({ status: 201, body }), 'id'))
  expect(ids).toEqual(['3EB0A', '3EB0B', '3EB0C', null])
})

test('the outcome of a send never repeats the text of the gateway', () => {
  for (const [, status, body] of recordedAnswers) {
    expect(JSON.stringify(readOutcome({ status, body }))).not.toMatch(/hola|5058888|async-lock|Timed Out|stack|paquete/)
  }
})
