import type { Voucher } from '@casillero/shared/contract/vouchers'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { ApiError, call, describeError, newIdempotencyKey } from '../../lib/api.ts'
import { toastFailure } from '../../ui/feedback/failure-toast.tsx'
import { toastError, toastSuccess } from '../../ui/feedback/toast.tsx'
import { focusField } from '../billing/field-focus.ts'
import { collectionBody } from '../collecting/collection-body.ts'
import { type CollectionForm, type CollectionTotals, firstDoubt, firstProblem } from '../collecting/collection-form.ts'
import type { OpenDebt } from '../collecting/open-invoices.ts'
import { useDeviceDrawer } from '../taking/device-drawer.ts'

type AcceptingParts = {
  voucher: Voucher
  form: CollectionForm
  totals: CollectionTotals
  invoices: readonly OpenDebt[]
  /** Null while none is asked for. */
  repeatReason: string | null
  onDone: () => void
  /** Another clerk decided it. */
  onTaken: () => void
}

const failed = 'Error al registrar el pago'

/** docs/product/vouchers.md, "Verifying". */
export function useAccepting({ voucher, form, totals, invoices, repeatReason, onDone, onTaken }: AcceptingParts) {
  const queries = useQueryClient()
  const isRunning = useRef(false)
  const doubted = useRef<string>(undefined)
  const [key] = useState(newIdempotencyKey)
  const [isRepeated, setIsRepeated] = useState(voucher.repeated !== null)
  const cashSessionId = useDeviceDrawer().forPayments?.openSession.id
  const { mutateAsync, isPending } = useMutation({
    mutationFn: () =>
      call('POST /api/vouchers/:id/accept', {
        params: { id: voucher.id },
        body: {
          ...collectionBody(form, totals, invoices, cashSessionId),
          repeatReason: isRepeated ? repeatReason : null,
        },
        headers: { 'Idempotency-Key': key },
      }),
  })

  const refuse = (sentence: string, field: string) => {
    toastError(sentence)
    focusField(field)
  }

  const explain = async (error: unknown) => {
    if (error instanceof ApiError && error.code === 'voucher_repeated') {
      setIsRepeated(true)
      return refuse(error.message, 'repeat-reason')
    }
    if (error instanceof ApiError && error.code === 'voucher_decided') return onTaken()
    if (error instanceof ApiError && error.status === 0) return toastFailure(error, failed)
    toastError(describeError(error, failed))
    // Debts, the rates and the drawer may have changed meanwhile.
    await queries.invalidateQueries()
  }

  const accept = async () => {
    if (isRunning.current) return
    const problem = firstProblem(totals, invoices, form)
    if (problem !== undefined) return refuse(problem.sentence, problem.field)
    if (isRepeated && (repeatReason ?? '').trim() === '') {
      return refuse('Escriba por qué se registra otra vez', 'repeat-reason')
    }
    const doubt = firstDoubt(totals)
    if (doubt !== undefined && doubted.current !== doubt) {
      doubted.current = doubt
      return refuse(doubt.replace('Cobrar', 'Registrar pago'), `collected-${totals.sent.at(-1)?.row.key ?? 0}`)
    }
    isRunning.current = true
    try {
      const { data } = await mutateAsync().finally(() => {
        isRunning.current = false
      })
      toastSuccess(`Cobro #${data.collection.companyCollectionId} registrado`)
      onDone()
    } catch (error) {
      await explain(error)
    }
  }
  return { accept, isSaving: isPending, isRepeated }
}
