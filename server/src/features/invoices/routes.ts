import { invoiceEndpoints } from '@casillero/shared/contract/invoices'
import { receiptEndpoints } from '@casillero/shared/contract/receipts'
import { reversalEndpoints } from '@casillero/shared/contract/reversals'
import { voidEndpoints } from '@casillero/shared/contract/voids'
import { AppError } from '../../platform/errors.ts'
import { type Route, serve, serveFile, serveReading } from '../../platform/http/endpoint.ts'
import { createInvoice } from './create/create-invoice.ts'
import { getInvoicePaper } from './papers/invoice-paper.ts'
import { getPaymentPaper } from './papers/payment-paper.ts'
import { registerPayment } from './payments/register-payment.ts'
import { getInvoice, listInvoices } from './queries.ts'
import { previewVoid } from './reversals/preview-void.ts'
import { previewReversal, reversePayment } from './reversals/reverse-payment.ts'
import { voidInvoice } from './reversals/void-invoice.ts'

export const invoiceRoutes: Route[] = [
  serveReading(invoiceEndpoints.list, (db, { query }) => listInvoices(db, query)),
  serveReading(invoiceEndpoints.get, (db, { params }) => getInvoice(db, params.id)),
  serveFile(invoiceEndpoints.document, (db, { params, query }) => getInvoicePaper(db, params.id, query.format)),
  serveFile(receiptEndpoints.payment, (db, { params, query }) => getPaymentPaper(db, params.id, query.format)),
  serve(
    invoiceEndpoints.create,
    (db, { body }, session) => createInvoice(db, body, session),
    ({ data }) =>
      new AppError('invoice_already_created', {
        values: { number: data.companyInvoiceId },
        details: { invoiceId: data.id },
      }),
  ),
  serve(
    invoiceEndpoints.registerPayment,
    (db, { params, body }, session) => registerPayment(db, params.id, body, session),
    ({ data }) =>
      new AppError('payment_already_registered', {
        values: { number: data.companyInvoiceId },
        details: { invoiceId: data.id },
      }),
  ),
  serve(reversalEndpoints.preview, (db, { params, query }, session) => previewReversal(db, params.id, query, session)),
  serve(
    reversalEndpoints.reverse,
    (db, { params, body }, session) => reversePayment(db, params.id, body, session),
    ({ data }) =>
      new AppError('payment_reversal_done', {
        values: { number: data.companyInvoiceId },
        details: { invoiceId: data.id },
      }),
  ),
  serve(voidEndpoints.preview, (db, { params }) => previewVoid(db, params.id)),
  serve(voidEndpoints.remove, (db, { params, query }, session) => voidInvoice(db, params.id, session, query)),
]
