import './invoice-sheet.css'
import type { CompanySettings } from '@casillero/shared/contract/company'
import type { Invoice } from '@casillero/shared/contract/invoices'
import { formatPhone } from '@casillero/shared/domain/phone'
import { useEffect, useState } from 'react'
import { createPortal, flushSync } from 'react-dom'
import { invoiceDetailLabel } from './invoice-texts.ts'
import { InvoiceView } from './invoice-view.tsx'

type Heading = Pick<CompanySettings, 'name' | 'ruc' | 'address' | 'phone'>
type InvoiceSheetProps = { invoice: Invoice; company: Heading }

/** There only while something is printed. */
export function InvoiceSheet({ invoice, company }: InvoiceSheetProps) {
  const isPrinting = useIsPrinting()
  if (!isPrinting) return null
  const { label } = invoiceDetailLabel(invoice.status)
  const facts = [company.ruc && `RUC ${company.ruc}`, company.address].filter(Boolean)
  return createPortal(
    <article className="invoice-sheet">
      <header className="mb-4 flex items-start justify-between gap-6 border-line border-b pb-4">
        <div className="min-w-0">
          <p className="font-semibold text-title">{company.name}</p>
          <p>{facts.join(' · ')}</p>
          {company.phone && <p className="whitespace-nowrap">{formatPhone(company.phone)}</p>}
        </div>
        <div className="shrink-0 text-right">
          <p className="font-semibold text-title">{`Factura #${invoice.companyInvoiceId}`}</p>
          {invoice.status === 'cancelled' ? (
            <p className="font-[650] text-[32px] leading-10">{label}</p>
          ) : (
            <p>{label}</p>
          )}
        </div>
      </header>
      <InvoiceView invoice={invoice} layout="wide" />
    </article>,
    document.body,
  )
}

function useIsPrinting(): boolean {
  const [isPrinting, setIsPrinting] = useState(false)
  useEffect(() => {
    // The browser lays the paper out right after the event.
    const begin = () => flushSync(() => setIsPrinting(true))
    const end = () => setIsPrinting(false)
    window.addEventListener('beforeprint', begin)
    window.addEventListener('afterprint', end)
    return () => {
      window.removeEventListener('beforeprint', begin)
      window.removeEventListener('afterprint', end)
    }
  }, [])
  return isPrinting
}
