import * as z from 'zod/mini'
import { mostPaymentAccounts } from '../domain/payment-account.ts'
import { addressLines, listUnknownVariables } from '../domain/us-address.ts'
import { visibleCode } from '../domain/visible-text.ts'
import { endpoint, flag } from './endpoint.ts'
import { changedEmail, changedText, date, id, requiredText } from './schema.ts'
import { signUpChoices } from './signups.ts'

/** More are not shown. */
export const mostPublicTariffs = 30

const time = z.string().check(z.regex(/^([01]\d|2[0-3]):[0-5]\d$/, { error: 'Ingrese una hora como 08:00' }))
const dayHours = z
  .object({ from: time, to: time })
  .check(
    z.refine(({ from, to }) => from < to, { path: ['to'], error: 'La hora de cierre va después de la de apertura' }),
  )

export const openingHours = z.object({
  days: z.array(z.nullable(dayHours)).check(z.length(7)),
  closedDates: z.array(date).check(z.maxLength(60, { error: 'Ingrese como máximo 60 fechas' })),
})

const paymentAccounts = z
  .array(
    z.object({
      bank: requiredText(60, 'Escriba el banco'),
      currency: requiredText(20, 'Escriba la moneda'),
      number: requiredText(40, 'Escriba el número de cuenta'),
      holder: requiredText(120, 'Escriba el titular'),
    }),
  )
  .check(z.maxLength(mostPaymentAccounts, { error: `Ingrese como máximo ${mostPaymentAccounts} cuentas` }))

/** Parses JSON in a form field; an empty text is null. */
const readJson = z.transform((value: unknown) => {
  if (typeof value !== 'string') return value
  if (value === '') return null
  try {
    return JSON.parse(value)
  } catch {
    return value
  }
})

const changedHours = z.pipe(readJson, z.nullable(openingHours))
const changedAccounts = z.pipe(readJson, paymentAccounts)
const changedTariffs = z.pipe(
  readJson,
  z.array(id).check(z.maxLength(mostPublicTariffs, { error: `Elija como máximo ${mostPublicTariffs} tarifas` })),
)

const secondStepChoices = ['none', 'admins', 'all'] as const

export const companySettings = z.object({
  name: z.string(),
  ruc: z.nullable(z.string()),
  address: z.nullable(z.string()),
  phone: z.nullable(z.string()),
  email: z.nullable(z.string()),
  logoUrl: z.nullable(z.string()),
  subdomain: z.string(),
  casilleroPrefix: z.nullable(z.string()),
  requiresCashSession: z.boolean(),
  requiresPaidHandover: z.boolean(),
  allowsCashOnDelivery: z.boolean(),
  /** Null if clients are not reminded. */
  waitingReminderDays: z.nullable(z.number()),
  invoiceFooter: z.nullable(z.string()),
  hasPublicTracking: z.boolean(),
  hasPublicTariffs: z.boolean(),
  publicTariffIds: z.array(id),
  /** Whether visitors become clients by themselves, and who makes them. */
  signUp: z.enum(signUpChoices),
  /** The address of the terms, or their text; null if visitors accept none. */
  terms: z.nullable(z.string()),
  openingHours: z.nullable(openingHours),
  /** Lines with the variables nombre and casillero. */
  usAddress: z.nullable(z.string()),
  paymentAccounts,
  printsPaymentAccounts: z.boolean(),
  /** True if announced packages get the pre-alert text. */
  hasPrealertNotice: z.boolean(),
  /** True if clients are told that a voucher came. */
  hasVoucherNotice: z.boolean(),
  /** Days after the hand-over for which full-size photos are kept. */
  photoDays: z.number(),
  secondStepOf: z.enum(secondStepChoices),
  version: z.number(),
})
export type CompanySettings = z.infer<typeof companySettings>

/** Fields left out keep their values. */
export const changedCompany = {
  name: z.optional(requiredText(120, 'El nombre es requerido')),
  ruc: changedText(40),
  address: changedText(300),
  phone: changedText(40),
  email: changedEmail,
}

const prefixError = 'El prefijo debe tener de 2 a 5 letras'

