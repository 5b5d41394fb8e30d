import type * as z from 'zod/mini'
import { accessTokenEndpoints } from './access-tokens.ts'
import { accountEndpoints } from './account.ts'
import { auditEndpoints } from './audit.ts'
import { authEndpoints } from './auth.ts'
import { autoAnswerEndpoints } from './auto-answers.ts'
import { cashEndpoints } from './cash.ts'
import { cashPaperEndpoints } from './cash-papers.ts'
import { chargeCatalogue } from './charges.ts'
import { clientAccessEndpoints } from './client-access.ts'
import { clientAccountEndpoints } from './client-account.ts'
import { clientEndpoints } from './clients.ts'
import { collectionEndpoints } from './collections.ts'
import { companiesEndpoints } from './companies.ts'
import { companyEndpoints } from './company.ts'
import { consignmentEndpoints } from './consignment-calls.ts'
import { consignmentPaperEndpoints } from './consignment-papers.ts'
import { conversationEndpoints } from './conversations.ts'
import { currencyCatalogue } from './currencies.ts'
import { dashboardEndpoints } from './dashboard.ts'
import { debtEndpoints } from './debts.ts'
import { dispatchEndpoints } from './dispatches.ts'
import type { Endpoint } from './endpoint.ts'
import { exportEndpoints } from './exports.ts'
import { handoverEndpoints } from './handovers.ts'
import { importEndpoints } from './imports.ts'
import { invoiceLinkEndpoints } from './invoice-links.ts'
import { invoiceEndpoints } from './invoices.ts'
import { labelEndpoints } from './labels.ts'
import { listViewCatalogue } from './list-views.ts'
import { messageEndpoints } from './messages.ts'
import { packageChargeEndpoints } from './package-charges.ts'
import { packagePhotoEndpoints } from './package-photos.ts'
import { packageWeightEndpoints } from './package-weights.ts'
import { packageEndpoints } from './packages.ts'
import { prealertEndpoints } from './prealerts.ts'
import { promiseEndpoints } from './promises.ts'
import { quickReplyCatalogue } from './quick-replies.ts'
import { receiptEndpoints } from './receipts.ts'
import { receptionEndpoints } from './receptions.ts'
import { reportEndpoints } from './reports.ts'
import { reversalEndpoints } from './reversals.ts'
import { searchEndpoints } from './search.ts'
import { secondStepEndpoints } from './second-step.ts'
import { shippingMethodCatalogue } from './shipping-methods.ts'
import { signupEndpoints } from './signups.ts'
import { statementEndpoints } from './statements.ts'
import { statusCatalogue } from './statuses.ts'
import { tariffCatalogue } from './tariffs.ts'
import { templateEndpoints } from './templates.ts'
import { unownedEndpoints } from './unowned.ts'
import { userEndpoints } from './users.ts'
import { voidEndpoints } from './voids.ts'
import { voucherEndpoints } from './vouchers.ts'
import { waitingEndpoints } from './waiting.ts'
import { webhookEndpoints } from './webhooks.ts'
import { whatsappEndpoints } from './whatsapp.ts'

/** In the order of the menu. The contract takes their calls from here, the tests their rows. */
export const catalogues = [
  quickReplyCatalogue,
  currencyCatalogue,
  shippingMethodCatalogue,
  tariffCatalogue,
  chargeCatalogue,
  statusCatalogue,
] as const

const features = [
  authEndpoints,
  dashboardEndpoints,
  reportEndpoints,
  accountEndpoints,
  secondStepEndpoints,
  companyEndpoints,
  clientEndpoints,
  signupEndpoints,
  clientAccessEndpoints,
  clientAccountEndpoints,
  searchEndpoints,
  ...catalogues.map(({ calls }) => calls),
  conversationEndpoints,
  packageChargeEndpoints,
  packagePhotoEndpoints,
  packageEndpoints,
  packageWeightEndpoints,
  prealertEndpoints,
  voucherEndpoints,
  listViewCatalogue.calls,
  unownedEndpoints,
  promiseEndpoints,
  labelEndpoints,
  receptionEndpoints,
  invoiceEndpoints,
  handoverEndpoints,
  dispatchEndpoints,
  consignmentEndpoints,
  consignmentPaperEndpoints,
  reversalEndpoints,
  voidEndpoints,
  invoiceLinkEndpoints,
  statementEndpoints,
  collectionEndpoints,
  cashEndpoints,
  cashPaperEndpoints,
  receiptEndpoints,
  debtEndpoints,
  waitingEndpoints,
  importEndpoints,
  userEndpoints,
  companiesEndpoints,
  accessTokenEndpoints,
  webhookEndpoints,
  auditEndpoints,
  templateEndpoints,
  autoAnswerEndpoints,
  messageEndpoints,
  whatsappEndpoints,
  exportEndpoints,
]

type Feature = (typeof features)[number]
type EndpointOf<F> = F extends unknown ? F[keyof F] : never
type AnyEndpoint = EndpointOf<Feature>

type Sent<E, Part extends string> = E extends { [P in Part]: infer S extends z.core.$ZodType } ? z.input<S> : undefined
type Files<E> = E extends { upload: infer Name extends string } ? { [N in Name]?: Blob | null } | undefined : undefined

export type Api = {
  [E in AnyEndpoint as E extends Endpoint ? `${E['method']} ${E['path']}` : never]: {
    params: Sent<E, 'params'>
    query: Sent<E, 'query'>
    body: Sent<E, 'body'>
    /** Sent as one multipart form. */
    files: Files<E>
    reply: E extends { reply: infer S extends z.core.$ZodType }
      ? z.output<S>
      : E extends { file: string }
        ? Blob
        : never
  }
}

export const allEndpoints: Endpoint[] = features.flatMap((feature): Endpoint[] => Object.values(feature))
