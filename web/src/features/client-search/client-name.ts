import type { Client } from '@casillero/shared/contract/clients'

type Named = Pick<Client, 'firstName' | 'lastNames'> & { middleName?: string | null }

export const fullName = ({ firstName, middleName, lastNames }: Named): string =>
  [firstName, middleName, lastNames].filter(Boolean).join(' ')
