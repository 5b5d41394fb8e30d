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
    // Two clients announced it: a person decides.
    if (prealert.rival) return
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

type Steps = {
  desk: ReturnType<typeof useEntryFields>
  lookUp: (tracking: string) => Promise<void>
  save: (weight: number | null, measures: Measures | null) => void
  /** Takes a code into the first field. */
  takeFirst: (code: string) => void
  /** The unfinished package waits for a person. */
  startNext: (code: string, problem: string) => void
}

/** The same barcode read twice counts once. */
function ignoresTwin({ read, write }: Steps['desk'], place: Place): boolean {
  const { tracking } = readTracking(read(place))
  const isTwin = tracking !== '' && tracking === readTracking(read('tracking')).tracking
  if (isTwin) {
    sound('again')
    write(place, '')
  }
  return isTwin
}

/** A scanned mailbox number overrides the client filled in from a pre-alert. */
function takesCasillero(desk: Steps['desk'], text: string): boolean {
  const [named] = desk.prealert ? findByCasillero(useClients.getState().index, text) : []
  if (named === undefined) return false
  desk.write('weight', '')
  if (named.id !== desk.now.current.owner?.id) choose(desk, toOwner(named))
  return true
}

function takeTracking({ desk: { now, read, write, say, goAfter, refuse }, lookUp }: Steps) {
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
  void lookUp(code.tracking)
  goAfter('tracking')
}

function choose({ write, setOwner, say, goAfter }: Steps['desk'], owner: Owner): void {
  write('client', owner.name)
  setOwner(owner)
  say('client', undefined)
  goAfter('client')
}

function takeClient({ desk, startNext }: Steps): 'several' | undefined {
  const { now, read, write, say, goAfter, refuse } = desk
  const text = read('client')
  const { owner, announced } = now.current
  if (owner !== null) return void goAfter('client')
  if (text === '') return void (announced === null ? desk.askName() : choose(desk, announced))
  if (ignoresTwin(desk, 'client')) return undefined
  const { client, candidates } = findMeant(useClients.getState().index, text)
  if (client !== undefined) return void choose(desk, toOwner(client))
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

function takeName({ desk, startNext }: Steps) {
  if (ignoresTwin(desk, 'name')) return
  const text = desk.read('name')
  if (!isScannedCode(text)) return desk.goAfter('client')
  desk.write('name', '')
  startNext(text, 'Falta el peso')
}

function takeWeight({ desk, save, startNext }: Steps) {
  const { now, read, write, focus, refuse } = desk
  const text = read('weight')
  const { weight, problem } = readWeight(text)
  if (problem !== null && takesCasillero(desk, text)) return
  if (problem !== null && isScannedCode(text)) {
    if (ignoresTwin(desk, 'weight')) return
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

function takeMeasures({ desk: { read, refuse }, save, takeFirst }: Steps) {
  const { weight, problem } = readWeight(read('weight'))
  if (problem !== null) return refuse('weight', problem)
  const text = read('measures')
  if (text === '') return save(weight, null)
  const measures = readMeasures(text, readLengthUnit())
  if (measures !== undefined) return save(weight, measures)
  // Sides in an unknown unit have as many digits as a code.
  if (!isScannedCode(text) || threeSides.test(text)) return refuse('measures', refuseUnit(text) ?? measuresError.error)
  // The next package was scanned before this one was measured.
  save(weight, null)
  takeFirst(typedCode(text))
}

const takers: Record<Place, (steps: Steps) => void> = {
  tracking: takeTracking,
  client: takeClient,
  name: takeName,
  weight: takeWeight,
  measures: takeMeasures,
}

function useSteps({ settings, charging, onEnter }: EntryOptions) {
  const desk = useEntryFields(settings, () => charging().mayMeasure)
  const known = useLookUp(desk, (owner) => choose(desk, owner))

  const leave = (entry: Entry, problem: string | null) => {
    known.stop()
    onEnter(entry, problem)
    desk.begin()
  }
  const save: Steps['save'] = (weight, measures) => {
    const entry = desk.collect(weight, measures)
    const isUnknown = entry.clientText !== ''
    const lacksMeasures = measures === null && needsMeasures(charging().rules)
    sound(isUnknown ? 'bad' : desk.now.current.isUnowned || lacksMeasures ? 'unknown' : 'good')
    leave(entry, isUnknown ? unknownClient(entry.clientText) : null)
  }
  const takeFirst = (code: string) => {
    const place = desk.firstPlace()
    desk.write(place, code)
    takers[place](steps)
  }
  const startNext = (code: string, problem: string) => {
    sound('bad')
    leave(desk.collect(null), problem)
    takeFirst(code)
  }
  const steps: Steps = { desk, lookUp: known.lookUp, save, takeFirst, startNext }
  return { ...steps, stop: known.stop }
}

/** Typing cancels what was decided by the field's content. */
function noteTyping(desk: Steps['desk'], place: Place, rules: Charging['rules']) {
  const { now, read, say } = desk
  if (place === 'client' && now.current.owner !== null) desk.setOwner(null)
  if (place === 'tracking') desk.announce(undefined)
  if (place === 'client' || place === 'tracking') say(place, undefined)
  if (place === 'measures') {
    const measures = readMeasures(read('measures'), readLengthUnit())
    const text = describeVolume(readWeight(read('weight')).weight, measures, rules)
    return say('measures', text === undefined ? undefined : { tone: 'plain', text })
  }
  if (place !== 'weight') return
  say('weight', now.current.source === 'scale' ? { tone: 'plain', text: 'Escrito a mano' } : undefined)
  now.current.source = 'typed'
}

/**
 * Each Enter is handled within the key's own event. A code in the wrong field is never taken for that field's value.
 * docs/product/reception.md, "Entering".
 */
export function useEntry(options: EntryOptions) {
  const { stop, ...steps } = useSteps(options)
  const { desk } = steps
  const { now, write, focus } = desk
  return {
    ...desk,
    choose: (owner: Owner) => choose(desk, owner),
    /** `several`: the user must choose one. */
    take: (place: Place): 'several' | undefined => {
      if (place === 'client') return takeClient(steps)
      takers[place](steps)
      return undefined
    },
    /** Moves the cursor to the next empty field. */
    takeTracking: (code: string) => {
      write('tracking', code)
      takeTracking(steps)
      if (options.settings.clientFirst) focus(desk.firstPlace())
    },
    /** Handles a code in the focused field. */
    takeCode: (code: string) => {
      const { place } = now.current
      write(place, code)
      takers[place](steps)
    },
    /** Keeps pinned settings. */
    clear: () => {
      stop()
      desk.begin()
    },
    noteFocus: (place: Place) => {
      now.current.place = place
    },
    noteTyping: (place: Place) => noteTyping(desk, place, options.charging().rules),
    focusPlace: () => focus(now.current.place),
    focusFirst: () => focus(desk.firstPlace()),
  }
}

export type EntryDesk = ReturnType<typeof useEntry>
