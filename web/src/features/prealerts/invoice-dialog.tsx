import type { Prealert } from '@casillero/shared/contract/prealerts'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { Button } from '../../ui/controls/button.tsx'
import { toastSuccess } from '../../ui/feedback/toast.tsx'
import { Dialog } from '../../ui/overlays/dialog.tsx'
import { describeInvoiceError, sendInvoice } from './invoice-file.ts'
import { InvoiceInput } from './invoice-input.tsx'

/** docs/product/prealerts.md, "Announcing". */
export function InvoiceDialog({ prealert, onClose }: { prealert: Prealert; onClose: () => void }) {
  const queries = useQueryClient()
  const [chosen, setChosen] = useState<{ file: File; error: string | undefined }>()
  const [sent, setSent] = useState(0)
  const sending = useMutation({
    mutationFn: (file: File) => sendInvoice(prealert.id, file, setSent),
    onSuccess: () => {
      toastSuccess('Factura de la tienda guardada')
      onClose()
    },
    onError: (error, file) => setChosen({ file, error: describeInvoiceError(error) }),
    onSettled: () => void queries.invalidateQueries(),
  })
  const close = () => {
    if (!sending.isPending) onClose()
  }
  return (
    <Dialog
      title="Factura de la tienda"
      size="md"
      shape="card"
      holds={() => sending.isPending}
      onClose={close}
      footer={
        <>
          <Button onClick={close}>Cancelar</Button>
          <Button
            variant="primary"
            disabled={chosen === undefined || chosen.error !== undefined}
            busy={sending.isPending}
            busyLabel="Enviando..."
            onClick={() => {
              if (chosen === undefined || sending.isPending) return
              setSent(0)
              sending.mutate(chosen.file)
            }}
          >
            Guardar
          </Button>
        </>
      }
    >
      <div className="grid gap-3 px-5 pt-1 pb-5">
        <p className="wrap-anywhere text-body">{`${prealert.client.name} · ${prealert.tracking}`}</p>
        <InvoiceInput
          file={chosen?.file}
          hasFile={prealert.hasFile}
          sent={sending.isPending ? sent : undefined}
          error={chosen?.error}
          onChoose={(file, error) => setChosen({ file, error })}
        />
      </div>
    </Dialog>
  )
}
