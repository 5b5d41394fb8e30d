import { useCallback, useSyncExternalStore } from 'react'

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
