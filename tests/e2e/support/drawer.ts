import type { Shop } from './shop.ts'

/** Opens a session of the company's first drawer with these amounts. */
export async function openDrawer(shop: Shop, amounts: { nio: number; usd: number }) {
  const [drawer] = (await shop.api('GET /api/cash-drawers')).data
  const opening = [
    { currencyId: shop.nio, amount: amounts.nio },
    { currencyId: shop.usd, amount: amounts.usd },
  ]
  return (await shop.api('POST /api/cash-sessions', { body: { drawerId: drawer?.id ?? '', opening } })).data
}
