import type { CashSession } from '@casillero/shared/contract/cash'
import { useMutation } from '@tanstack/react-query'
import { call, describeError } from '../../lib/api.ts'
import { printFile } from '../../lib/print-file.ts'
import { toastError } from '../../ui/feedback/toast.tsx'
import { usePaper } from '../invoices/print-invoice.ts'

export function usePrintSession({ id, companySessionId }: CashSession) {
  const { paper: format } = usePaper()
  return useMutation({
    mutationFn: () => call('GET /api/cash-sessions/:id/document', { params: { id }, query: { format } }),
    onSuccess: (content) => printFile(content, `Turno-${companySessionId}.pdf`),
    onError: (error) => toastError(describeError(error, 'Error al imprimir el turno')),
  })
}
