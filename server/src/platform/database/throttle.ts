/** Rests `times` as long as the work took, at most `mostMs`. */
export type Rest = { times: number; mostMs: number }

/** Rests after work that began at `from`, so that other work finds room. If others slow the work down, the rests grow with it. */
export async function throttle(from: number, { times, mostMs }: Rest): Promise<void> {
  const ms = Math.min(mostMs, (performance.now() - from) * times)
  await new Promise<void>((resolve) => setTimeout(resolve, ms))
}
