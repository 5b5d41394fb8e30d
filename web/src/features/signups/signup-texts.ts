import type { Signup } from '@casillero/shared/contract/signups'
import { businessDate, formatDateTime } from '@casillero/shared/domain/business-date'

type Similar = Signup['similar'][number]

export const nameOfSignup = ({ firstName, lastNames }: Pick<Signup, 'firstName' | 'lastNames'>): string =>
  `${firstName} ${lastNames}`

const clock = new Intl.DateTimeFormat('es-NI', {
  hour: '2-digit',
  minute: '2-digit',
  hourCycle: 'h23',
  timeZone: 'America/Managua',
})

const [minuteMs, hourMs, dayMs] = [60_000, 3_600_000, 86_400_000]

/** `hace 22 min`, `ayer, 18:02`, then as a date. */
export function describeSent(createdAt: string, now: Date): string {
  const at = new Date(createdAt)
  const age = Math.max(0, now.getTime() - at.getTime())
  if (age < hourMs) return age < minuteMs ? 'ahora' : `hace ${Math.floor(age / minuteMs)} min`
  if (businessDate(at) === businessDate(now)) return `hace ${Math.floor(age / hourMs)} h`
  const yesterday = businessDate(new Date(now.getTime() - dayMs))
  return businessDate(at) === yesterday ? `ayer, ${clock.format(at)}` : formatDateTime(at)
}

export const describeSimilar = ({ casillero, by }: Similar): string =>
  `${casillero} · ${by === 'phone' ? 'mismo teléfono' : 'mismo nombre'}`
