import type { Client } from '@casillero/shared/contract/clients'
import { readyStatus } from '@casillero/shared/domain/package-choice'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { describeError, read } from '../../lib/api.ts'
import { toastError, toastSuccess } from '../../ui/feedback/toast.tsx'
import type { Dispatch } from './invoice-form-actions.ts'
import { isBillable } from './invoice-form-state.ts'
import { useLastCurrency } from './last-currency.ts'
import { readyPackages, unbilledPackages } from './ready-packages.ts'

type PackageLoader = { load: (client: Client, isUnbilled: boolean) => Promise<void>; stop: () => void }

export function usePackageLoader(dispatch: Dispatch): PackageLoader {
  const queries = useQueryClient()
  const last = useLastCurrency()
  const running = useRef<AbortController>(null)
  const stop = () => running.current?.abort()
  useEffect(() => () => running.current?.abort(), [])

  const load = async (client: Client, isUnbilled: boolean) => {
    stop()
    const controller = new AbortController()
    running.current = controller
    const { signal } = controller
    try {
      const statuses = await queries.fetchQuery(read('GET /api/statuses'))
      const ready = readyStatus(statuses.data)
      const [here, left, currencyIds, currencies] = await Promise.all([
        ready === undefined || isUnbilled ? [] : readyPackages(client.id, ready.id, signal),
        unbilledPackages(client.id, signal),
        last.find(client.id, signal),
        queries.fetchQuery(read('GET /api/currencies/active')),
      ])
      if (signal.aborted) return
      const id = currencyIds.find((one) => currencies.data.some((currency) => currency.id === one))
      if (id !== undefined) dispatch({ type: 'currencyRemembered', clientId: client.id, id })
      const later = new Set(isUnbilled ? [] : left.map((row) => row.id))
      dispatch({ type: 'packagesLoaded', clientId: client.id, rows: [...here, ...left], later })
      const count = here.filter(isBillable).length
      if (ready === undefined) toastError('Estado "Listo para retirar" no encontrado')
      else if (count > 0) toastSuccess(`${count} paquetes listos para facturar`, { replaces: 'packages-ready' })
    } catch (error) {
      if (signal.aborted) return
      dispatch({ type: 'packagesFailed', clientId: client.id })
      toastError(describeError(error, 'Error al cargar paquetes del cliente'))
    }
  }
  return { load, stop }
}
