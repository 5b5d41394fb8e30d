import type { ComingClient } from '@casillero/shared/contract/coming-client'
import type { Handover, HandoverDesk } from '@casillero/shared/contract/handovers'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { ApiError, call, describeError, newIdempotencyKey } from '../../lib/api.ts'
import { awaitField, keepKeys, keepText } from '../../lib/kept-keys.ts'
import { sound } from '../../lib/sounds.ts'
import { toastError, toastSuccess } from '../../ui/feedback/toast.tsx'
import { holdToasts } from '../../ui/feedback/toast-store.ts'
import { focusField } from '../billing/form/field-focus.ts'
import { isAnswerLost, refusalText } from '../billing/saving/refusal-text.ts'
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
import { scanProblem } from './handover-texts.ts'

/** The result of a scan, shown under the field. */
export type ScanNotice = { tone: 'green' | 'red'; sentence: string }

const failed = 'Error al registrar la entrega'
export const scanField = 'handover'
const findScanField = () => document.querySelector<HTMLInputElement>(`[data-field="${scanField}"]`)

/**
 * @param coming clients on their way: scanning one of their packages ticks all that may leave
 */
export function useHandoverDesk(coming: readonly Pick<ComingClient, 'id'>[]) {
  const queries = useQueryClient()
  const [form, setShown] = useState<HandoverForm>()
  /** A ref, so that the answer to the next scan sees the current form. */
  const now = useRef<HandoverForm>(undefined)
  const [notice, setNotice] = useState<ScanNotice>()
  const [saved, setSaved] = useState<Handover>()
  /** A client scanned while another one is at the counter. */
  const [asked, setAsked] = useState<HandoverDesk>()
  const isAsked = useRef(false)
  /** A text that fits several clients. */
  const [listed, setListed] = useState({ text: '', turn: 0 })
  const [finding, setFinding] = useState(0)
  /** Keeps look-ups in the order of their scans. */
  const turn = useRef(Promise.resolve())
  const [said] = useState(holdToasts)
  const warn = (sentence: string) => said.hold(toastError(sentence))

  const setForm = (next: HandoverForm | undefined) => {
    // When the field moves, its text and the keys pressed meanwhile are typed into the new one.
    if ((next === undefined) !== (now.current === undefined)) {
      keepText(findScanField())
      awaitField()
    }
    now.current = next
    setShown(next)
  }

  const settle = (next: ScanNotice | undefined) => {
    setNotice(next)
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

  const find = (ask: () => Promise<HandoverDesk | undefined>, then: (desk: HandoverDesk) => void): void => {
    const run = async () => {
      try {
        const desk = await ask()
        if (desk && isAsked.current) refuse('Escanee otra vez')
        else if (desk) then(desk)
      } catch (error) {
        refuse(describeError(error, 'Error al buscar'))
      }
      setFinding((count) => count - 1)
    }
    setFinding((count) => count + 1)
    turn.current = turn.current.then(run)
  }
  const refuse = (sentence: string) => {
    sound('bad')
    settle({ tone: 'red', sentence })
  }

  const ready = async (query: { clientId?: string; code?: string; isScanned?: 'true' | 'false' }) =>
    (await call('GET /api/handovers/ready', { query })).data

  const choose = (clientId: string) =>
    find(
      () => ready({ clientId }),
      (desk) => show(desk, now.current),
    )

  const scan = (code: string, isScanned: boolean) =>
    find(
      async () => {
        // A number by itself is a casillero, as in every search; `#31` is the package.
        const isNumber = /^\d{1,6}$/.test(code)
        const named = ready({ code, isScanned: isScanned ? 'true' : 'false' })
        const [desk, clients] = await Promise.all([named, searchClients(code, new AbortController().signal)])
        const numbered = isNumber ? clients.filter((client) => hasCasillero(client, code)) : []
        if (numbered.length === 0 && desk.scanned !== null) return desk
        const only = findOnlyClient(clients, code)
        if (only !== undefined) return await ready({ clientId: only.id })
        if (clients.length === 0) refuse('Ningún paquete ni cliente coincide')
        else if (findScanField()?.value !== '') refuse(`Varios clientes coinciden con «${code}»; elija uno`)
        else {
          setNotice(undefined)
          setListed(({ turn }) => ({ text: code, turn: turn + 1 }))
        }
        return undefined
      },
      (desk) => {
        const form = now.current
        const isOther = form !== undefined && desk.client !== null && desk.client.id !== form.client.id
        if (!isOther) return show(desk, form)
        isAsked.current = true
        setAsked(desk)
      },
    )

  /** Begins with the packages of a link, or with all that may leave. */
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
    // The note above the button already tells this, and stays.
    if (isAnswerLost(error)) return setForm({ ...sent, isAnswerLost: true })
    warn(refusalText(error, failed))
    if (!(error instanceof ApiError)) return
    const refused = findRefused(error.fields, buildBody(sent).packageIds)
    const desk = await ready({ clientId: sent.client.id }).catch(() => undefined)
    // A refused package stays listed until the next look-up, because the refusal is about it.
    const isThere = desk?.packages.some(({ id }) => id === refused?.id)
    setForm({ ...(desk && hasClient(desk) && isThere ? refreshed(sent, desk) : sent), refused, isAnswerLost: false })
    focusField(scanField)
  }

  const isRunning = useRef(false)
  const save = async (onSaved: (handover: Handover) => void) => {
    if (isRunning.current) return
    isRunning.current = true
    // Earlier scans are ticked first.
    await turn.current
    isRunning.current = false
    const form = now.current
    if (form === undefined || isAsked.current) return
    const problem = findProblem(form)
    if (problem !== undefined) {
      warn(problem.sentence)
      return focusField(problem.field)
    }
    isRunning.current = true
    keepKeys()
    // Cleared, so that another lost answer is announced again.
    setForm({ ...form, isAnswerLost: false })
    try {
      // Awaits the answer only: a press during the later reload would be silently lost.
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
    isAsked.current = false
    setAsked(undefined)
    if (isSwitching && desk) show(desk, undefined)
    else settle(undefined)
  }

  return {
    form,
    change: (next: Partial<HandoverForm>) => setForm(now.current && { ...now.current, ...next }),
    setForm,
    notice,
    saved,
    closeSaved: () => setSaved(undefined),
    asked,
    answerAsked,
    listed,
    isFinding: finding > 0,
    choose,
    scan,
    arrive,
    reset,
    save,
    isSaving: isPending,
  }
}

export type Desk = ReturnType<typeof useHandoverDesk>
