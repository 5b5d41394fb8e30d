import { type ComponentType, useEffect, useState } from 'react'
import { CodeLost } from './code-lost.tsx'

/** There when the code did not arrive. */
type Retry = { retry?: (() => void) | undefined }

const InPlace = ({ retry }: Retry) => retry && <CodeLost onRetry={retry} />

/**
 * Until its code comes `Wait` stands in its place, and says it when it does not arrive. React's `lazy` would wait for 300 ms even if the
 * code is there after ten.
 */
export function defer<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  Wait: ComponentType<Props & Retry> = InPlace,
): ComponentType<Props> & { preload: () => Promise<void> } {
  let loaded: ComponentType<Props> | undefined
  function fetchCode(show: (code: () => ComponentType<Props>) => void, setIsLost: (isLost: boolean) => void): void {
    load().then(
      (component) => {
        loaded = component
        show(() => component)
      },
      (error: unknown) => {
        console.error('Unexpected error', error)
        setIsLost(true)
      },
    )
  }
  function Deferred(props: Props) {
    const [Shown, setShown] = useState<ComponentType<Props> | undefined>(() => loaded)
    const [isLost, setIsLost] = useState(false)
    useEffect(() => fetchCode(setShown, setIsLost), [])
    if (Shown !== undefined) return <Shown {...props} />
    const again = () => {
      setIsLost(false)
      fetchCode(setShown, setIsLost)
    }
    return <Wait {...props} retry={isLost ? again : undefined} />
  }
  /** Code that did not arrive is asked for again when it is shown. */
  const preload = () =>
    load().then(
      (component) => {
        loaded = component
      },
      () => undefined,
    )
  return Object.assign(Deferred, { preload })
}
