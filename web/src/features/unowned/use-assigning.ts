import type { Api } from '@casillero/shared/contract/api'
import type { CourierPackage } from '@casillero/shared/contract/packages'
import type { UnownedPackage } from '@casillero/shared/contract/unowned'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { call } from '../../lib/api.ts'
import { toastFailure } from '../../ui/feedback/failure-toast.tsx'
import { toastSuccess } from '../../ui/feedback/toast.tsx'
import { toastAction } from '../../ui/feedback/toast-action.tsx'
import { fullName } from '../client-search/client-name.ts'
import { formatNumber } from './unowned-texts.ts'

/** Milliseconds for which the message waits. */
const undoMs = 10_000
const key = 'aviso-al-asignar'

/** Includes the version, so that a package can be assigned again after an undo. */
const buildPressKey = ({ id, version }: UnownedPackage): string => `${id} ${version}`

type Owner = { id: string; firstName: string; lastNames: string }
type Assignment = { row: UnownedPackage; owner: Owner }

async function undo({ row, assigned }: { row: UnownedPackage; assigned: CourierPackage }) {
  // Loaded on demand, because it belongs to a package's form.
  const { fieldsOfPackage } = await import('../packages/entry/package-draft.ts')
  const body: Api['PUT /api/packages/:id']['body'] = {
    ...fieldsOfPackage(assigned),
    clientId: null,
    tariffId: row.tariffId,
  }
  return await call('PUT /api/packages/:id', { params: { id: row.id }, body })
}

/** Returns the next row's button or search. */
const nextTo = (row: UnownedPackage, rows: readonly UnownedPackage[]): HTMLElement | null => {
  const at = rows.findIndex(({ id }) => id === row.id)
  const next = rows[at + 1] ?? rows[at - 1]
  return next ? document.querySelector<HTMLElement>(`[data-owner="${next.id}"]`) : document.querySelector('#contenido')
}

export type Assigning = {
  isNotifying: boolean
  setNotifying: (isNotifying: boolean) => void
  busyId: string | undefined
  assign: (row: UnownedPackage, owner: Owner) => void
}

/** Every assignment can be undone. */
export function useAssigning(rows: readonly UnownedPackage[]): Assigning {
  const client = useQueryClient()
  const [isNotifying, setIsNotifying] = useState(() => localStorage.getItem(key) !== 'no')
  // A ref, because a double click comes before the button shows as busy.
  const sent = useRef(new Set<string>())
  const { mutate: takeBack } = useMutation({
    mutationFn: undo,
    onSuccess: (_, { row }) => toastSuccess(`El paquete ${formatNumber(row)} vuelve a estar sin dueño`),
    onError: (error) => toastFailure(error, 'No se pudo deshacer'),
  })
  const { mutate, isPending, variables } = useMutation({
    mutationFn: ({ row, owner }: Assignment) =>
      call('POST /api/packages/:id/owner', {
        params: { id: row.id },
        body: { clientId: owner.id, notify: isNotifying, version: row.version },
      }),
    onSuccess: ({ data: assigned }, { row, owner }) => {
      nextTo(row, rows)?.focus()
      toastAction(`Paquete ${formatNumber(row)} asignado a ${fullName(owner)}`, {
        label: 'Deshacer',
        run: () => takeBack({ row, assigned }),
        ms: undoMs,
      })
    },
    onError: (error, { row }) => {
      sent.current.delete(buildPressKey(row))
      toastFailure(error, 'Error al asignar el paquete')
      // Another user may have assigned it first.
      void client.invalidateQueries()
    },
  })
  return {
    isNotifying,
    setNotifying: (next) => {
      localStorage.setItem(key, next ? 'sí' : 'no')
      setIsNotifying(next)
    },
    busyId: isPending ? variables.row.id : undefined,
    assign: (row, owner) => {
      if (sent.current.has(buildPressKey(row))) return
      sent.current.add(buildPressKey(row))
      mutate({ row, owner })
    },
  }
}
