import type { ComingClient } from '@casillero/shared/contract/coming-client'
import type { Handover, HandoverDesk } from '@casillero/shared/contract/handovers'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { ApiError, call, describeError, newIdempotencyKey } from '../../lib/api.ts'
import { toastError, toastSuccess } from '../../ui/feedback/toast.tsx'
import { holdToasts } from '../../ui/feedback/toast-store.ts'
import { focusField } from '../billing/field-focus.ts'
import { isAnswerLost, refusalText } from '../billing/refusal-text.ts'
import { findOnlyClient, hasCasillero, searchClients } from '../client-search/search-clients.ts'
import {
  buildBody,
  createForm,
  type FoundDesk,
  findProblem,
  findRefused,
  type HandoverForm,
  hasClient,
  refreshed,
  tick,
  tickPayable,
} from './handover-form.ts'

/** The result of a scan, under the field. */
export type ScanNotice = { tone: 'green' | 'red'; sentence: string }

const failed = 'Error al registrar la entrega'
export const scanField = 'handover'

/** Says what was scanned that cannot be ticked; undefined where it can. */
function scanProblem({ scanned, packages }: HandoverDesk): string | undefined {
  if (scanned === null) return 'Ningún paquete tiene ese código'
  const name = `El paquete #${scanned.companyPackageId}`
  if (scanned.companyHandoverId !== null) return `${name} ya se entregó en la entrega #${scanned.companyHandoverId}`
  if (!scanned.isReady) return `${name} no está listo para retirar: ${scanned.statusName ?? 'Sin estado'}`
  const block = packages.find(({ id }) => id === scanned.id)?.block
  if (block === 'not_invoiced') return `${name} no está facturado`
  if (block === 'not_paid') return `${name} no está pagado`
  if (block === 'over_credit') return `${name} no está pagado y el cliente pasa de su crédito`
  return undefined
}

/**
 * The counter where packages are handed over: what was found, what is entered, and what was just saved.
 *
 * @param coming the clients who announced that they come: a scan of one of their packages ticks all that may leave
 */
