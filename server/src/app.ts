import type { FastifyInstance } from 'fastify'
import { accessTokenRoutes } from './features/access-tokens/routes.ts'
import { accountRoutes } from './features/account/routes.ts'
import { auditRoutes } from './features/audit/routes.ts'
import { authRoutes } from './features/auth/routes.ts'
import { autoAnswerRoutes } from './features/auto-answers/routes.ts'
import { cashRoutes } from './features/cash/routes.ts'
import { chargeRoutes } from './features/charges/routes.ts'
import { clientAccountRoutes } from './features/client-account/routes.ts'
import { clientAccessRoutes } from './features/client-pages/access-routes.ts'
import { clientRoutes } from './features/clients/routes.ts'
import { collectionRoutes } from './features/collections/routes.ts'
import { companiesRoutes } from './features/companies/routes.ts'
import { companyRoutes } from './features/company/routes.ts'
import { consignmentRoutes } from './features/consignments/routes.ts'
import { receiveEvent } from './features/conversations/receive-event.ts'
import { conversationRoutes } from './features/conversations/routes.ts'
import { currencyRoutes } from './features/currencies/routes.ts'
import { dashboardRoutes } from './features/dashboard/routes.ts'
import { debtRoutes } from './features/debts/routes.ts'
import { dispatchRoutes } from './features/dispatches/routes.ts'
import { exportRoutes } from './features/exports/routes.ts'
import { handoverRoutes } from './features/handovers/routes.ts'
import { importRoutes } from './features/imports/routes.ts'
import { intakeRoutes } from './features/intake/routes.ts'
import { invoiceLinkRoutes } from './features/invoice-links/routes.ts'
import { invoiceRoutes } from './features/invoices/routes.ts'
import { labelRoutes } from './features/labels/routes.ts'
import { listViewRoutes } from './features/list-views/routes.ts'
import { messageRoutes } from './features/messages/routes.ts'
import { packageRoutes } from './features/packages/routes.ts'
import { prealertRoutes } from './features/prealerts/routes.ts'
import { promiseRoutes } from './features/promises/routes.ts'
import { quickReplyRoutes } from './features/quick-replies/routes.ts'
import { receptionRoutes } from './features/receptions/routes.ts'
import { reportRoutes } from './features/reports/routes.ts'
import { searchRoutes } from './features/search/routes.ts'
import { secondStepRoutes } from './features/second-step/routes.ts'
import { shippingMethodRoutes } from './features/shipping-methods/routes.ts'
import { signupRoutes } from './features/signups/routes.ts'
import { closeReading } from './features/spreadsheets/read-table.ts'
import { statementRoutes } from './features/statements/routes.ts'
import { statusRoutes } from './features/statuses/routes.ts'
import { tariffRoutes } from './features/tariffs/routes.ts'
import { templateRoutes } from './features/templates/routes.ts'
import { unownedRoutes } from './features/unowned/routes.ts'
import { userRoutes } from './features/users/routes.ts'
import { voucherRoutes } from './features/vouchers/routes.ts'
import { waitingRoutes } from './features/waiting/routes.ts'
import { webhookRoutes } from './features/webhooks/routes.ts'
import { whatsappRoutes } from './features/whatsapp/routes.ts'
import { createOutsidePages } from './outside-pages.ts'
import type { Database } from './platform/database/database.ts'
import { AppError, toFailure } from './platform/errors.ts'
import { createCachedHostCompanies } from './platform/http/host-companies.ts'
import { createHttpServer, type HttpServerOptions } from './platform/http/http-server.ts'
import { registerLogos } from './platform/http/logos.ts'
import { closeDrawing } from './platform/http/picture.ts'
import { registerProbes } from './platform/http/probes.ts'
import { registerPublicPages } from './platform/http/public-pages.ts'
import { openApiThread, registerOpenApi } from './platform/http/register-openapi.ts'
import { registerRoutes } from './platform/http/register-routes.ts'
import { listInlineScripts, registerStaticFiles } from './platform/http/static-files.ts'
import { registerUploads } from './platform/http/upload.ts'
import { openThread } from './platform/process/open-thread.ts'
import { openWorker } from './platform/process/pool-member.ts'
import { createThreadPool } from './platform/process/thread-pool.ts'
import { registerWebhook } from './platform/whatsapp/webhook.ts'

