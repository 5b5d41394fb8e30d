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

/** A ref beside the state, so that the answer to the next scan sees the current form. */
function useCounter() {
  const [form, setShown] = useState<HandoverForm>()
  const now = useRef<HandoverForm>(undefined)
  const [notice, setNotice] = useState<ScanNotice>()

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
  const refuse = (sentence: string) => {
    sound('bad')
    settle({ tone: 'red', sentence })
  }
  const reset = () => {
    setForm(undefined)
    settle(undefined)
  }
  return { form, now, setForm, notice, setNotice, settle, refuse, reset }
}

type Counter = ReturnType<typeof useCounter>

/** Keeps look-ups in the order of their scans. */
function useLookUps(refuse: Counter['refuse']) {
  /** A client scanned while another one is at the counter. */
  const [asked, setAsked] = useState<HandoverDesk>()
  const isAsked = useRef(false)
  const [finding, setFinding] = useState(0)
  const turn = useRef(Promise.resolve())

  const find = (look: () => Promise<HandoverDesk | undefined>, then: (desk: HandoverDesk) => void): void => {
    const run = async () => {
      try {
        const desk = await look()
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
  const ask = (desk: HandoverDesk | undefined) => {
    isAsked.current = desk !== undefined
    setAsked(desk)
  }
  return { find, isFinding: finding > 0, turn, asked, isAsked, ask }
}

type LookUps = ReturnType<typeof useLookUps>

const findReady = async (query: { clientId?: string; code?: string; isScanned?: 'true' | 'false' }) =>
  (await call('GET /api/handovers/ready', { query })).data

async function findScanned(code: string, isScanned: boolean): Promise<HandoverDesk | { clientCount: number }> {
  // A number by itself is a casillero, as in every search; `#31` is the package.
  const isNumber = /^\d{1,6}$/.test(code)
  const named = findReady({ code, isScanned: isScanned ? 'true' : 'false' })
  const [desk, clients] = await Promise.all([named, searchClients(code, new AbortController().signal)])
  const numbered = isNumber ? clients.filter((client) => hasCasillero(client, code)) : []
  if (numbered.length === 0 && desk.scanned !== null) return desk
  const only = findOnlyClient(clients, code)
  return only === undefined ? { clientCount: clients.length } : await findReady({ clientId: only.id })
}

function useScans({ now, setForm, setNotice, settle, refuse }: Counter, { find, asked, ask }: LookUps, coming: Coming) {
  /** A text that fits several clients. */
  const [listed, setListed] = useState({ text: '', turn: 0 })

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
  const listClients = (code: string) => {
    if (findScanField()?.value !== '') return refuse(`Varios clientes coinciden con «${code}»; elija uno`)
    setNotice(undefined)
    setListed(({ turn }) => ({ text: code, turn: turn + 1 }))
  }
  const scan = (code: string, isScanned: boolean) =>
    find(
      async () => {
        const found = await findScanned(code, isScanned)
        if (!('clientCount' in found)) return found
        if (found.clientCount === 0) refuse('Ningún paquete ni cliente coincide')
        else listClients(code)
        return undefined
      },
      (desk) => {
        const form = now.current
        const isOther = form !== undefined && desk.client !== null && desk.client.id !== form.client.id
        if (isOther) ask(desk)
        else show(desk, form)
      },
    )
  const choose = (clientId: string) =>
    find(
      () => findReady({ clientId }),
      (desk) => show(desk, now.current),
    )
  const answerAsked = (isSwitching: boolean) => {
    ask(undefined)
    if (isSwitching && asked) show(asked, undefined)
    else settle(undefined)
  }
  return { listed, scan, choose, answerAsked }
}

/** A refused package stays listed until the next look-up, because the refusal is about it. */
async function findAfterRefusal(sent: HandoverForm, { fields }: ApiError): Promise<HandoverForm> {
  const refused = findRefused(fields, buildBody(sent).packageIds)
  const desk = await findReady({ clientId: sent.client.id }).catch(() => undefined)
  const isThere = desk?.packages.some(({ id }) => id === refused?.id)
  return { ...(desk && hasClient(desk) && isThere ? refreshed(sent, desk) : sent), refused, isAnswerLost: false }
}

function useSaving({ now, setForm, reset }: Counter, { turn, isAsked }: LookUps) {
  const queries = useQueryClient()
  const [saved, setSaved] = useState<Handover>()
  const [said] = useState(holdToasts)
  const warn = (sentence: string) => said.hold(toastError(sentence))
  const { mutateAsync, isPending } = useMutation({
    mutationFn: (sent: HandoverForm) =>
      call('POST /api/handovers', { body: buildBody(sent), headers: { 'Idempotency-Key': sent.key } }),
  })

  const explainRefusal = async (error: unknown, sent: HandoverForm) => {
    // The note above the button already tells this, and stays.
    if (isAnswerLost(error)) return setForm({ ...sent, isAnswerLost: true })
    warn(refusalText(error, failed))
    if (!(error instanceof ApiError)) return
    setForm(await findAfterRefusal(sent, error))
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
  return { saved, closeSaved: () => setSaved(undefined), save, isSaving: isPending }
}

/** Clients on their way: scanning one of their packages ticks all that may leave. */
type Coming = readonly Pick<ComingClient, 'id'>[]

export function useHandoverDesk(coming: Coming) {
  const counter = useCounter()
  const { form, now, setForm, notice, settle, reset } = counter
  const lookUps = useLookUps(counter.refuse)
  const scans = useScans(counter, lookUps, coming)
  const saving = useSaving(counter, lookUps)

  /** Begins with the packages of a link, or with all that may leave. */
  const arrive = (clientId: string, packageIds: readonly string[] | undefined) =>
    lookUps.find(
      () => findReady({ clientId }),
      (desk) => {
        if (!hasClient(desk)) return
        setForm(tickPayable(createForm(desk, newIdempotencyKey()), 'link', packageIds))
        settle(undefined)
      },
    )
  return {
    form,
    change: (next: Partial<HandoverForm>) => setForm(now.current && { ...now.current, ...next }),
    setForm,
    notice,
    asked: lookUps.asked,
    isFinding: lookUps.isFinding,
    arrive,
    reset,
    ...scans,
    ...saving,
  }
}

export type Desk = ReturnType<typeof useHandoverDesk>
