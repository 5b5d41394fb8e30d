import type { Currency } from '@casillero/shared/contract/currencies'
import type { costsDraft, Reconciliation } from '@casillero/shared/contract/reconciliations'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import type * as z from 'zod/mini'
import { call, describeError, newIdempotencyKey } from '../../lib/api.ts'
import { toastError } from '../../ui/feedback/toast.tsx'

type CostsInput = z.input<typeof costsDraft>

/** Leaves out the amount of a line by the pound, which follows from its price. */
export function toCostsInput({ weights, costs, version }: Reconciliation): CostsInput {
  const lines = costs.map(({ id, concept, currency, amount, pricePerPound }) => ({
    id,
    concept,
    currencyId: currency.id,
    amount: pricePerPound === null ? amount : null,
    pricePerPound,
  }))
  return { billedWeight: weights.billed, costs: lines, version }
}

export const findUsd = (currencies: readonly Currency[]): string =>
  currencies.find(({ code }) => code === 'USD')?.id ?? currencies[0]?.id ?? ''

/** Reloads the figures even after a refusal. */
export function useCosts(id: string) {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: (body: CostsInput) =>
      call('PUT /api/shipments/:id/costs', {
        params: { id },
        body,
        headers: { 'Idempotency-Key': newIdempotencyKey() },
      }),
    onError: (error) => toastError(describeError(error, 'Error al guardar los costos')),
    onSettled: () => queries.invalidateQueries(),
  })
}
