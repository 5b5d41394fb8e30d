import type { CourierPackage } from '@casillero/shared/contract/packages'
import type { Tariff } from '@casillero/shared/contract/tariffs'
import { packagePrice } from '@casillero/shared/domain/package-price'
import { toPriced } from '@casillero/shared/domain/price-arithmetic'
import { tidyRules } from '@casillero/shared/domain/tariff-rules'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useMemo, useRef } from 'react'
import { call } from '../../../lib/api.ts'
import { inTurns } from '../../../lib/in-turns.ts'
import { toastError, toastSuccess } from '../../../ui/feedback/toast.tsx'
import { offerCorrection } from '../../messages/offer-correction.ts'
import type { Dispatch } from '../form/invoice-form-actions.ts'
import { isConflict, refusalText, toastRefusal } from '../saving/refusal-text.ts'

type Change = { weight: number } | { tariffId: string; finalPricePerPound: number | null }
type Saving = { row: CourierPackage; change: Change }

export type PackageEdits = {
  saveWeight: (row: CourierPackage, weight: number) => Promise<void>
  saveTariff: (row: CourierPackage, tariff: Tariff) => Promise<void>
  saveTariffs: (rows: readonly CourierPackage[], tariff: Tariff) => Promise<void>
  /** True until the result of the last change is shown. */
  isSaving: () => boolean
}

const atOnce = 4

const put = ({ row, change }: Saving) =>
  call('PUT /api/packages/:id', { params: { id: row.id }, body: { ...row, ...change } })

const withTariff = (row: CourierPackage, tariff: Tariff): Saving => {
  const { finalPricePerPound } = packagePrice({
    ...toPriced(row),
    pricePerPound: tariff.pricePerPound,
    rules: tidyRules(tariff),
  })
  return { row, change: { tariffId: tariff.id, finalPricePerPound } }
}

/** docs/product/invoices.md, "Edits in Facturar". */
export function usePackageEdits(dispatch: Dispatch): PackageEdits {
  const running = useRef(0)
  const client = useQueryClient()
  const { mutateAsync } = useMutation({
    mutationFn: (savings: readonly Saving[]) => inTurns(savings, atOnce, put),
  })

  return useMemo(() => {
    /** Saves all, even if one fails. Returns the failed ones. */
    const save = async (savings: readonly Saving[]) => {
      running.current += 1
      try {
        const outcomes = await mutateAsync(savings)
        return outcomes.flatMap(({ item, outcome }) => {
          if (outcome.status === 'fulfilled') {
            dispatch({ type: 'packageSaved', row: outcome.value.data })
            return []
          }
          return [{ row: item.row, error: outcome.reason }]
        })
      } finally {
        running.current -= 1
      }
    }
    const refuse = (row: CourierPackage, error: unknown, fallback: string) => {
      if (!isConflict(error)) return
      dispatch({ type: 'packageRefused', id: row.id, sentence: refusalText(error, fallback) })
    }
    const saveOne = async (saving: Saving, done: string, failed: string) => {
      const [failure] = await save([saving])
      if (failure === undefined) {
        toastSuccess(done)
        void offerCorrection(client, [saving.row.id], done)
        return
      }
      toastRefusal(failure.error, failed)
      refuse(saving.row, failure.error, failed)
    }
    return {
      isSaving: () => running.current > 0,
      saveWeight: (row, weight) => saveOne({ row, change: { weight } }, 'Peso actualizado', 'Error al actualizar peso'),
      saveTariff: (row, tariff) => saveOne(withTariff(row, tariff), 'Tarifa actualizada', 'Error al actualizar tarifa'),
      saveTariffs: async (rows, tariff) => {
        const failures = await save(rows.map((row) => withTariff(row, tariff)))
        const saved = rows.length - failures.length
        const done = `Tarifa actualizada para ${saved} paquetes`
        if (saved > 0) toastSuccess(done)
        const failed = new Set(failures.map(({ row }) => row.id))
        const savedIds = rows.flatMap(({ id }) => (failed.has(id) ? [] : [id]))
        void offerCorrection(client, savedIds, done)
        if (failures.length === 0) return
        const names = failures.map(({ row }) => `#${row.companyPackageId}`).join(', ')
        toastError(`Error al actualizar tarifas: ${names}`)
        for (const { row, error } of failures) refuse(row, error, 'Error al actualizar tarifa')
      },
    }
  }, [client, dispatch, mutateAsync])
}
