/** The rest after work: so many times as long as the work took, and never longer than `mostMs`. */
export type Rest = { times: number; mostMs: number }

/**
 * Rests after work that began at `from`, so that it holds a core for a part of the time only: what else is asked of the machine finds
 * room, whatever it is. Where others slow the work down, the rests grow with it.
 */
export async function throttle(from: number, { times, mostMs }: Rest): Promise<void> {
  const ms = Math.min(mostMs, (performance.now() - from) * times)
  await new Promise<void>((resolve) => setTimeout(resolve, ms))
}
