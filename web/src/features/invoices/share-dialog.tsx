import type { Invoice } from '@casillero/shared/contract/invoices'
import { useMutation } from '@tanstack/react-query'
import { Copy, Send } from 'lucide-react'
import { useCopiedLink } from '../../crud/use-copied-link.ts'
import { call, describeError } from '../../lib/api.ts'
import { useMay } from '../../lib/session.ts'
import { Button } from '../../ui/controls/button.tsx'
import { toastError, toastSuccess } from '../../ui/feedback/toast.tsx'
import { Field } from '../../ui/forms/field.tsx'
import { TextInput } from '../../ui/forms/text-input.tsx'
import { Dialog } from '../../ui/overlays/dialog.tsx'

type ShareDialogProps = { invoice: Pick<Invoice, 'id' | 'companyInvoiceId' | 'isShared'>; onClose: () => void }

/** docs/product/invoices.md, "Sharing". */
export function ShareDialog({ invoice, onClose }: ShareDialogProps) {
  const { copy, send, revoke, url } = useSharing(invoice.id)
  const may = useMay()
  const isShared = invoice.isShared || url !== undefined
  return (
    <Dialog
      title={`Compartir la factura #${invoice.companyInvoiceId}`}
      size="md"
      onClose={onClose}
      footer={
        <>
          {isShared && (
            <Button
              variant="danger-quiet"
              className="mr-auto max-md:w-full"
              busy={revoke.isPending}
              onClick={() => revoke.mutate()}
            >
              Dejar de compartir
            </Button>
          )}
          <Button className="max-md:flex-1" onClick={onClose}>
            Cerrar
          </Button>
        </>
      }
    >
      <div className="grid gap-4 border-line border-t px-4 py-4 text-body md:px-5">
        <p className="text-muted">
          {
            'Con el enlace se ve la factura y se descarga su PDF sin iniciar sesión. Si deja de compartirla, los enlaces enviados ya no muestran nada.'
          }
        </p>
        {url !== undefined && (
          <Field label="Enlace">
            {(control) => <TextInput {...control} readOnly value={url} onFocus={({ target }) => target.select()} />}
          </Field>
        )}
        <div className="grid gap-2 sm:grid-cols-2">
          <Button icon={<Copy size={16} aria-hidden="true" />} busy={copy.isPending} onClick={() => copy.mutate()}>
            Copiar enlace
          </Button>
          {may('messages.send') && (
            <Button icon={<Send size={16} aria-hidden="true" />} busy={send.isPending} onClick={() => send.mutate()}>
              Enviar por WhatsApp
            </Button>
          )}
        </div>
      </div>
    </Dialog>
  )
}

function useSharing(id: string) {
  const { copy, url, forget } = useCopiedLink(
    async () => (await call('POST /api/invoices/:id/link', { params: { id } })).data.url,
    'Error al compartir la factura',
  )
  const send = useMutation({
    mutationFn: () => call('POST /api/invoices/:id/messages', { params: { id } }),
    onSuccess: () => toastSuccess('La factura saldrá por WhatsApp'),
    onError: (error) => toastError(describeError(error, 'Error al enviar la factura')),
  })
  const revoke = useMutation({
    mutationFn: () => call('DELETE /api/invoices/:id/link', { params: { id } }),
    onSuccess: () => {
      forget()
      toastSuccess('La factura ya no se comparte')
    },
    onError: (error) => toastError(describeError(error, 'Error al dejar de compartir la factura')),
  })
  return { copy, send, revoke, url }
}
