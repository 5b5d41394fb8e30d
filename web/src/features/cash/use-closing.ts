import type { CashSession } from '@casillero/shared/contract/cash'
import type { Currency } from '@casillero/shared/contract/currencies'
import { needsExplanation } from '@casillero/shared/domain/cash-session'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import { ApiError, call, newIdempotencyKey, read } from '../../lib/api.ts'
import { usePrintsAfter } from '../../lib/print-after.ts'
import { toastFailure } from '../../ui/feedback/failure-toast.tsx'
import { toastError, toastSuccess } from '../../ui/feedback/toast.tsx'
import type { Balance } from './cash-texts.ts'
import { buildCounts, forgetCount, keepCount, keptCount, type Typed } from './counting.ts'
import { usePrintSession } from './print-session.ts'

type ClosingOptions = { session: CashSession; currencies: readonly Currency[] }

function useOnce(refuse: (error: unknown, failed: string) => void) {
  // The same key for the same content, so that a call whose answer was lost is not carried out twice.
  const key = useRef(newIdempotencyKey())
  const isRunning = useRef(false)
  const renewKey = () => {
    key.current = newIdempotencyKey()
  }
  const headers = () => ({ 'Idempotency-Key': key.current })
  const once = (run: () => Promise<void>, failed: string) => async () => {
    if (isRunning.current) return
    isRunning.current = true
    try {
      await run()
      renewKey()
    } catch (error) {
      refuse(error, failed)
    } finally {
      isRunning.current = false
    }
  }
  return { headers, renewKey, once }
}

type Closing = { counts: ReturnType<typeof buildCounts>; note: string }

function useCalls(id: string, { counts, note }: Closing, headers: () => { 'Idempotency-Key': string }) {
  const counting = useMutation({
    mutationFn: () =>
      call('POST /api/cash-sessions/:id/counts', { params: { id }, body: { counts }, headers: headers() }),
  })
  const closing = useMutation({
    mutationFn: () =>
      call('POST /api/cash-sessions/:id/close', {
        params: { id },
        body: { counts, note },
        headers: headers(),
      }),
  })
  return { counting, closing }
}

const isOffBalance = ({ currencyId, difference }: Balance, currencies: readonly Currency[]): boolean =>
  needsExplanation(difference ?? 0, currencies.find((one) => one.id === currencyId)?.cashStep ?? 0)

/** docs/product/cash.md, "Closing". */
export function useClosing({ session, currencies }: ClosingOptions) {
  const { id } = session
  const [typed, setTyped] = useState<Typed>(() => keptCount(id))
  const [balances, setBalances] = useState<readonly Balance[]>()
  const [note, setNote] = useState('')
  const [noteError, setNoteError] = useState<string>()
  const navigate = useNavigate()
  const queries = useQueryClient()
  const [isPrinted, setIsPrinted] = usePrintsAfter('closings')
  const printing = usePrintSession(session)
  const refuse = (error: unknown, failed: string) => {
    const fields = error instanceof ApiError ? error.fields : {}
    if (fields.note !== undefined) return setNoteError(fields.note)
    if (error instanceof ApiError && error.code === 'cash_session_closed') return void queries.invalidateQueries()
    if (fields.counts !== undefined) toastError(fields.counts)
    else toastFailure(error, failed)
  }
  const { headers, renewKey, once } = useOnce(refuse)
  const { counting, closing } = useCalls(id, { counts: buildCounts(currencies, typed), note: note.trim() }, headers)
  const count = once(async () => {
    const { data } = await counting.mutateAsync()
    setBalances(data.balances)
  }, 'Error al guardar el conteo')
  const isOff = (balances ?? []).some((balance) => isOffBalance(balance, currencies))
  const close = once(async () => {
    if (isOff && note.trim() === '') return setNoteError('Explique la diferencia')
    const reply = await closing.mutateAsync()
    queries.setQueryData(read('GET /api/cash-sessions/:id', { params: { id } }).queryKey, reply)
    forgetCount(id)
    toastSuccess(`Turno #${session.companySessionId} cerrado`)
    if (isPrinted) printing.mutate()
    await navigate(`/caja/cierres/${id}`, { replace: true })
  }, 'Error al cerrar el turno')

  return {
    typed,
    balances,
    isOff,
    note,
    noteError,
    isPrinted,
    setIsPrinted,
    isSaving: counting.isPending || closing.isPending,
    type(currencyId: string, field: string, text: string) {
      const next = { ...typed, [currencyId]: { ...typed[currencyId], [field]: text } }
      keepCount(id, next)
      renewKey()
      setTyped(next)
    },
    setNote(text: string) {
      setNote(text)
      renewKey()
      setNoteError(undefined)
    },
    recount: () => setBalances(undefined),
    count: () => void count(),
    close: () => void close(),
  }
}
