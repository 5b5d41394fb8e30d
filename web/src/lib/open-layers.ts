/** A layer over the screen that closes before the screen is left: a dialog, a sheet, the menu's drawer. */
export type Layer = {
  /** As Escape does it: closes, or asks first. */
  close: () => void
  /** Says whether it cannot simply close, because something in it is unsaved or being saved. */
  holds: () => boolean
  /** A question has no step of the history: it is put while the browser may still be on its way back. */
  isQuestion: boolean
}

let layers: readonly Layer[] = []
const listeners = new Set<() => void>()

function change(next: readonly Layer[]): void {
  layers = next
  for (const listener of listeners) listener()
}

/** Puts a layer on top; the returned function takes it away. */
export function openLayer(layer: Layer): () => void {
  change([...layers, layer])
  return () => change(layers.filter((one) => one !== layer))
}

/** From the lowest to the top. */
export const openLayers = (): readonly Layer[] => layers

/** Lists the layers that have a step of the history each. */
export const layersWithStep = (): readonly Layer[] => layers.filter(({ isQuestion }) => !isQuestion)

/** Takes away the layers above the first `count` that have a step, the top one first; of these only those that are `known`. */
export function closeLayersAbove(count: number, known: readonly Layer[]): void {
  const closing = layersWithStep()
    .slice(count)
    .filter((layer) => known.includes(layer))
  // They leave the list at once, because their components unmount a render later.
  if (closing.length > 0) change(layers.filter((layer) => !closing.includes(layer)))
  for (const layer of closing.toReversed()) layer.close()
}

export function watchLayers(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
