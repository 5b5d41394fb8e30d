import type { ManagedCompany } from '@casillero/shared/contract/companies'
import type { Pagination } from '@casillero/shared/contract/endpoint'
import { searchText } from '@casillero/shared/domain/search-text'

const limit = 20

/** The server gives all at once; a screen shows one page. */
export function companyPage(companies: readonly ManagedCompany[], search: string, wanted: number) {
  const matching = companies.filter((company) => matches(company, search))
  const pages = Math.max(1, Math.ceil(matching.length / limit))
  const page = Math.min(wanted, pages)
  const pagination: Pagination = { page, pages, totalPages: pages, limit, total: matching.length }
  return { data: matching.slice((page - 1) * limit, page * limit), pagination }
}

function matches({ name, subdomain, ruc, phone, email }: ManagedCompany, search: string): boolean {
  const text = searchText(name, subdomain, ruc, phone, email)
  const words = searchText(search).split(/[ |]/)
  return words.every((word) => text.includes(word))
}
