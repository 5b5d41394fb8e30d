import type { Api } from '@casillero/shared/contract/api'
import { addDispatch, addShipment } from './dispatch.ts'
import type { Shop } from './shop.ts'
import type { World } from './world.ts'

const dayMs = 86_400_000

/** The charges of all invoices of a shop, row by row. */
export const readCharges = async (world: World, shop: Shop) =>
  (
    await world.owner.query<{
      invoiceId: string
      chargeId: string
      kind: string
      isWaived: boolean
      total: string
      waived: string | null
    }>(
      `select invoice_id as "invoiceId", charge_id as "chargeId", kind, is_waived as "isWaived", total::text,
         (case when is_waived then total else full_total - total end)::text as waived
       from invoice_charges where company_id = $1`,
      [shop.id],
    )
  ).rows

/**
 * Invoices with discounts of their own and of their lines, charges of every kind, storage lowered and taken off, and voided ones, in
 * both currencies; and dispatches, one of them undone.
 */
export async function discountSome(world: World, shop: Shop): Promise<void> {
  const add = async (body: Api['POST /api/charges']['body']) =>
    (await shop.admin.ok('POST /api/charges', { body })).data.id
  const handling = await add({ name: 'Manejo', kind: 'per_package', price: 1.5, isAutomatic: true })
  const rule = { freeDays: 1, isPerPound: false, maximum: null, noticeDays: null }
  const storage = await add({ name: 'Almacenaje', kind: 'storage', price: 0.5, isAutomatic: true, storage: rule })
  const duty = await add({ name: 'Impuestos', kind: 'advance' })
  for (const [day, currencyId] of [
    ['2026-11-05', shop.usd],
    ['2026-11-10', shop.nio],
    ['2026-11-12', shop.usd],
  ] as const) {
    const now = new Date(`${day}T15:00:00Z`)
    world.setTime(new Date(now.getTime() - 6 * dayMs))
    const [stored, forgiven] = await shop.receiveMany(2, { statusId: shop.statuses.ready })
    world.setTime(now)
    const odd = { weight: 1.01, discountType: 'percentage' as const, discountValue: 33.33 }
    const packages = [
      ...(await shop.receiveMany(2)),
      await shop.receive({ weight: 3.33 }),
      await shop.receive(odd),
      await shop.receive({ weight: 0.77, discountType: 'fixed_amount', discountValue: 0.55 }),
      ...[stored, forgiven].flatMap((one) => one ?? []),
    ]
    const body = shop.invoiceBodyOf(packages, {
      currencyId,
      generalDiscountType: 'percentage',
      generalDiscountValue: 7,
    })
    // A discount of nothing takes nothing off a line whose amount is no whole number of cents.
    const given = [
      { discountType: 'fixed_amount' as const, discountValue: 1.05 },
      {},
      { discountType: 'percentage' as const, discountValue: 0 },
      { discountType: 'fixed_amount' as const, discountValue: 0.01 },
      { discountType: 'percentage' as const, discountValue: 12.5 },
    ]
    const discounted = body.items.map((item, at) => ({ ...item, ...given[at] }))
    const [first, second] = packages
    const charges = [{ chargeId: duty, packageId: first?.id, amount: 33.33, currencyId: shop.nio }]
    const waivedCharges = [
      { chargeId: handling, packageId: second?.id },
      { chargeId: storage, packageId: stored?.id, amount: 0.1, reason: 'Buen cliente' },
      { chargeId: storage, packageId: forgiven?.id, reason: 'Buen cliente' },
    ]
    await shop.user.ok('POST /api/invoices', { body: { ...body, items: discounted, charges, waivedCharges } })
    const { id } = await shop.invoice(await shop.receiveMany(1), { currencyId })
    await shop.admin.ok('DELETE /api/invoices/:id', { params: { id } })
    const cost = { cost: 80.5, costCurrencyId: currencyId, sentOn: day }
    const shipmentIds = [(await addShipment(shop)).id, (await addShipment(shop)).id]
    await addDispatch(shop, { shipmentIds, carrier: day === '2026-11-10' ? 'CARGOTRANS' : 'Cargotrans', ...cost })
    await addDispatch(shop, { carrier: 'Moto' })
    const late = await addShipment(shop)
    // Later than they were received: a package that changes twice in one moment would not be known to be unchanged since.
    world.setTime(new Date(now.getTime() + 60_000))
    const undone = await addDispatch(shop, { shipmentIds: [late.id], carrier: 'Bus', ...cost })
    await shop.user.ok('POST /api/dispatches/:id/undo', { params: { id: undone.id } })
  }
}
