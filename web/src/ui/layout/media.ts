import { type RefObject, useCallback, useLayoutEffect, useState, useSyncExternalStore } from 'react'

/** Says whether the window matches `query` now. */
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

/** From this width on, the sidebar is beside the page. */
export const useIsWide = (): boolean => useMedia('(min-width: 1024px)')

/** Must match the theme's condition. */
export const useHasLargeTargets = (): boolean => useMedia('(pointer: coarse), (max-width: 1023px)')

/** Last answers, keyed by width. */
const answers = new Map<number, boolean>()

/**
 * Measured before the first paint. The first render uses the last answer: Back restores the scroll position only if the list has its height
 * at once.
 */
export function useIsAtLeast(element: RefObject<HTMLElement | null>, width: number): boolean | undefined {
  const [isWide, setIsWide] = useState(() => answers.get(width))
  useLayoutEffect(() => {
    if (element.current === null) return
    const answer = (room: number) => {
      answers.set(width, room >= width)
      setIsWide(room >= width)
    }
    answer(element.current.offsetWidth)
    const observer = new ResizeObserver(([entry]) => answer(entry?.contentRect.width ?? 0))
    observer.observe(element.current)
    return () => observer.disconnect()
  }, [element, width])
  return isWide
}
