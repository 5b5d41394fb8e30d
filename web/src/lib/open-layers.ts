/** A dialog, a sheet, the menu's drawer: it closes before the screen is left. */
export type Layer = {
  close: () => void
  /** Something in it is unsaved or being saved, so it cannot simply close. */
  holds: () => boolean
  /** A question has no step of the history: the browser may still be on its way back. */
  isQuestion: boolean
}

let layers: readonly Layer[] = []
const listeners = new Set<() => void>()

function change(next: readonly Layer[]): void {
  layers = next
  for (const listener of listeners) listener()
}

/** The returned function takes it away. */
export function openLayer(layer: Layer): () => void {
  change([...layers, layer])
  return () => change(layers.filter((one) => one !== layer))
}

export const openLayers = (): readonly Layer[] => layers

export const layersWithStep = (): readonly Layer[] => layers.filter(({ isQuestion }) => !isQuestion)

/** The top one first; only those with a step, and of these only `known` ones. */
export function closeLayersAbove(count: number, known: readonly Layer[]): void {
  const closing = layersWithStep()
    .slice(count)
    .filter((layer) => known.includes(layer))
  // Their components unmount a render later.
  if (closing.length > 0) change(layers.filter((layer) => !closing.includes(layer)))
  for (const layer of closing.toReversed()) layer.close()
}

export function watchLayers(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
