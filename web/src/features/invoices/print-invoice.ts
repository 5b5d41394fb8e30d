import type { InvoiceRow, PaperFormat } from '@casillero/shared/contract/invoices'
import { useMutation } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useSyncExternalStore } from 'react'
import { call, describeError } from '../../lib/api.ts'
import { printFile } from '../../lib/print-file.ts'
import { toastError } from '../../ui/feedback/toast.tsx'

const key = 'paper'
const changed = 'paper-chosen'

const readPaper = (): PaperFormat => (localStorage.getItem(key) === 'ticket' ? 'ticket' : 'letter')

function subscribe(onChange: () => void): () => void {
  // The `storage` event reaches the other tabs, `changed` reaches this one.
  for (const event of ['storage', changed]) window.addEventListener(event, onChange)
  return () => {
    for (const event of ['storage', changed]) window.removeEventListener(event, onChange)
  }
}

/** docs/product/papers.md, "Printing". */
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

/** docs/product/papers.md, "Printing". */
export function usePrintInvoice(): { print: (invoice: Printed) => void; isPrinting: boolean } {
  const { mutate, isPending } = useMutation({
    mutationFn: async ({ id, companyInvoiceId }: Printed) => {
      const paper = await call('GET /api/invoices/:id/document', { params: { id }, query: { format: readPaper() } })
      printFile(paper, `Factura-${companyInvoiceId}.pdf`)
    },
    onError: (error) => toastError(describeError(error, 'Error al imprimir la factura')),
  })
  return {
    print: (invoice) => {
      if (!isPending) mutate(invoice)
    },
    isPrinting: isPending,
  }
}

/** The last entry prints what is on top of the screen. */
let printers: readonly (() => void)[] = []

function printTop(event: KeyboardEvent): void {
  const isAsked =
    event.key.toLowerCase() === 'p' && (event.ctrlKey || event.metaKey) && !event.shiftKey && !event.altKey
  const print = printers.at(-1)
  if (!isAsked || print === undefined) return
  // Otherwise the browser would print the page.
  event.preventDefault()
  if (!event.repeat) print()
}

/** docs/product/papers.md, "Printing". */
export function usePrintKey(print: () => void): void {
  const printNow = useEffectEvent(print)
  useEffect(() => {
    const own = () => printNow()
    printers = [...printers, own]
    window.addEventListener('keydown', printTop)
    return () => {
      printers = printers.filter((one) => one !== own)
      if (printers.length === 0) window.removeEventListener('keydown', printTop)
    }
  }, [])
}
