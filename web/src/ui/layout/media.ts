import { type RefObject, useCallback, useLayoutEffect, useState, useSyncExternalStore } from 'react'

/** Whether the window matches `query` now. */
export function useMedia(query: string): boolean {
  const subscribe = useCallback(
    (onChange: () => void) => {
      const media = matchMedia(query)
      media.addEventListener('change', onChange)
      return () => media.removeEventListener('change', onChange)
    },
    [query],
  )
  return useSyncExternalStore(subscribe, () => matchMedia(query).matches)
}

/** From here on the sidebar stands beside the page. */
export const useIsWide = (): boolean => useMedia('(min-width: 1024px)')

/** Whether buttons are as large as a thumb needs them: the same condition as in the theme. */
export const useHasLargeTargets = (): boolean => useMedia('(pointer: coarse), (max-width: 1023px)')

/** Whether the element has room for `width` pixels: known before the first paint, but not in the first rendering. */
export function useIsAtLeast(element: RefObject<HTMLElement | null>, width: number): boolean | undefined {
  const [isWide, setIsWide] = useState<boolean>()
  useLayoutEffect(() => {
    if (element.current === null) return
    setIsWide(element.current.offsetWidth >= width)
    const observer = new ResizeObserver(([entry]) => setIsWide((entry?.contentRect.width ?? 0) >= width))
    observer.observe(element.current)
    return () => observer.disconnect()
  }, [element, width])
  return isWide
}
