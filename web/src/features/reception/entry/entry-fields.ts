import type { WeightSource } from '@casillero/shared/contract/packages'
import { makeLabelCode } from '@casillero/shared/domain/label-code'
import type { Measures } from '@casillero/shared/domain/tariff-rules'
import { readTracking } from '@casillero/shared/domain/tracking-code'
import { type RefObject, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { sound } from '../../../lib/sounds.ts'
import type { Announced } from '../device/device-expected.ts'
import type { Entry, Owner } from '../device/reception-row.ts'
import type { Settings } from '../device/settings.ts'

export type Place = 'tracking' | 'client' | 'name' | 'weight' | 'measures'
export type Hint = { tone: 'plain' | 'good' | 'again' | 'bad'; text: string }
export type Hints = Partial<Record<'tracking' | 'client' | 'weight' | 'measures', Hint | undefined>>

/** A ref, because React state would be one render late. */
type Now = {
  owner: Owner | null
  /** Enter on an empty client field asks for the name on the label. */
  isUnowned: boolean
  source: WeightSource
  place: Place
  /** The number was extracted from the scanned code. */
  scanned: { code: string; tracking: string } | null
  announced: Owner | null
}

const blank: Now = { owner: null, isUnowned: false, source: 'typed', place: 'tracking', scanned: null, announced: null }

function useInputs() {
  const fields: Record<Place, RefObject<HTMLInputElement | null>> = {
    tracking: useRef<HTMLInputElement>(null),
    client: useRef<HTMLInputElement>(null),
    name: useRef<HTMLInputElement>(null),
    weight: useRef<HTMLInputElement>(null),
    measures: useRef<HTMLInputElement>(null),
  }
  const now = useRef<Now>({ ...blank })
  const [here] = useState<RefObject<HTMLInputElement | null>>({
    get current() {
      return fields[now.current.place].current
    },
  })
  const [hints, setHints] = useState<Hints>({})

  const read = (place: Place): string => fields[place].current?.value.trim() ?? ''
  const write = (place: Place, text: string) => {
    const field = fields[place].current
    if (field) field.value = text
  }
  const say = (at: keyof Hints, hint: Hint | undefined) =>
    // Returns the same object if nothing changes, or each key would render the form.
    setHints((before) => (before[at] === undefined && hint === undefined ? before : { ...before, [at]: hint }))
  const focus = (place: Place) => {
    now.current.place = place
    fields[place].current?.focus()
    fields[place].current?.select()
  }
  const refuse = (at: keyof Hints, text: string) => {
    sound('bad')
    say(at, { tone: 'bad', text })
    focus(at)
  }
  /** Typing over the weight makes it a typed one. */
  const putWeight = (pounds: number) => {
    write('weight', pounds.toFixed(2))
    now.current.source = 'scale'
    say('weight', { tone: 'good', text: 'Balanza, estable' })
    if (document.activeElement === fields.weight.current) fields.weight.current?.select()
  }
  return { fields, here, hints, setHints, now, read, write, say, focus, refuse, putWeight }
}

type Inputs = ReturnType<typeof useInputs>
type Collected = { weight: number | null; measures: Measures | null; prealert: Announced | undefined }

function collectEntry({ now, read }: Inputs, settings: Settings, { weight, measures, prealert }: Collected): Entry {
  const { owner, isUnowned, source, scanned } = now.current
  const { tracking } = readTracking(read('tracking'))
  const { method, tariff, shipment } = settings
  return {
    tracking,
    ...(scanned?.tracking === tracking && scanned.code !== tracking ? { scanned: scanned.code } : {}),
    shippingMethod: method,
    client: owner,
    clientText: isUnowned || owner !== null ? '' : read('client').slice(0, 120),
    labelName: isUnowned ? read('name').slice(0, 120) : '',
    tariffId: tariff?.id ?? null,
    weight,
    weightSource: source,
    measures,
    shipment: shipment && { id: shipment.id, number: shipment.number },
    labelCode: makeLabelCode(crypto.getRandomValues(new Uint8Array(5))),
    again: false,
    ...(owner !== null && owner.id === prealert?.client.id ? { wasAnnounced: true } : {}),
  }
}

/** Uncontrolled fields, because a scanner's keys are a millisecond apart. docs/product/reception.md, "Entering". */
export function useEntryFields(settings: Settings, mayMeasure: () => boolean) {
  const inputs = useInputs()
  const { now, write, focus } = inputs
  const [shown, setShown] = useState<Pick<Now, 'owner' | 'isUnowned'>>({ owner: null, isUnowned: false })
  const [prealert, announce] = useState<Announced>()

  const isPinned = () => settings.pinned.client && now.current.owner !== null
  const goAfter = (place: 'tracking' | 'client' | 'weight') => {
    const order = settings.clientFirst
      ? (['client', 'tracking', 'weight'] as const)
      : (['tracking', 'client', 'weight'] as const)
    const rest = order.slice(order.indexOf(place) + 1)
    focus(rest.find((one) => one !== 'client' || !isPinned()) ?? 'weight')
  }
  const firstPlace = () => (settings.clientFirst && !isPinned() ? 'client' : 'tracking')
  /** Keeps a pinned client. */
  const begin = () => {
    const owner = isPinned() ? now.current.owner : null
    const wasUnowned = now.current.isUnowned
    now.current = { ...blank, owner }
    const empty = () => {
      inputs.setHints({})
      announce(undefined)
      setShown({ owner, isUnowned: false })
    }
    // The client's field must replace the name's before the next key.
    if (wasUnowned) flushSync(empty)
    else empty()
    for (const place of ['tracking', 'name', 'weight', 'measures'] as const) write(place, '')
    write('client', owner?.name ?? '')
    focus(firstPlace())
  }

  return {
    ...inputs,
    shown,
    prealert,
    announce,
    goAfter,
    firstPlace,
    begin,
    setOwner: (owner: Owner | null) => {
      now.current.owner = owner
      now.current.isUnowned = false
      const show = () => setShown({ owner, isUnowned: false })
      if (mayMeasure()) flushSync(show)
      else show()
    },
    /** Synchronous, before a scanner's next key. */
    askName: () => {
      now.current.isUnowned = true
      flushSync(() => setShown({ owner: null, isUnowned: true }))
      focus('name')
    },
    collect: (weight: number | null, measures: Measures | null = null) =>
      collectEntry(inputs, settings, { weight, measures, prealert }),
  }
}
