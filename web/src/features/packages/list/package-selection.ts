import type { CourierPackage } from '@casillero/shared/contract/packages'
import { useMutation } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { call } from '../../../lib/api.ts'
import { toastFailure } from '../../../ui/feedback/failure-toast.tsx'
import { toastError, toastSuccess } from '../../../ui/feedback/toast.tsx'
import { toastAction } from '../../../ui/feedback/toast-action.tsx'
import type { StatusChange } from '../status/status-dialog.tsx'

type Ids = ReadonlySet<string>
const none: Ids = new Set()

type Shown = Pick<CourierPackage, 'id' | 'companyPackageId'>

const maxChosen = 500

/** Keeps the selection across pages and searches. */
export function usePackageSelection<Row extends Shown>(shown: readonly Row[], isChoosable = (_: Row) => true) {
  const [chosen, setChosen] = useState(none)
  const anchor = useRef('')
  /** Package numbers by id, from the pages on which packages were chosen. */
  const numbers = useRef(new Map<string, number>())
  const choose = (next: Ids) => {
    for (const { id, companyPackageId } of shown) numbers.current.set(id, companyPackageId)
    if (next.size > maxChosen) toastError(`Elija como máximo ${maxChosen} paquetes`)
    else setChosen(next)
  }
  const toggle = (id: string, how: 'one' | 'range') => {
    const order = shown.filter(isChoosable).map((one) => one.id)
    const ends = [order.indexOf(anchor.current), order.indexOf(id)].toSorted((one, other) => one - other)
    const [from = -1, to = -1] = ends
    const meant = how === 'range' && from >= 0 ? order.slice(from, to + 1) : order.includes(id) ? [id] : []
    const next = new Set(chosen)
    for (const one of meant) {
      if (chosen.has(id)) next.delete(one)
      else next.add(one)
    }
    anchor.current = id
    choose(next)
  }
  /** Numbers keep the address short for five hundred labels. */
  const names = () => [...chosen].map((id) => String(numbers.current.get(id) ?? id))
  return { chosen, choose, toggle, names }
}

/** `4 paquetes seleccionados`, and how many of them are on this page. */
export function selectionText(chosen: Ids, shown: readonly Shown[]): string {
  const here = shown.filter(({ id }) => chosen.has(id)).length
  if (here < chosen.size) {
    return `${chosen.size} ${chosen.size === 1 ? 'seleccionado' : 'seleccionados'}, ${here} en esta página`
  }
  return chosen.size === 1 ? '1 paquete seleccionado' : `${chosen.size} paquetes seleccionados`
}

/** Offered only while undoing is possible. */
export function useStatusUndo(): (change: StatusChange) => void {
  const { mutate } = useMutation({
    mutationFn: (id: string) => call('POST /api/packages/status/:id/undo', { params: { id } }),
    onSuccess: ({ data: { restored } }) =>
      toastSuccess(
        restored === 1
          ? 'Se deshizo: 1 paquete volvió a su estado anterior'
          : `Se deshizo: ${restored} paquetes volvieron a su estado anterior`,
      ),
    onError: (error) => toastFailure(error, 'No se pudo deshacer'),
  })
  return ({ updated, changeId, undoMs }) => {
    const text = updated === 1 ? '1 paquete actualizado' : `${updated} paquetes actualizados`
    if (changeId === undefined || undoMs <= 0) toastSuccess(text)
    else toastAction(text, { label: 'Deshacer', run: () => mutate(changeId), ms: undoMs })
  }
}
