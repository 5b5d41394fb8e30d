import type { Reconciliation } from '@casillero/shared/contract/reconciliations'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { ApiError, call, describeError } from '../../lib/api.ts'
import { Button, buttonClass } from '../../ui/controls/button.tsx'
import { toastError, toastSuccess } from '../../ui/feedback/toast.tsx'

const accepted = '.xlsx,.xlsm,.csv,.txt,text/csv,application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'
const mostBytes = 10 * 1024 * 1024

export const billText = ({ bill }: Reconciliation): string => {
  if (bill === null) return 'Factura del agente'
  return `${bill.fileName} · ${bill.lines === 1 ? '1 línea' : `${bill.lines} líneas`}`
}

/** The server's sentence, or what is known here. */
const failureText = (error: unknown): string =>
  (error instanceof ApiError ? error.fields.file : undefined) ?? describeError(error, 'No se pudo leer el archivo')

/** docs/product/shipments.md, "The carrier's bill". */
export function BillFile({ id, hasBill }: { id: string; hasBill: boolean }) {
  const queries = useQueryClient()
  const params = { id }
  const onSettled = () => queries.invalidateQueries()
  const reading = useMutation({
    mutationFn: async (file: File) => {
      if (file.size > mostBytes) throw new ApiError(400, { message: 'El archivo debe ser de hasta 10 MB' })
      return await call('POST /api/shipments/:id/bill', { params, body: {}, files: { file } })
    },
    onSuccess: () => toastSuccess('Factura del agente leída'),
    onError: (error) => toastError(failureText(error)),
    onSettled,
  })
  const dropping = useMutation({
    mutationFn: () => call('DELETE /api/shipments/:id/bill', { params }),
    onError: (error) => toastError(describeError(error, 'Error al quitar la factura')),
    onSettled,
  })
  const isBusy = reading.isPending || dropping.isPending
  return (
    <span className="-ml-1.5 flex flex-wrap items-center font-normal">
      <label
        aria-disabled={isBusy}
        className={buttonClass(
          'link',
          'sm',
          'px-1.5! has-focus-visible:outline-2 has-focus-visible:outline-focus has-focus-visible:outline-offset-2',
        )}
      >
        <input
          type="file"
          accept={accepted}
          disabled={isBusy}
          className="sr-only"
          onChange={(event) => {
            const file = event.target.files?.[0]
            if (file !== undefined) reading.mutate(file)
            // The same file can be picked again after it was mended.
            event.target.value = ''
          }}
        />
        {reading.isPending ? 'Leyendo…' : 'Leer de Excel'}
      </label>
      {hasBill && (
        <Button
          variant="link"
          size="sm"
          className="px-1.5!"
          disabled={isBusy}
          aria-label="Quitar la factura del agente"
          onClick={() => dropping.mutate()}
        >
          Quitar
        </Button>
      )}
    </span>
  )
}
