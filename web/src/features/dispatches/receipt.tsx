import type { Dispatch } from '@casillero/shared/contract/dispatches'
import { formatDateTime } from '@casillero/shared/domain/business-date'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { ConfirmDialog } from '../../crud/confirm-dialog.tsx'
import { call } from '../../lib/api.ts'
import { toastFailure } from '../../ui/feedback/failure-toast.tsx'
import { toastSuccess } from '../../ui/feedback/toast.tsx'
import { PhotoBox } from '../../ui/forms/photo-box.tsx'

type ReceiptProps = { dispatch: Dispatch; mayChange: boolean }

/** It often comes after the packages left. */
export function Receipt({ dispatch: { id, receipt, version }, mayChange }: ReceiptProps) {
  const [isRemoving, setIsRemoving] = useState(false)
  const save = (photo: string | null) =>
    call('PUT /api/dispatches/:id/receipt', { params: { id }, body: { photo, version } })
  const { mutate, isPending } = useMutation({
    mutationFn: save,
    onSuccess: () => toastSuccess('Foto guardada'),
    onError: (error) => toastFailure(error, 'Error al guardar la foto'),
  })
  const change = (photo: string | null) => (photo === null ? setIsRemoving(true) : mutate(photo))
  return (
    <>
      <PhotoBox
        label="Foto del recibo"
        // The address stays the same when another photo takes its place.
        url={receipt && `${new URL(receipt.link).pathname}?${Date.parse(receipt.setAt)}`}
        {...(receipt && { note: `${receipt.setBy.fullName}, ${formatDateTime(receipt.setAt)}` })}
        {...(receipt === null && { help: 'El cliente la abre desde su aviso' })}
        isBusy={isPending}
        {...(mayChange && { onChange: change })}
        className="mt-3"
      />
      {isRemoving && (
        <ConfirmDialog
          title="¿Quitar la foto del recibo?"
          texts={{
            confirm: 'Quitar',
            confirming: 'Quitando...',
            done: 'Foto quitada',
            failed: 'Error al quitar la foto',
          }}
          run={() => save(null)}
          onClose={() => setIsRemoving(false)}
        >
          El enlace que ya recibieron los clientes deja de mostrarla.
        </ConfirmDialog>
      )}
    </>
  )
}
