import type { Status } from '@casillero/shared/contract/statuses'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { call, sentenceOf } from '../../lib/api.ts'
import { toastError } from '../../ui/toast.tsx'
import { type MoveStatus, moveButtonId, type Step } from './move-buttons.tsx'

type Move = { status: Status; step: Step }

/** Moves a status one place; `said` tells a screen reader where it went. */
export function useStatusOrder(statuses: readonly Status[]): { move: MoveStatus; said: string } {
  const client = useQueryClient()
  const focused = useRef<string>(undefined)
  const [said, setSaid] = useState('')
  const moving = useMutation({
    mutationFn: ({ status, step }: Move) => {
      const { id, name, isFinalStatus, role, version, orderPosition } = status
      const body = { name, isFinalStatus, role, version, orderPosition: orderPosition + step }
      return call('PUT /api/statuses/:id', { params: { id }, body })
    },
    onError: (error) => toastError(sentenceOf(error, 'Error al cambiar el orden de los estados')),
    onSettled: async (saved, _error, { step }) => {
      if (saved) focused.current = moveButtonId(saved.data.id, step)
      // The next move needs the versions of after this one, also when it was refused.
      await client.refetchQueries({ type: 'active' }, { cancelRefetch: false })
      if (saved) setSaid(`${saved.data.name} es ahora el ${saved.data.orderPosition} de ${statuses.length}`)
    },
  })
  useEffect(() => {
    // A row that changes its place loses the focus.
    const button = focused.current === undefined ? null : document.getElementById(focused.current)
    if (statuses.length > 0 && document.activeElement === document.body) button?.focus()
  }, [statuses])
  return { said, move: (status, step) => !moving.isPending && moving.mutate({ status, step }) }
}
