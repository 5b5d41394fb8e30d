import type { ManagedCompany } from '@casillero/shared/contract/companies'
import { expect, test } from 'vitest'
import { companyPage } from './companies-page.tsx'

const company = (name: string, more: Partial<ManagedCompany> = {}): ManagedCompany => ({
  id: name,
  name,
  subdomain: name.toLowerCase().replace(/\W/g, ''),
  ruc: null,
  address: null,
  phone: null,
  email: null,
  logoUrl: null,
  status: 'active',
  createdAt: '2026-01-01T00:00:00Z',
  version: 1,
  ...more,
})

const names = (rows: { data: ManagedCompany[] }) => rows.data.map((one) => one.name)

test('a search finds every word anywhere, whatever the accents and the case', () => {
  const all = [company('Encomiendas Géminis'), company('Carga Sur', { ruc: 'J0310000001234', phone: '+505 2278-9900' })]
  expect(names(companyPage(all, 'GEMINIS enco', 1))).toEqual(['Encomiendas Géminis'])
  expect(names(companyPage(all, 'j031', 1))).toEqual(['Carga Sur'])
  expect(names(companyPage(all, '2278-9900', 1))).toEqual(['Carga Sur'])
  expect(names(companyPage(all, '', 1))).toHaveLength(2)
  expect(companyPage(all, 'carga géminis', 1)).toMatchObject({ data: [], pagination: { pages: 1, total: 0 } })
})

test('a page of companies holds twenty, and a page past the end shows the last one', () => {
  const all = Array.from({ length: 45 }, (_, index) => company(`Empresa ${index}`))
  expect(companyPage(all, '', 2).data).toHaveLength(20)
  expect(companyPage(all, '', 9)).toMatchObject({ pagination: { page: 3, pages: 3, total: 45 } })
  expect(companyPage(all, '', 9).data).toHaveLength(5)
})
