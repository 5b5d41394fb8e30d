import { exact, minus, toWire } from '@casillero/shared/domain/money'

export type Margin = { text: string; isValid: boolean }

/** Undefined until both are rates. */
export function computeMargin(
  symbol: string,
  rateCompra: number | null | undefined,
  rateVenta: number | null | undefined,
): Margin | undefined {
  if (!isRate(rateCompra) || !isRate(rateVenta)) return undefined
  const margin = toWire(minus(exact(rateCompra), exact(rateVenta)))
  return { text: `Margen: ${symbol}${margin.toFixed(4)}`, isValid: margin >= 0 }
}

const isRate = (value: number | null | undefined): value is number =>
  value !== null && value !== undefined && Number.isFinite(value) && value > 0
