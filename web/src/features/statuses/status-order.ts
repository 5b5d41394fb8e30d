import type { Status } from '@casillero/shared/contract/statuses'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '../../lib/api.ts'
import { toastFailure } from '../../ui/feedback/failure-toast.tsx'
import type { MoveStatus, Step } from './move-buttons.tsx'

type Move = { status: Status; step: Step }

/** `said` tells a screen reader where it went. */
export function useStatusOrder(statuses: readonly Status[]): { move: MoveStatus; said: string } {
  const client = useQueryClient()
  const [said, setSaid] = useState('')
  const moving = useMutation({
    mutationFn: ({ status, step }: Move) => {
      const { id, name, isFinalStatus, role, version, orderPosition } = status
      const body = { name, isFinalStatus, role, version, orderPosition: orderPosition + step }
      return call('PUT /api/statuses/:id', { params: { id }, body })
    },
    onError: (error) => toastFailure(error, 'Error al cambiar el orden de los estados'),
    onSettled: async (saved) => {
      // The next move needs the versions of after this one, also when it was refused.
      await client.refetchQueries({ type: 'active' }, { cancelRefetch: false })
      if (saved) setSaid(`${saved.data.name} es ahora el ${saved.data.orderPosition} de ${statuses.length}`)
    },
  })
  return { said, move: (status, step) => !moving.isPending && moving.mutate({ status, step }) }
}
