import { type InvoiceLine, invoiceTotals } from '@casillero/shared/domain/invoice-totals'
import type { World } from './world.ts'

type Line = {
  invoiceId: string
  tariffId: string | null
  method: string
  weight: string
  total: string
  gross: string
  isDiscounted: boolean
}
type Stored = Omit<Line, 'gross'> & { rate: string } & Pick<
    InvoiceLine,
    'pricePerPound' | 'packageDiscountType' | 'packageDiscountValue'
  >

/** The lines of a company's invoices, each with what it would come to without the row's discount. */
export async function readInvoiceLines(world: World, companyId: string): Promise<Line[]> {
  const { rows } = await world.owner.query<Stored>(
    `select i.invoice_id as "invoiceId", p.tariff_id as "tariffId", p.shipping_method as method, i.quantity::text as weight,
         i.total::text as total, v.rate_compra::text as rate, i.discount_type <> 'none' as "isDiscounted", i.list_price::text as "pricePerPound",
         i.package_discount_type as "packageDiscountType", i.package_discount_value::text as "packageDiscountValue"
       from invoice_items i join packages p on p.company_id = i.company_id and p.id = i.package_id
       join invoices v on v.company_id = i.company_id and v.id = i.invoice_id where i.company_id = $1`,
    [companyId],
  )
  return rows.map((line): Line => {
    const currency = { code: 'X', rateCompra: line.rate, rateVenta: line.rate }
    const { lines } = invoiceTotals({
      currency,
      lines: [{ ...line, discountType: 'none', discountValue: null }],
      generalDiscountType: 'none',
      generalDiscountValue: null,
      payments: [],
    })
    return { ...line, gross: (lines[0]?.total ?? 0).toFixed(2) }
  })
}
