import type { HandoverRow } from '@casillero/shared/contract/handovers'
import { useMutation } from '@tanstack/react-query'
import { call, describeError } from '../../lib/api.ts'
import { printFile } from '../../lib/print-file.ts'
import { toastError } from '../../ui/feedback/toast.tsx'
import { usePaper } from '../invoices/print-invoice.ts'

type Printed = Pick<HandoverRow, 'id' | 'companyHandoverId'>

/** docs/product/papers.md, "Printing". */
export function usePrintHandover(): { print: (handover: Printed) => void; isPrinting: boolean } {
  const { paper: format } = usePaper()
  const { mutate, isPending } = useMutation({
    mutationFn: async ({ id, companyHandoverId }: Printed) => {
      const paper = await call('GET /api/handovers/:id/document', { params: { id }, query: { format } })
      printFile(paper, `Entrega-${companyHandoverId}.pdf`)
    },
    onError: (error) => toastError(describeError(error, 'Error al imprimir la entrega')),
  })
  return {
    print: (handover) => {
      if (!isPending) mutate(handover)
    },
    isPrinting: isPending,
  }
}
