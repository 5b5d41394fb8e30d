import type { InvoiceRow, PaperFormat } from '@casillero/shared/contract/invoices'
import { useMutation } from '@tanstack/react-query'
import { useSyncExternalStore } from 'react'
import { call, sentenceOf } from '../../lib/api.ts'
import { printFile } from '../../lib/print-file.ts'
import { toastError } from '../../ui/feedback/toast.tsx'

const key = 'paper'
const changed = 'paper-chosen'

const readPaper = (): PaperFormat => (localStorage.getItem(key) === 'ticket' ? 'ticket' : 'letter')

function subscribe(onChange: () => void): () => void {
  // The event of the storage tells the other tabs, the own one this tab.
  for (const event of ['storage', changed]) window.addEventListener(event, onChange)
  return () => {
    for (const event of ['storage', changed]) window.removeEventListener(event, onChange)
  }
}

/** The paper that this device prints on. docs/product/papers.md, "Printing". */
export function usePaper(): { paper: PaperFormat; choosePaper: (paper: PaperFormat) => void } {
  return {
    paper: useSyncExternalStore(subscribe, readPaper),
    choosePaper(paper) {
      localStorage.setItem(key, paper)
      window.dispatchEvent(new Event(changed))
    },
  }
}

type Printed = Pick<InvoiceRow, 'id' | 'companyInvoiceId'>

/** Prints an invoice on the device's paper. docs/product/papers.md, "Printing". */
export function usePrintInvoice(): { print: (invoice: Printed) => void; isPrinting: boolean } {
  const { mutate, isPending } = useMutation({
    mutationFn: async ({ id, companyInvoiceId }: Printed) => {
      const paper = await call('GET /api/invoices/:id/document', { params: { id }, query: { format: readPaper() } })
      printFile(paper, `Factura-${companyInvoiceId}.pdf`)
    },
    onError: (error) => toastError(sentenceOf(error, 'Error al imprimir la factura')),
  })
  return { print: mutate, isPrinting: isPending }
}
