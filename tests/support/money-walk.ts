import type { Coin } from '@casillero/shared/test/cash-oracle'

/** Whole numbers below a limit, the same for a seed. */
export function makeRandom(start: number): (below: number) => number {
  let state = start % 2_147_483_647 || 1
  return (below) => {
    state = (state * 48_271) % 2_147_483_647
    return state % below
  }
}

/** With rates and steps that leave cents over. */
export const coins: Coin[] = [
  { code: 'USD', compra: 10_000n, venta: 10_000n, step: 100n },
  { code: 'NIO', compra: 368_000n, venta: 364_000n, step: 100n },
  { code: 'CRC', compra: 5_175_000n, venta: 5_100_000n, step: 0n },
]
export const coin = (code: string): Coin => {
  const found = coins.find((one) => one.code === code)
  if (!found) throw new Error(`No ${code}`)
  return found
}
