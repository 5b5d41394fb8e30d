import type { ClientDraft } from '@casillero/shared/contract/client-draft'
import type { FoundClient } from './find-clients.ts'

/** The part of a client that a row gives: the fields of the form that are not empty. */
export type GivenClient = Partial<Omit<ClientDraft, 'version'>>

/** The write of a row: a new client, with its mailbox number where the file gives one, or the fields that change. */
export type ClientPlan = { casillero: string | null; number: number; draft: ClientDraft } | { given: GivenClient }

export const draftOfClient = (client: FoundClient): Omit<ClientDraft, 'version'> => ({
  firstName: client.firstName,
  middleName: client.middleName,
  lastNames: client.lastNames,
  phone: client.phone,
  email: client.email,
  address: client.address,
  city: client.city,
  department: client.department,
  cedula: client.cedula,
  defaultTariffMaritimoId: client.defaultTariffMaritimoId,
  defaultTariffAereoId: client.defaultTariffAereoId,
})

const editable = [
  'firstName',
  'middleName',
  'lastNames',
  'phone',
  'email',
  'address',
  'city',
  'department',
  'cedula',
  'defaultTariffMaritimoId',
  'defaultTariffAereoId',
] as const

/** The fields in which a draft differs from the client, with what the preview says of each. */
export function changedFields(
  client: FoundClient,
  draft: ClientDraft,
): [field: keyof GivenClient, from: string | null][] {
  const current = draftOfClient(client)
  return editable
    .filter((name) => draft[name] !== undefined && (draft[name] ?? null) !== (current[name] ?? null))
    .map((name) => [name, current[name] ?? null])
}
