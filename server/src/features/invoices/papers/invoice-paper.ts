import type { PaperFormat } from '@casillero/shared/contract/invoices'
import { formatPaymentAccount, type PaymentAccount } from '@casillero/shared/domain/payment-account'
import { sql } from 'kysely'
import type { Db } from '../../../platform/database/database.ts'
import type { FileOrder } from '../../../platform/http/endpoint.ts'
import { getCompanySettings } from '../../company/queries.ts'
import type { InvoicePaper } from '../../papers/invoice-facts.ts'
import { getInvoice } from '../queries.ts'

export type InvoiceOrder = FileOrder & { drawing: InvoicePaper; accounts: PaymentAccount[] }

/** docs/product/papers.md, "Invoice". */
export async function getInvoicePaper(db: Db, id: string, format: PaperFormat): Promise<InvoiceOrder> {
  const [invoice, company, cordoba, logo] = await Promise.all([
    getInvoice(db, id),
    getCompanySettings(db),
    findCordobaOfDay(db, id),
    db.selectFrom('logos').select(['hash', 'content']).executeTakeFirst(),
  ])
  const { name, ruc, address, phone, invoiceFooter, paymentAccounts, printsPaymentAccounts } = company
  const accounts = invoice.status === 'pending' ? paymentAccounts : []
  const isPrinted = format === 'letter' && printsPaymentAccounts && accounts.length > 0
  const heading = { name, ruc, address, phone, footer: invoiceFooter, logo: logo ?? null }
  const drawing: InvoicePaper = {
    format,
    invoice,
    heading,
    cordoba: cordoba ?? null,
    ...(isPrinted ? { accounts: accounts.map(formatPaymentAccount) } : {}),
  }
  return { fileName: `Factura-${invoice.companyInvoiceId}.pdf`, drawing, accounts }
}

/** Returns the rate that the first later change replaced, else today's. */
function findCordobaOfDay(db: Db, invoiceId: string) {
  return db
    .selectFrom('currencies')
    .select(['symbol'])
    .select(
      sql<number>`coalesce((select h.from_compra from currency_rate_changes h, invoices i
        where i.id = ${invoiceId} and h.currency_id = currencies.id and h.created_at > i.created_at
        order by h.created_at limit 1), rate_compra)`.as('rateCompra'),
    )
    .where('code', '=', 'NIO')
    .orderBy('deleted_at', (deleted) => deleted.desc().nullsFirst())
    .limit(1)
    .executeTakeFirst()
}
