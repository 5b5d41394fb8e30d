import type { Status } from '@casillero/shared/contract/statuses'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { call, sentenceOf } from '../../lib/api.ts'
import { toastError } from '../../ui/toast.tsx'
import { type MoveStatus, moveButtonId } from './move-buttons.tsx'

/** Moves a status one place; `said` tells a screen reader where it went. */
export function useStatusOrder(statuses: readonly Status[]): { move: MoveStatus; said: string } {
  const client = useQueryClient()
  const focused = useRef<string>(undefined)
  const [said, setSaid] = useState('')
  const moving = useMutation({
    mutationFn: async ({ status, step }: { status: Status; step: -1 | 1 }) => {
      const { id, name, isFinalStatus, role, version } = status
      const orderPosition = status.orderPosition + step
      await call('PUT /api/statuses/:id', {
        params: { id },
        body: { name, isFinalStatus, role, version, orderPosition },
      })
      focused.current = moveButtonId(id, step)
      setSaid(`${name} es ahora el ${orderPosition} de ${statuses.length}`)
    },
    // The next move needs the versions of after this one, also when it was refused.
    onSettled: () => client.invalidateQueries(),
    onError: (error) => toastError(sentenceOf(error, 'Error al cambiar el orden de los estados')),
  })
  useEffect(() => {
    // A row that changes its place loses the focus.
    const button = focused.current === undefined ? null : document.getElementById(focused.current)
    if (statuses.length > 0 && document.activeElement === document.body) button?.focus()
  }, [statuses])
  return { said, move: (status, step) => !moving.isPending && moving.mutate({ status, step }) }
}
