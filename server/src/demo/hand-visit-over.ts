import type { Client } from '@casillero/shared/contract/clients'
import type { HandoverDraft } from '@casillero/shared/contract/handovers'
import type { CourierPackage } from '@casillero/shared/contract/packages'
import { handOver } from '../features/handovers/hand-over.ts'
import type { Db, Session } from '../platform/database/database.ts'
import { describeStaff } from '../platform/database/staff-party.ts'
import { readDataAddress, redrawSignature } from '../platform/http/picture.ts'
import { drawSignature } from './pictures.ts'
import type { Random } from './random.ts'

const relatives = [
  'Elena Solís Ruiz',
  'Marcos Téllez',
  'Yader José Blandón',
  'Rosa Emilia Pérez',
  'Kevin Urbina Laguna',
] as const

const makeCedula = (random: Random) =>
  `001-${String(random.between(1, 28)).padStart(2, '0')}${String(random.between(1, 12)).padStart(2, '0')}${random.between(60, 99)}-${random.digits(4)}${random.pick(['A', 'B', 'K', 'X'])}`

function makeReceiver(client: Client, random: Random): Pick<HandoverDraft, 'receivedBy' | 'keepReceiver'> {
  const manner = random.next()
  const own = `${client.firstName} ${client.lastNames}`
  if (manner < 0.5) return { receivedBy: { name: own, cedula: null } }
  if (manner < 0.72) return { receivedBy: { name: own, cedula: makeCedula(random) }, keepReceiver: 'client' }
  const relative = { name: random.pick(relatives), cedula: makeCedula(random) }
  return manner < 0.9 ? { receivedBy: relative, keepReceiver: 'picker' } : { receivedBy: relative }
}

/** Hands a visit's packages over: to the client or to a relative, some with a signature. */
export async function handVisitOver(
  db: Db,
  client: Client,
  packages: CourierPackage[],
  { random, session }: { random: Random; session: Session },
): Promise<void> {
  const received = makeReceiver(client, random)
  const signature = random.chance(0.4) ? await drawSignature(random) : null
  await handOver(
    db,
    {
      clientId: client.id,
      packageIds: packages.map(({ id }) => id),
      ...received,
      signature,
      note: random.chance(0.1) ? 'Revisó el contenido en el mostrador' : null,
      reason: null,
    },
    session,
    {
      signature: signature === null ? null : await redrawSignature(describeStaff(session), readDataAddress(signature)),
    },
  )
}
