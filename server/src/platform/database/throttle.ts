/** So many times as long as the work took, at most `mostMs`. */
export type Rest = { times: number; mostMs: number }

/**
 * After work that began at `from`, so that what else is asked of the machine finds room. Where others slow the work down, the rests grow
 * with it.
 */
export async function throttle(from: number, { times, mostMs }: Rest): Promise<void> {
  const ms = Math.min(mostMs, (performance.now() - from) * times)
  await new Promise<void>((resolve) => setTimeout(resolve, ms))
}
