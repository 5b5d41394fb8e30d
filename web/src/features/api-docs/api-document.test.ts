import { expect, test } from 'vitest'
import { type ApiDocument, findOperations } from './api-document.ts'

const call = (operationId: string, tag: string, summary: string) => ({
  operationId,
  tags: [tag],
  summary,
  description: '',
  parameters: [],
  responses: {},
})

const document: ApiDocument = {
  info: { description: '' },
  tags: [
    { name: 'Clients', description: '' },
    { name: 'Invoices', description: '' },
  ],
  paths: {
    '/api/invoices': {
      get: call('getInvoices', 'Invoices', 'Invoices, the newest first'),
      post: call('postInvoices', 'Invoices', 'Make an invoice'),
    },
    '/api/client': { get: call('getClient', 'Clients', 'Clients by name') },
  },
}

const namesOf = (search: string) =>
  findOperations(document, search).map(([tag, operations]) => [
    tag,
    ...operations.map(({ operationId }) => operationId),
  ])

test('calls are found by all words of method, address and summary, in the order of the groups', () => {
  expect(namesOf('')).toEqual([
    ['Clients', 'getClient'],
    ['Invoices', 'getInvoices', 'postInvoices'],
  ])
  expect(namesOf('POST invoice')).toEqual([['Invoices', 'postInvoices']])
  expect(namesOf('nothing like it')).toEqual([])
})
