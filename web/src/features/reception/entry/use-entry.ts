import { measuresError } from '@casillero/shared/contract/measures'
import { findTrackingFault } from '@casillero/shared/contract/schema'
import { formatWeight } from '@casillero/shared/domain/money-format'
import { readMeasures, refuseUnit } from '@casillero/shared/domain/read-measures'
import { type Measures, needsMeasures } from '@casillero/shared/domain/tariff-rules'
import { readTracking } from '@casillero/shared/domain/tracking-code'
import { typedCode } from '@casillero/shared/domain/typed-code'
import { useRef } from 'react'
import { call } from '../../../lib/api.ts'
import { sound } from '../../../lib/sounds.ts'
import { readLengthUnit } from '../../../ui/forms/length-unit.ts'
import { useClients } from '../device/device-clients.ts'
import { type Announced, findExpected } from '../device/device-expected.ts'
import type { Entry, Owner } from '../device/reception-row.ts'
import { useRows } from '../device/row-store.ts'
import type { Settings } from '../device/settings.ts'
import { useLink } from '../sending/sending.ts'
import type { Charging } from './charging.ts'
import { type Place, useEntryFields } from './entry-fields.ts'
import {
  carrierText,
  chooseClient,
  describeVolume,
  isScannedCode,
  looksLikeWeight,
  readWeight,
  unknownClient,
} from './entry-texts.ts'
import { findByCasillero, findMeant, toOwner } from './find-client.ts'

type KnownPackage = { isReceived: boolean; text: string; owner: Owner | null; prealert?: Announced }

const toKnown = (prealert: Announced): KnownPackage => ({ isReceived: false, text: '', owner: null, prealert })

/** Asks this device, then the server, then the copy of expected purchases, unless the number was entered here since. */
async function findKnown(tracking: string, signal: AbortSignal): Promise<KnownPackage | undefined> {
  const own = useRows.getState().rows.filter(({ entry }) => entry.tracking === tracking)
  if (own.some(({ state }) => state === 'waiting'))
    return { isReceived: true, text: 'Ya está en la lista, en espera', owner: null }
  const ask = () => call('GET /api/receptions/package', { query: { code: tracking }, signal }).catch(() => undefined)
  const answer = useLink.getState().since === undefined ? await ask() : undefined
  if (answer === undefined) {
    const kept = own.length === 0 ? findExpected(tracking) : undefined
    return kept && toKnown(kept)
  }
  const { data: found, prealert } = answer
  if (!found) return prealert ? toKnown(prealert) : undefined
  const { companyPackageId, client, weight } = found.package
  const owner = client && {
    id: client.id,
    casillero: client.casillero,
    name: `${client.firstName} ${client.lastNames}`,
  }
  if (!found.isReceived) return { isReceived: false, text: `Anunciado: #${companyPackageId}`, owner }
  const pounds = weight === null ? '' : ` · ${formatWeight(weight)}`
  return { isReceived: true, text: `Ya recibido: #${companyPackageId}${pounds}`, owner: null }
}

/**
 * docs/product/reception.md, "Entering".
 * @param choose enters the client and moves on
 */
function useLookUp(desk: ReturnType<typeof useEntryFields>, choose: (owner: Owner) => void) {
  const { now, read, write, say } = desk
  const asked = useRef<AbortController>(null)

  /** Skipped if the user has already entered a client. */
  const showPrealert = (prealert: Announced) => {
    desk.announce(prealert)
    if (now.current.owner !== null || now.current.isUnowned || read('client') !== '') return
    sound('announced')
    if (now.current.place === 'client') return choose(prealert.client)
    write('client', prealert.client.name)
    desk.setOwner(prealert.client)
  }
  const showKnown = (found: KnownPackage) => {
    if (found.prealert !== undefined) return showPrealert(found.prealert)
    if (found.isReceived) sound('again')
    say('tracking', { tone: 'again', text: found.text })
    now.current.announced = found.owner
    const isOpen = now.current.owner === null && read('client') === '' && !now.current.isUnowned
    if (found.owner === null || !isOpen) return
    say('client', { tone: 'good', text: `Anunciado: ${found.owner.name}. Enter para aceptar` })
  }
  /** The answer counts only while the field still has that tracking. */
  const lookUp = async (tracking: string) => {
    asked.current?.abort()
    const controller = new AbortController()
    asked.current = controller
    const found = await findKnown(tracking, controller.signal)
    if (controller.signal.aborted || found === undefined || readTracking(read('tracking')).tracking !== tracking) return
    showKnown(found)
  }

  return { lookUp, stop: () => asked.current?.abort() }
}