export function useHandoverDesk(coming: readonly Pick<ComingClient, 'id'>[]) {
  const queries = useQueryClient()
  const [form, setForm] = useState<HandoverForm>()
  const [notice, setNotice] = useState<ScanNotice>()
  const [saved, setSaved] = useState<Handover>()
  /** A client who was scanned while another one is at the counter. */
  const [asked, setAsked] = useState<HandoverDesk>()
  /** Counts the scans, by which the field begins anew. */
  const [scans, setScans] = useState(0)
  const [isFinding, setIsFinding] = useState(false)
  const latest = useRef(0)
  const [said] = useState(holdToasts)
  const warn = (sentence: string) => said.hold(toastError(sentence))

  const settle = (next: ScanNotice | undefined) => {
    setNotice(next)
    setScans((count) => count + 1)
    focusField(scanField)
  }

  const begin = (desk: FoundDesk) => {
    const form = createForm(desk, newIdempotencyKey())
    const isExpected = coming.some(({ id }) => id === desk.client.id)
    return isExpected && desk.scanned !== null ? tickPayable(form, 'link') : form
  }

  const show = (desk: HandoverDesk, from: HandoverForm | undefined) => {
    if (!hasClient(desk)) return settle({ tone: 'red', sentence: 'El paquete no tiene cliente' })
    const next = from?.client.id === desk.client.id ? refreshed(from, desk) : begin(desk)
    const problem = desk.scanned === null ? undefined : scanProblem(desk)
    if (problem !== undefined || desk.scanned === null) {
      setForm(next)
      return settle(problem === undefined ? undefined : { tone: 'red', sentence: problem })
    }
    setForm(tick(next, desk.scanned.id, 'scan'))
    settle({ tone: 'green', sentence: `Paquete #${desk.scanned.companyPackageId}` })
  }

  /** Runs one look-up; the answer of an earlier one is left alone. */
  const find = async (ask: () => Promise<HandoverDesk | undefined>, then: (desk: HandoverDesk) => void) => {
    latest.current += 1
    const turn = latest.current
    setIsFinding(true)
    try {
      const desk = await ask()
      if (turn === latest.current && desk) then(desk)
    } catch (error) {
      if (turn === latest.current) settle({ tone: 'red', sentence: describeError(error, 'Error al buscar') })
    } finally {
      if (turn === latest.current) setIsFinding(false)
    }
  }

  const ready = async (query: { clientId?: string; code?: string }) =>
    (await call('GET /api/handovers/ready', { query })).data

  const choose = (clientId: string) =>
    find(
      () => ready({ clientId }),
      (desk) => show(desk, form),
    )

  const scan = (code: string) =>
    find(
      async () => {
        // A number by itself is a casillero, as in every search; `#31` is the package.
        const isNumber = /^\d{1,6}$/.test(code)
        const [desk, clients] = await Promise.all([ready({ code }), searchClients(code, new AbortController().signal)])
        const named = isNumber ? clients.filter((client) => hasCasillero(client, code)) : []
        if (named.length === 0 && desk.scanned !== null) return desk
        const only = findOnlyClient(clients, code)
        if (only !== undefined) return await ready({ clientId: only.id })
        // Several clients: the field lists them.
        setNotice(clients.length === 0 ? { tone: 'red', sentence: 'Ningún paquete ni cliente coincide' } : undefined)
        return undefined
      },
      (desk) => {
        const isOther = form !== undefined && desk.client !== null && desk.client.id !== form.client.id
        if (isOther) setAsked(desk)
        else show(desk, form)
      },
    )

  /** Begins with a client and the packages that a link names, or all that may leave. */
  const arrive = (clientId: string, packageIds: readonly string[] | undefined) =>
    find(
      () => ready({ clientId }),
      (desk) => {
        if (!hasClient(desk)) return
        setForm(tickPayable(createForm(desk, newIdempotencyKey()), 'link', packageIds))
        settle(undefined)
      },
    )

  const reset = () => {
    setForm(undefined)
    settle(undefined)
  }

  const { mutateAsync, isPending } = useMutation({
    mutationFn: (sent: HandoverForm) =>
      call('POST /api/handovers', { body: buildBody(sent), headers: { 'Idempotency-Key': sent.key } }),
  })

  const explainRefusal = async (error: unknown, sent: HandoverForm) => {
    // The note above the button says it, and stays.
    if (isAnswerLost(error)) return setForm({ ...sent, isAnswerLost: true })
    warn(refusalText(error, failed))
    if (!(error instanceof ApiError)) return
    const refused = findRefused(error.fields, buildBody(sent).packageIds)
    const desk = await ready({ clientId: sent.client.id }).catch(() => undefined)
    // Whatever is no longer ready stays in sight until the next look-up, because the refusal is about it.
    const isThere = desk?.packages.some(({ id }) => id === refused?.id)
    setForm({ ...(desk && hasClient(desk) && isThere ? refreshed(sent, desk) : sent), refused, isAnswerLost: false })
    focusField(scanField)
  }

  const isRunning = useRef(false)
  const save = async (onSaved: (handover: Handover) => void) => {
    if (form === undefined || isRunning.current) return
    const problem = findProblem(form)
    if (problem !== undefined) {
      warn(problem.sentence)
      return focusField(problem.field)
    }
    isRunning.current = true
    // The note comes again after the next lost answer, and is announced again.
    setForm({ ...form, isAnswerLost: false })
    try {
      // The answer ends it, not the reload after a refusal: a press during that one would be lost without a word.
      const { data } = await mutateAsync(form).finally(() => {
        isRunning.current = false
      })
      said.dismiss()
      setSaved(data)
      reset()
      onSaved(data)
      void queries.invalidateQueries()
    } catch (error) {
      if (error instanceof ApiError && error.code === 'handover_already_made') {
        toastSuccess(refusalText(error, failed))
        reset()
        void queries.invalidateQueries()
      } else await explainRefusal(error, form)
    }
  }

  const answerAsked = (isSwitching: boolean) => {
    const desk = asked
    setAsked(undefined)
    if (isSwitching && desk) show(desk, undefined)
    else settle(undefined)
  }

  return {
    form,
    change: (next: Partial<HandoverForm>) => setForm((now) => now && { ...now, ...next }),
    setForm,
    notice,
    saved,
    closeSaved: () => setSaved(undefined),
    asked,
    answerAsked,
    scans,
    isFinding,
    choose,
    scan,
    arrive,
    reset,
    save,
    isSaving: isPending,
  }
}

export type Desk = ReturnType<typeof useHandoverDesk>
