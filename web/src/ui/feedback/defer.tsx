import { type ComponentType, useEffect, useState } from 'react'
import { CodeLost } from './code-lost.tsx'

/** Set if the code failed to load. */
type Retry = { retry?: (() => void) | undefined }

const InPlace = ({ retry }: Retry) => retry && <CodeLost onRetry={retry} />

/**
 * Shows `Wait` until the code has loaded, and tells it about a failure. React's `lazy` would wait 300 ms even for code that arrives after
 * ten.
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
  /** Code that failed to load is requested again when the component is shown. */
  const preload = () =>
    load().then(
      (component) => {
        loaded = component
      },
      () => undefined,
    )
  return Object.assign(Deferred, { preload })
}