const threeSides = /\d\D*[x×*]\s*\d+\D*[x×*]\s*\d/i

type EntryOptions = {
  settings: Settings
  /** A function, read at each key. */
  charging: () => Charging
  /** `problem` names what is missing. */
  onEnter: (entry: Entry, problem: string | null) => void
}

/**
 * Each Enter is handled within the key's own event. A code in the wrong field is never taken for that field's value.
 * docs/product/reception.md, "Entering".
 */
export function useEntry({ settings, charging, onEnter }: EntryOptions) {
  const desk = useEntryFields(settings, () => charging().mayMeasure)
  const rules = () => charging().rules
  const { now, read, write, say, focus, goAfter, refuse } = desk

  const known = useLookUp(desk, (owner) => choose(owner))

  const leave = (entry: Entry, problem: string | null) => {
    known.stop()
    onEnter(entry, problem)
    desk.begin()
  }
  /** The unfinished package waits for a person. */
  const startNext = (code: string, problem: string) => {
    sound('bad')
    leave(desk.collect(null), problem)
    const place = desk.firstPlace()
    write(place, code)
    takers[place]()
  }
  /** The same barcode read twice counts once. */
  const ignoresTwin = (place: Place): boolean => {
    const { tracking } = readTracking(read(place))
    const isTwin = tracking !== '' && tracking === readTracking(read('tracking')).tracking
    if (isTwin) {
      sound('again')
      write(place, '')
    }
    return isTwin
  }

  /** A scanned mailbox number overrides the client filled in from a pre-alert. */
  const takesCasillero = (text: string): boolean => {
    const [named] = desk.prealert ? findByCasillero(useClients.getState().index, text) : []
    if (named === undefined) return false
    write('weight', '')
    if (named.id !== now.current.owner?.id) choose(toOwner(named))
    return true
  }

  const takeTracking = () => {
    const code = readTracking(read('tracking'))
    if (code.tracking === '') return refuse('tracking', 'Escanee o escriba el tracking')
    const fault = findTrackingFault(read('tracking'))
    if (fault) return refuse('tracking', fault.message)
    if (looksLikeWeight(code.tracking)) return refuse('tracking', 'Parece un peso; escanee el tracking')
    if (useClients.getState().index.byCasillero.has(code.tracking)) {
      return refuse('tracking', 'Es un casillero; escanee el tracking')
    }
    if (code.tracking !== now.current.scanned?.tracking) {
      now.current.scanned = { code: read('tracking').slice(0, 500), tracking: code.tracking }
    }
    write('tracking', code.tracking)
    say('tracking', { tone: code.carrier === null ? 'plain' : 'good', text: carrierText(code) })
    void known.lookUp(code.tracking)
    goAfter('tracking')
  }

  const choose = (owner: Owner) => {
    write('client', owner.name)
    desk.setOwner(owner)
    say('client', undefined)
    goAfter('client')
  }
  const takeClient = (): 'several' | undefined => {
    const text = read('client')
    const { owner, announced } = now.current
    if (owner !== null) return void goAfter('client')
    if (text === '') return void (announced === null ? desk.askName() : choose(announced))
    if (ignoresTwin('client')) return undefined
    const { client, candidates } = findMeant(useClients.getState().index, text)
    if (client !== undefined) return void choose(toOwner(client))
    if (candidates.length > 0) {
      refuse('client', chooseClient(candidates))
      return 'several'
    }
    if (isScannedCode(text)) {
      write('client', '')
      return void startNext(text, 'Falta el cliente')
    }
    // Names are typed by people, who see the refusal. A scanner does not wait for one.
    if (!/\d/.test(text)) return void refuse('client', unknownClient(text))
    sound('bad')
    say('client', { tone: 'bad', text: unknownClient(text) })
    goAfter('client')
    return undefined
  }
  const takeName = () => {
    if (ignoresTwin('name')) return
    const text = read('name')
    if (!isScannedCode(text)) return goAfter('client')
    write('name', '')
    startNext(text, 'Falta el peso')
  }

  const takeWeight = () => {
    const text = read('weight')
    const { weight, problem } = readWeight(text)
    if (problem !== null && takesCasillero(text)) return
    if (problem !== null && isScannedCode(text)) {
      if (ignoresTwin('weight')) return
      write('weight', '')
      return startNext(typedCode(text), 'Falta el peso')
    }
    if (problem !== null) return refuse('weight', problem)
    if (read('tracking') === '') return refuse('tracking', 'Escanee o escriba el tracking')
    const { owner, isUnowned } = now.current
    if (owner === null && !isUnowned && read('client') === '') return refuse('client', 'Enter para recibirlo sin dueño')
    // The field for measures exists only while they are asked for.
    if (desk.fields.measures.current !== null && now.current.place === 'weight') return focus('measures')
    save(weight, null)
  }
  const save = (weight: number | null, measures: Measures | null) => {
    const entry = desk.collect(weight, measures)
    const isUnknown = entry.clientText !== ''
    const lacksMeasures = measures === null && needsMeasures(rules())
    sound(isUnknown ? 'bad' : now.current.isUnowned || lacksMeasures ? 'unknown' : 'good')
    leave(entry, isUnknown ? unknownClient(entry.clientText) : null)
  }
  const takeMeasures = () => {
    const { weight, problem } = readWeight(read('weight'))
    if (problem !== null) return refuse('weight', problem)
    const text = read('measures')
    if (text === '') return save(weight, null)
    const measures = readMeasures(text, readLengthUnit())
    if (measures !== undefined) return save(weight, measures)
    // Sides in an unknown unit have as many digits as a code.
    if (!isScannedCode(text) || threeSides.test(text))
      return refuse('measures', refuseUnit(text) ?? measuresError.error)
    // The next package was scanned before this one was measured.
    save(weight, null)
    const place = desk.firstPlace()
    write(place, typedCode(text))
    takers[place]()
  }
  const showVolume = () => {
    const text = describeVolume(
      readWeight(read('weight')).weight,
      readMeasures(read('measures'), readLengthUnit()),
      rules(),
    )
    say('measures', text === undefined ? undefined : { tone: 'plain', text })
  }
  const takers: Record<Place, () => void> = {
    tracking: takeTracking,
    client: takeClient,
    name: takeName,
    weight: takeWeight,
    measures: takeMeasures,
  }

  return {
    ...desk,
    choose,
    /** `several`: the user must choose one. */
    take: (place: Place): 'several' | undefined => {
      if (place === 'client') return takeClient()
      takers[place]()
      return undefined
    },
    /** Moves the cursor to the next empty field. */
    takeTracking: (code: string) => {
      write('tracking', code)
      takers.tracking()
      if (settings.clientFirst) focus(desk.firstPlace())
    },
    /** Handles a code in the focused field. */
    takeCode: (code: string) => {
      const { place } = now.current
      write(place, code)
      takers[place]()
    },
    /** Keeps pinned settings. */
    clear: () => {
      known.stop()
      desk.begin()
    },
    noteFocus: (place: Place) => {
      now.current.place = place
    },
    /** Typing cancels what was decided by the field's content. */
    noteTyping: (place: Place) => {
      if (place === 'client' && now.current.owner !== null) desk.setOwner(null)
      if (place === 'tracking') desk.announce(undefined)
      if (place === 'client' || place === 'tracking') say(place, undefined)
      if (place === 'measures') return showVolume()
      if (place !== 'weight') return
      say('weight', now.current.source === 'scale' ? { tone: 'plain', text: 'Escrito a mano' } : undefined)
      now.current.source = 'typed'
    },
    focusPlace: () => focus(now.current.place),
    focusFirst: () => focus(desk.firstPlace()),
  }
}

export type EntryDesk = ReturnType<typeof useEntry>
