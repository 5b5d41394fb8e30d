import type { Status } from '@casillero/shared/contract/statuses'
import { useMutation } from '@tanstack/react-query'
import { ChevronDown, CircleDot } from 'lucide-react'
import { call, sentenceOf } from '../../lib/api.ts'
import { Button } from '../../ui/button.tsx'
import { Menu } from '../../ui/menu.tsx'
import { toastError, toastSuccess } from '../../ui/toast.tsx'

type StatusMenuProps = { packageIds: readonly string[]; statuses: readonly Status[]; onDone: () => void }

/** Moves all the chosen packages to one status, or none of them. */
export function StatusMenu({ packageIds, statuses, onDone }: StatusMenuProps) {
  const change = useMutation({
    mutationFn: (statusId: string) =>
      call('PATCH /api/packages/status', { body: { packageIds: [...packageIds], statusId } }),
    onSuccess: ({ data: { updated } }) => {
      toastSuccess(updated === 1 ? '1 paquete actualizado' : `${updated} paquetes actualizados`)
      onDone()
    },
    onError: (error) => toastError(sentenceOf(error, 'Error al cambiar el estado')),
  })
  return (
    <Menu
      items={statuses.map(({ id, name }) => ({
        label: name,
        run: () => {
          if (!change.isPending) change.mutate(id)
        },
      }))}
      trigger={(trigger) => (
        <Button {...trigger} icon={<CircleDot size={16} aria-hidden="true" />} busy={change.isPending}>
          Cambiar estado
          <ChevronDown size={16} aria-hidden="true" />
        </Button>
      )}
    />
  )
}
