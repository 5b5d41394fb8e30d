import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'

export const companySettings = z.object({
  name: z.string(),
  ruc: z.nullable(z.string()),
  address: z.nullable(z.string()),
  phone: z.nullable(z.string()),
  email: z.nullable(z.string()),
  logoUrl: z.nullable(z.string()),
  subdomain: z.string(),
  casilleroPrefix: z.nullable(z.string()),
  version: z.number(),
})
export type CompanySettings = z.infer<typeof companySettings>

const companyReply = z.object({ success: z.literal(true), company: companySettings })

export const companyEndpoints = {
  info: endpoint({
    method: 'GET',
    path: '/api/companies/info',
    who: 'company.read',
    summary: 'The own company, as settings and printed invoices show it',
    reply: companyReply,
  }),
  infoAlias: endpoint({
    method: 'GET',
    path: '/api/company/info',
    who: 'company.read',
    summary: 'The same, under its other name',
    reply: companyReply,
  }),
}
