import type { ClientAccount } from '@casillero/shared/contract/client-account'
import type { Collection } from '@casillero/shared/contract/collections'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import { ApiError, call, describeError, newIdempotencyKey } from '../../lib/api.ts'
import { toastFailure } from '../../ui/feedback/failure-toast.tsx'
import { toastError, toastSuccess } from '../../ui/feedback/toast.tsx'
import { holdToasts } from '../../ui/feedback/toast-store.ts'
import { focusField } from '../billing/form/field-focus.ts'
import { useDeviceDrawer } from '../taking/device-drawer.ts'
import { collectionBody } from './collection-body.ts'
import { type CollectionForm, type CollectionTotals, firstDoubt, firstProblem } from './collection-form.ts'
import type { OpenDebt } from './open-invoices.ts'

type CollectingParts = {
  form: CollectionForm
  totals: CollectionTotals
  invoices: readonly OpenDebt[]
  account: ClientAccount
}

const failed = 'Error al registrar el cobro'

/** The fields that the client's page prints and shows. */
export type SavedNumber = Pick<Collection, 'id' | 'companyCollectionId' | 'change'>

/** Warns of the first problem each time, of a doubt only once. */
function useChecks({ form, totals, invoices }: Omit<CollectingParts, 'account'>, warn: (sentence: string) => void) {
  const doubted = useRef<string>(undefined)
  return (): boolean => {
    const problem = firstProblem(totals, invoices, form)
    if (problem !== undefined) {
      warn(problem.sentence)
      focusField(problem.field)
      return true
    }
    const doubt = firstDoubt(totals)
    if (doubt === undefined || doubted.current === doubt) return false
    doubted.current = doubt
    warn(doubt)
    focusField(`collected-${totals.sent.at(-1)?.row.key ?? 0}`)
    return true
  }
}

/** Shows the client's page once the collection is saved. */
function useEnd(id: string) {
  const navigate = useNavigate()
  const [end, setEnd] = useState<'lost' | 'done' | SavedNumber>()
  // The guard for unsaved work is removed only after the final render.
  useEffect(() => {
    if (end === undefined || end === 'lost') return
    const state = end === 'done' ? null : { collection: end }
    void navigate(`/clients/${id}?tab=facturas`, { replace: true, state })
  }, [end, id, navigate])
  return [end, setEnd] as const
}

/** docs/product/cash.md, "Collections". */
export function useCollecting({ form, totals, invoices, account }: CollectingParts) {
  const queries = useQueryClient()
  const isRunning = useRef(false)
  const [said] = useState(holdToasts)
  const warn = (sentence: string) => said.hold(toastError(sentence))
  const refuses = useChecks({ form, totals, invoices }, warn)
  const [key] = useState(newIdempotencyKey)
  const cashSessionId = useDeviceDrawer().forPayments?.openSession.id
  const { id } = account.client
  const [end, setEnd] = useEnd(id)
  const { mutateAsync, isPending } = useMutation({
    mutationFn: () =>
      call('POST /api/clients/:id/collections', {
        params: { id },
        body: collectionBody(form, totals, invoices, cashSessionId),
        headers: { 'Idempotency-Key': key },
      }),
  })

  const leave = (sentence: string) => {
    setEnd('done')
    toastSuccess(sentence)
  }
  const explain = async (error: unknown) => {
    if (error instanceof ApiError && error.code === 'collection_already_made') return leave(error.message)
    if (error instanceof ApiError && error.status === 0) {
      setEnd('lost')
      said.hold(failed)
      return toastFailure(error, failed)
    }
    setEnd(undefined)
    warn(describeError(error, failed))
    // Debts, the rates and the drawer may have changed meanwhile.
    await queries.invalidateQueries()
  }

  const save = async () => {
    if (isRunning.current) return
    if (refuses()) return
    isRunning.current = true
    try {
      // Awaits the answer only: a press during the later reload would be silently lost.
      const { data } = await mutateAsync().finally(() => {
        isRunning.current = false
      })
      said.dismiss()
      setEnd({ id: data.id, companyCollectionId: data.companyCollectionId, change: data.change })
    } catch (error) {
      await explain(error)
    }
  }
  return { save, isSaving: isPending, isLost: end === 'lost', isDone: end !== undefined && end !== 'lost' }
}