export const routes = [
  ...authRoutes,
  ...accountRoutes,
  ...secondStepRoutes,
  ...companyRoutes,
  ...clientRoutes,
  ...clientAccountRoutes,
  ...searchRoutes,
  ...tariffRoutes,
  ...statusRoutes,
  ...currencyRoutes,
  ...shippingMethodRoutes,
  ...chargeRoutes,
  ...promiseRoutes,
  ...packageRoutes,
  ...listViewRoutes,
  ...unownedRoutes,
  ...labelRoutes,
  ...invoiceRoutes,
  ...handoverRoutes,
  ...dispatchRoutes,
  ...consignmentRoutes,
  ...conversationRoutes,
  ...quickReplyRoutes,
  ...prealertRoutes,
  ...signupRoutes,
  ...voucherRoutes,
  ...intakeRoutes,
  ...receptionRoutes,
  ...clientAccessRoutes,
  ...invoiceLinkRoutes,
  ...statementRoutes,
  ...cashRoutes,
  ...collectionRoutes,
  ...debtRoutes,
  ...waitingRoutes,
  ...dashboardRoutes,
  ...reportRoutes,
  ...importRoutes,
  ...userRoutes,
  ...companiesRoutes,
  ...auditRoutes,
  ...templateRoutes,
  ...autoAnswerRoutes,
  ...messageRoutes,
  ...whatsappRoutes,
  ...accessTokenRoutes,
  ...webhookRoutes,
  ...exportRoutes,
]

const exportThread = new URL('./features/exports/export-thread.ts', import.meta.url)
/** Milliseconds, enough for some hundred rows. */
const maxWritingMs = 10_000
/** In milliseconds: on a busy machine the thread takes seconds to start. */
const maxDescribingMs = 20_000
const paperThread = new URL('./features/papers/paper-thread.ts', import.meta.url)

/** Calls that may change a company's name, or which company a host belongs to. */
const changingHosts = new Set(
  [...companyRoutes, ...companiesRoutes]
    .filter(({ endpoint }) => endpoint.method !== 'GET')
    .map(({ endpoint: { method, path } }) => `${method} ${path}`),
)

export type AppParts = HttpServerOptions & {
  database: Database
  /** Left out where only the calls are served, as in tests. */
  webFolder?: string
  /** The work that fills the demo: calls are refused until it is done, so that no caller sees a company half filled. */
  filling?: Promise<unknown> | undefined
}

function refuseUntil(app: FastifyInstance, filling: Promise<unknown>): void {
  let isFilling = true
  const end = () => {
    isFilling = false
  }
  void filling.then(end, end)
  app.addHook('onRequest', (request, _reply, done) => {
    done(isFilling && request.url.startsWith('/api/') ? new AppError('demo_filling') : undefined)
  })
}

export async function createApp(parts: AppParts): Promise<FastifyInstance> {
  const inlineScripts = parts.webFolder ? listInlineScripts(parts.webFolder) : []
  const app = await createHttpServer({ ...parts, inlineScripts })
  if (parts.filling) refuseUntil(app, parts.filling)
  await registerUploads(app)
  registerProbes(app, parts.database)
  registerLogos(app, parts.database)
  app.addHook('onSend', (request, reply, payload, done) => {
    const call = `${request.method} ${request.routeOptions.url}`
    // Runs after the commit and before the answer, so that a change made here shows at once.
    if (reply.statusCode < 300 && changingHosts.has(call)) createCachedHostCompanies(parts.database).forget()
    done(null, payload)
  })
  const papers = createThreadPool({
    open: (events) => openWorker(paperThread, {}, events),
    size: 2,
    maxOfCompany: 1,
    maxWaiting: 40,
    maxWaitMs: 20_000,
    maxMs: 10_000,
    mostMs: 60_000,
  })
  app.addHook('onClose', () => papers.close())
  app.addHook('onClose', closeReading)
  app.addHook('onClose', closeDrawing)
  const openWriter = () => openThread(exportThread, maxWritingMs)
  const place = { database: parts.database, draw: papers.run, openWriter, baseDomain: parts.baseDomain }
  registerRoutes(app, place, routes)
  const { baseDomain } = parts
  for (const pages of createOutsidePages(place)) registerPublicPages(app, { ...pages, baseDomain })
  registerWebhook(app, parts.database, receiveEvent)
  registerOpenApi(app, () => openThread(openApiThread, maxDescribingMs))
  if (parts.webFolder) {
    await registerStaticFiles(app, parts.webFolder)
    app.get('/api/docs', (_request, reply) => reply.redirect('/datos/api'))
  } else app.setNotFoundHandler((_request, reply) => reply.code(404).send(toFailure(new AppError('not_found'))))
  return app
}
