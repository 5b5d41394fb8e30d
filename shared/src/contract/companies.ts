import * as z from 'zod/mini'
import { isEncodedLabel, subdomainPattern } from '../domain/tenant-host.ts'
import { visibleCode } from '../domain/visible-text.ts'
import { changedCompany } from './company.ts'
import { dataReply, emptyReply, endpoint, flag, listQuery } from './endpoint.ts'
import { id, instant, optionalEmail, optionalText, requiredText } from './schema.ts'
import { changedUserReply, newUserDraft, userDraft, userReply, usersReply } from './users.ts'

export const companyStatus = z.enum(['active', 'inactive', 'suspended'], { error: 'Elija un estado' })
export type CompanyStatus = z.infer<typeof companyStatus>

export const managedCompany = z.object({
  id,
  name: z.string(),
  subdomain: z.string(),
  ruc: z.nullable(z.string()),
  address: z.nullable(z.string()),
  phone: z.nullable(z.string()),
  email: z.nullable(z.string()),
  logoUrl: z.nullable(z.string()),
  status: companyStatus,
  createdAt: instant,
  version: z.number(),
})
export type ManagedCompany = z.infer<typeof managedCompany>

const subdomainError = 'Use letras minúsculas, números y guiones, hasta 63 caracteres'

/** Flat fields, so that the call can be a multipart form. All or none are given. */
export const newCompanyDraft = z.object({
  name: requiredText(120, 'El nombre es requerido'),
  ruc: optionalText(40),
  address: optionalText(300),
  phone: optionalText(40),
  email: optionalEmail,
  subdomain: z.string({ error: 'El subdominio es requerido' }).check(
    z.overwrite(visibleCode),
    z.toLowerCase(),
    z.minLength(1, { error: 'El subdominio es requerido' }),
    z.regex(subdomainPattern, { error: subdomainError }),
    z.refine((value) => !isEncodedLabel(value), { error: 'El subdominio no puede llevar -- después de dos letras' }),
  ),
  /** False if left out: older forms do not send it. */
  requiresPaidHandover: z.optional(z.union([z.boolean(), flag])),
  adminFirstName: z.optional(z.string()),
  adminLastName: z.optional(z.string()),
  adminEmail: z.optional(z.string()),
  adminPassword: z.optional(z.string()),
})
export type NewCompanyDraft = z.infer<typeof newCompanyDraft>

export const companyEdit = z.object({
  ...changedCompany,
  version: z.optional(z.union([z.int(), z.pipe(z.string().check(z.regex(/^\d{1,9}$/)), z.transform(Number))])),
})
export type CompanyEdit = z.infer<typeof companyEdit>

/** `replica` is null if there is none, or it does not answer. */
const databaseServers = z.object({
  primary: z.nullable(z.string()),
  hasReplica: z.boolean(),
  replica: z.nullable(z.object({ address: z.nullable(z.string()), lagSeconds: z.number() })),
})
export type DatabaseServers = z.infer<typeof databaseServers>

const params = z.object({ id })
const userParams = z.object({ id, userId: id })

export const companiesEndpoints = {
  list: endpoint({
    method: 'GET',
    path: '/api/companies/get-all-companies',
    who: 'companies.manage',
    summary: 'Every company of the installation by name',
    reply: dataReply(z.array(managedCompany)),
  }),
  servers: endpoint({
    method: 'GET',
    path: '/api/companies/servers',
    who: 'companies.manage',
    summary: 'Which PostgreSQL is the primary, and by how much its replica is behind',
    personal: true,
    reply: dataReply(databaseServers),
  }),
  create: endpoint({
    method: 'POST',
    path: '/api/companies/create-company',
    idempotent: true,
    who: 'companies.manage',
    summary: 'Open a company with all that it starts with, and its first admin when given',
    personal: true,
    body: newCompanyDraft,
    reply: dataReply(managedCompany),
    status: 201,
    upload: 'logo',
  }),
  update: endpoint({
    method: 'PUT',
    path: '/api/companies/update-company/:id',
    who: 'companies.manage',
    summary: 'Change a company',
    personal: true,
    params,
    body: companyEdit,
    reply: dataReply(managedCompany),
    upload: 'logo',
  }),
  changeStatus: endpoint({
    method: 'PUT',
    path: '/api/companies/change-status/:id',
    who: 'companies.manage',
    summary: 'Open or close a company; closing ends its sessions at once',
    personal: true,
    params,
    body: z.object({ status: companyStatus }),
    reply: dataReply(managedCompany),
  }),
  listUsers: endpoint({
    method: 'GET',
    path: '/api/companies/:id/users',
    who: 'companies.manage',
    summary: 'The staff of a company',
    params,
    query: z.object(listQuery),
    reply: usersReply,
  }),
  createUser: endpoint({
    method: 'POST',
    path: '/api/companies/:id/users',
    idempotent: true,
    who: 'companies.manage',
    summary: 'Add a member to the staff of a company',
    personal: true,
    params,
    body: newUserDraft,
    reply: userReply,
    status: 201,
  }),
  updateUser: endpoint({
    method: 'PUT',
    path: '/api/companies/:id/users/:userId',
    who: 'companies.manage',
    summary: 'Change a member of the staff of a company',
    personal: true,
    params: userParams,
    body: userDraft,
    reply: changedUserReply,
  }),
  removeUser: endpoint({
    method: 'DELETE',
    path: '/api/companies/:id/users/:userId',
    who: 'companies.manage',
    summary: 'Delete a member of the staff of a company',
    personal: true,
    params: userParams,
    reply: emptyReply,
  }),
}
