import { readTracking } from '@casillero/shared/domain/tracking-code'
import { useRef } from 'react'
import { sound } from '../../lib/sounds.ts'
import type { Announced } from './device-expected.ts'
import type { useEntryFields } from './entry-fields.ts'
import { findKnown, type KnownPackage } from './known-package.ts'
import type { Owner } from './reception-row.ts'

/**
 * docs/product/reception.md, "Entering".
 * @param choose enters the client and goes on
 */
export function useLookUp(desk: ReturnType<typeof useEntryFields>, choose: (owner: Owner) => void) {
  const { now, read, write, say } = desk
  const asked = useRef<AbortController>(null)

  /** Unless hands were faster. */
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
  /** Of use as long as the field still has it. */
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
