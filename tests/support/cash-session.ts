import type { Shop } from './shop.ts'

const principal = async ({ user }: Shop): Promise<string> => (await user.ok('GET /api/cash-drawers')).data[0]?.id ?? ''

/** Opens the first drawer of the shop, as its user, with C$2,000 unless said otherwise. */
export async function openPrincipal(shop: Shop, opening = [{ currencyId: shop.nio, amount: 2000 }]) {
  const body = { drawerId: await principal(shop), opening }
  return (await shop.user.ok('POST /api/cash-sessions', { body })).data
}

/** The session as an admin sees it. */
export const readSession = async ({ admin }: Shop, id: string) =>
  (await admin.ok('GET /api/cash-sessions/:id', { params: { id } })).data

/** What a call sends to move cash of a session. */
export const movement = (id: string, currencyId: string, direction: 'in' | 'out', amount: number) => ({
  params: { id },
  body: { direction, currencyId, amount, reason: 'Depósito BAC' },
})

/** What a call sends to count or to close a session. */
export const closing = (id: string, counts: { currencyId: string; amount: number }[], note?: string) => ({
  params: { id },
  body: { counts, ...(note === undefined ? {} : { note }) },
})