const daysError = 'Ingrese de 1 a 365 días'
const isDays = z.refine<number | null>((days) => days === null || (days >= 1 && days <= 365), { error: daysError })

/** A number or numeric text; an empty text means none. */
const reminderDays = z.pipe(
  z.nullable(
    z.union(
      [
        z.int({ error: daysError }),
        z.string().check(z.overwrite(visibleCode), z.regex(/^\d{0,3}$/, { error: daysError })),
      ],
      {
        error: daysError,
      },
    ),
  ),
  z.pipe(
    z.transform((value: number | string | null) => (value === null || value === '' ? null : Number(value))),
    z.nullable(z.number()).check(isDays),
  ),
)

const photoDaysError = 'Ingrese de 30 a 365 días'

/** A number or numeric text. */
const photoDays = z.pipe(
  z.union([z.number(), z.string().check(z.overwrite(visibleCode), z.regex(/^\d{2,3}$/, { error: photoDaysError }))], {
    error: photoDaysError,
  }),
  z.pipe(
    z.transform(Number),
    z.int({ error: photoDaysError }).check(z.gte(30, { error: photoDaysError }), z.lte(365, { error: photoDaysError })),
  ),
)

const changedAddress = changedText(500).check(
  z.refine((address) => (address ?? '').split('\n').length <= addressLines.length, {
    error: 'Ingrese como máximo 5 renglones',
  }),
  z.refine((address) => listUnknownVariables(address ?? '').length === 0, {
    error: (issue) => `Variables desconocidas: ${listUnknownVariables(String(issue.input)).join(', ')}`,
  }),
)

export const companyDraft = z.object({
  ...changedCompany,
  casilleroPrefix: z.optional(
    z.nullable(
      z.string().check(z.overwrite(visibleCode), z.toUpperCase(), z.regex(/^([A-Z]{2,5})?$/, { error: prefixError })),
    ),
  ),
  requiresCashSession: z.optional(z.union([z.boolean(), flag])),
  requiresPaidHandover: z.optional(z.union([z.boolean(), flag])),
  allowsCashOnDelivery: z.optional(z.union([z.boolean(), flag])),
  waitingReminderDays: z.optional(reminderDays),
  invoiceFooter: changedText(400),
  hasPublicTracking: z.optional(z.union([z.boolean(), flag])),
  hasPublicTariffs: z.optional(z.union([z.boolean(), flag])),
  /** The tariffs that are public from now on; left out, those of before. */
  publicTariffIds: z.optional(changedTariffs),
  signUp: z.optional(z.enum(signUpChoices)),
  terms: changedText(4_000),
  openingHours: z.optional(changedHours),
  usAddress: changedAddress,
  paymentAccounts: z.optional(changedAccounts),
  printsPaymentAccounts: z.optional(z.union([z.boolean(), flag])),
  hasPrealertNotice: z.optional(z.union([z.boolean(), flag])),
  hasVoucherNotice: z.optional(z.union([z.boolean(), flag])),
  photoDays: z.optional(photoDays),
  secondStepOf: z.optional(z.enum(secondStepChoices)),
  version: z.optional(z.union([z.int(), z.pipe(z.string().check(z.regex(/^\d{1,9}$/)), z.transform(Number))])),
})
export type CompanyDraft = z.infer<typeof companyDraft>

const companyReply = z.object({ success: z.literal(true), company: companySettings })

export const companyEndpoints = {
  info: endpoint({
    method: 'GET',
    path: '/api/companies/info',
    who: 'settings.read',
    summary: 'The own company, as settings and printed invoices show it',
    reply: companyReply,
  }),
  update: endpoint({
    method: 'PUT',
    path: '/api/companies/update',
    who: 'settings.write',
    summary: 'Change the own company, as JSON, or as a multipart form with a logo',
    body: companyDraft,
    reply: companyReply,
    upload: 'logo',
  }),
  infoAlias: endpoint({
    method: 'GET',
    path: '/api/company/info',
    who: 'settings.read',
    summary: 'The same, under its other name',
    reply: companyReply,
  }),
}
