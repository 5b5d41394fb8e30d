import type { Collection } from '@casillero/shared/contract/collections'
import type { Invoice } from '@casillero/shared/contract/invoices'
import { useMutation } from '@tanstack/react-query'
import { call, describeError } from '../../lib/api.ts'
import { printFile } from '../../lib/print-file.ts'
import { toastError } from '../../ui/feedback/toast.tsx'
import { usePaper } from './print-invoice.ts'

type Receipt = { of: 'payment' | 'collection'; id: string; fileName: string }

/** For a part of a collection, returns the collection's receipt. */
export function findReceipt({ companyInvoiceId, payments, reversedPayments }: Invoice, paymentId: string): Receipt {
  const all = [...payments, ...reversedPayments].toSorted((a, b) => (a.id < b.id ? -1 : 1))
  const index = all.findIndex(({ id }) => id === paymentId)
  const collection = all[index]?.collection
  if (collection) return collectionReceipt(collection)
  return { of: 'payment', id: paymentId, fileName: `Recibo-${companyInvoiceId}-${index + 1}.pdf` }
}

export const collectionReceipt = ({
  id,
  companyCollectionId,
}: Pick<Collection, 'id' | 'companyCollectionId'>): Receipt => ({
  of: 'collection',
  id,
  fileName: `Cobro-${companyCollectionId}.pdf`,
})

/** docs/product/papers.md, "Printing". */
export function usePrintReceipt(): { print: (receipt: Receipt) => void; isPrinting: boolean } {
  const { paper: format } = usePaper()
  const { mutate, isPending } = useMutation({
    async mutationFn({ of, id, fileName }: Receipt) {
      const request = { params: { id }, query: { format } }
      const paper =
        of === 'payment'
          ? await call('GET /api/payments/:id/document', request)
          : await call('GET /api/collections/:id/document', request)
      printFile(paper, fileName)
    },
    onError: (error) => toastError(describeError(error, 'Error al imprimir el recibo')),
  })
  return {
    print: (receipt) => {
      if (!isPending) mutate(receipt)
    },
    isPrinting: isPending,
  }
}
