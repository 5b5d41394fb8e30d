import type { Api } from '@casillero/shared/contract/api'
import type { HandoverDesk, Picker, ReadyPackage } from '@casillero/shared/contract/handovers'
import { fullName } from '../client-search/client-name.ts'

export type ReceiverKind = 'client' | 'picker' | 'other'

type Client = NonNullable<HandoverDesk['client']>

export type Tick = 'scan' | 'hand' | 'link'

export type HandoverForm = {
  client: Client
  requiresPayment: boolean
  credit: HandoverDesk['credit']
  pickers: readonly Picker[]
  packages: readonly ReadyPackage[]
  ticks: ReadonlyMap<string, Tick>
  /** The package that the server refused, and why. */
  refused: { id: string; sentence: string } | undefined
  who: ReceiverKind
  pickerId: string
  name: string
  /** By kind of receiver. */
  cedulas: Readonly<Record<'client' | 'other', string>>
  isKept: boolean
  signature: string | null
  note: string
  reason: string
  /** The same key for every try, so that a lost answer does not hand over twice. */
  key: string
  isAnswerLost: boolean
}

export type FoundDesk = HandoverDesk & { client: Client }

export const hasClient = (desk: HandoverDesk): desk is FoundDesk => desk.client !== null

/** Preselects the last receiver if that is still a picker. */
export function createForm(desk: FoundDesk, key: string): HandoverForm {
  const { client, pickers, lastReceiver, packages, requiresPayment, credit } = desk
  const last = pickers.find(({ name, cedula }) => name === lastReceiver?.name && cedula === lastReceiver.cedula)
  return {
    client,
    requiresPayment,
    credit,
    pickers,
    packages,
    ticks: new Map(),
    refused: undefined,
    who: last ? 'picker' : 'client',
    pickerId: last?.id ?? pickers[0]?.id ?? '',
    name: '',
    cedulas: { client: client.cedula ?? '', other: '' },
    isKept: false,
    signature: null,
    note: '',
    reason: '',
    key,
    isAnswerLost: false,
  }
}

/** Unticks packages that are no longer ready. */
export function refreshed(form: HandoverForm, desk: FoundDesk): HandoverForm {
  const { client, pickers, packages, requiresPayment, credit } = desk
  const ticks = new Map([...form.ticks].filter(([id]) => packages.some((one) => one.id === id)))
  return { ...form, client, pickers, packages, requiresPayment, credit, ticks }
}

export const tick = (form: HandoverForm, id: string, how: Tick): HandoverForm => ({
  ...form,
  ticks: new Map(form.ticks).set(id, form.ticks.get(id) ?? how),
  refused: form.refused?.id === id ? undefined : form.refused,
})

export function untick(form: HandoverForm, id: string): HandoverForm {
  const ticks = new Map(form.ticks)
  ticks.delete(id)
  return { ...form, ticks }
}

/** Ticks the packages asked for, or all. */
export const tickPayable = (form: HandoverForm, how: Tick, ids?: readonly string[]): HandoverForm =>
  form.packages
    .filter(({ id, block }) => block === null && (ids === undefined || ids.includes(id)))
    .reduce((ticked, { id }) => tick(ticked, id, how), form)

export const selectTicked = (form: HandoverForm): ReadyPackage[] => form.packages.filter(({ id }) => form.ticks.has(id))

/** Returns ticked packages that are on no invoice. */
export const selectUninvoiced = (form: HandoverForm): ReadyPackage[] =>
  selectTicked(form).filter(({ block, invoice }) => block === null && invoice === null)

/** An unpaid package needs a reason, which only an admin can give. */
export const needsReason = (form: HandoverForm): boolean => selectTicked(form).some(({ block }) => block !== null)

export function getReceiver(form: HandoverForm): { name: string; cedula: string | null } {
  if (form.who === 'client') return { name: fullName(form.client), cedula: form.cedulas.client.trim() || null }
  if (form.who === 'other') return { name: form.name.trim(), cedula: form.cedulas.other.trim() || null }
  const picker = form.pickers.find(({ id }) => id === form.pickerId)
  return { name: picker?.name ?? '', cedula: picker?.cedula ?? null }
}

export function findProblem(form: HandoverForm): { sentence: string; field: string } | undefined {
  if (form.ticks.size === 0) return { sentence: 'Elija al menos un paquete', field: 'handover' }
  if (getReceiver(form).name === '')
    return form.who === 'picker'
      ? { sentence: 'Elija quién retira', field: 'receiver-picker' }
      : { sentence: 'Escriba el nombre de quien retira', field: 'receiver-name' }
  if (needsReason(form) && form.reason.trim() === '')
    return { sentence: 'Escriba el motivo para entregar sin pago', field: 'handover-reason' }
  return undefined
}

function findKeeping(form: HandoverForm): 'client' | 'picker' | null {
  if (form.who === 'client') return form.client.cedula === null && form.cedulas.client.trim() !== '' ? 'client' : null
  return form.who === 'other' && form.isKept ? 'picker' : null
}

export const buildBody = (form: HandoverForm): Api['POST /api/handovers']['body'] => ({
  clientId: form.client.id,
  packageIds: selectTicked(form).map(({ id }) => id),
  receivedBy: getReceiver(form),
  keepReceiver: findKeeping(form),
  signature: form.signature,
  note: form.note,
  reason: needsReason(form) ? form.reason : null,
})

/** Finds the package by its position in the request. */
export function findRefused(
  fields: Readonly<Record<string, string>>,
  packageIds: readonly string[],
): { id: string; sentence: string } | undefined {
  for (const [field, sentence] of Object.entries(fields)) {
    const id = packageIds[Number(/^packageIds\.(\d+)$/.exec(field)?.[1])]
    if (id !== undefined) return { id, sentence }
  }
  return undefined
}
