import type { Client } from '@casillero/shared/contract/clients'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent } from 'react'
import { useSearchParams } from 'react-router'
import { describeError, read } from '../../lib/api.ts'
import { toastError } from '../../ui/feedback/toast.tsx'

const name = 'cliente'

/** Once: `/facturar?cliente=<id>`; with `entregados=si` what left without an invoice. */
export function useAskedClient(onFound: (client: Client, isUnbilled: boolean) => void): void {
  const [params, setParams] = useSearchParams()
  const queries = useQueryClient()
  const id = params.get(name)
  const isUnbilled = params.get('entregados') === 'si'
  const take = useEffectEvent(onFound)
  const forget = useEffectEvent(() =>
    setParams(
      (now) => {
        const next = new URLSearchParams(now)
        next.delete(name)
        next.delete('entregados')
        return next
      },
      { replace: true },
    ),
  )
  useEffect(() => {
    if (id === null) return
    let isWanted = true
    const find = async () => {
      try {
        const { data } = await queries.fetchQuery(read('GET /api/client/:id', { params: { id } }))
        if (isWanted) take(data, isUnbilled)
      } catch (error) {
        if (isWanted) toastError(describeError(error, 'Error al cargar el cliente'))
      }
      if (isWanted) forget()
    }
    void find()
    return () => {
      isWanted = false
    }
  }, [id, isUnbilled, queries])
}
