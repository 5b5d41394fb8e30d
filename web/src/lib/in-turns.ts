type Turn<Item, Result> = { item: Item; outcome: PromiseSettledResult<Result> }

/** A failure does not stop the other items. */
export async function inTurns<Item, Result>(
  items: readonly Item[],
  atOnce: number,
  work: (item: Item) => Promise<Result>,
): Promise<Turn<Item, Result>[]> {
  const done: Turn<Item, Result>[] = []
  const waiting = items.entries()
  const worker = async () => {
    for (const [index, item] of waiting) {
      const [outcome] = await Promise.allSettled([work(item)])
      done[index] = { item, outcome }
    }
  }
  await Promise.all(Array.from({ length: Math.min(atOnce, items.length) }, worker))
  return done
}
