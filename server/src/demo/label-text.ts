import type { PlannedClient } from './plan.ts'
import { createRandom } from './random.ts'

const plain = (text: string) => text.normalize('NFKD').replace(/\p{M}/gu, '').toUpperCase()

/**
 * The text on the label of a package whose owner the warehouse did not find: a name cut short, a nickname, or a mailbox number among other
 * words. Chance comes from the package's place, so that the rest of the plan stays as it is.
 */
export function labelText(clients: readonly PlannedClient[], place: number): string {
  const random = createRandom(place + 1)
  const at = Math.floor(clients.length * random.next())
  const { firstName = 'ANA', lastNames = 'PEREZ' } = clients[at]?.draft ?? {}
  const [first = '', last = ''] = [plain(firstName).split(' ')[0], plain(lastNames).split(' ')[0]]
  const kind = random.next()
  if (kind < 0.4) return `${first.slice(0, 1)}. ${last}`
  if (kind < 0.65) return `${first} ${last}`
  if (kind < 0.8) return `${first} DEM ${String(at + 1).padStart(4, '0')}`
  return kind < 0.9 ? random.pick(['CHEPE', 'LA TOÑA', 'MI NEGOCIO']) : '(ilegible)'
}
