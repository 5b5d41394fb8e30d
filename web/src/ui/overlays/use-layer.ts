import { useEffect, useEffectEvent } from 'react'
import { openLayer } from '../../lib/open-layers.ts'

type LayerOptions = { close: () => void; holds?: (() => boolean) | undefined; isQuestion?: boolean | undefined }

/** Back closes the layer instead of leaving the screen. */
export function useLayer({ close, holds, isQuestion = false }: LayerOptions): void {
  const closeNow = useEffectEvent(close)
  const holdsNow = useEffectEvent(() => holds?.() ?? false)
  useEffect(() => openLayer({ close: () => closeNow(), holds: () => holdsNow(), isQuestion }), [isQuestion])
}
