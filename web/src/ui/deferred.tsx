import { type ComponentType, useEffect, useState } from 'react'

const Nothing = () => null

/**
 * A component whose code comes when it is first shown; until then `Wait` stands in its place, and what goes wrong is thrown there.
 * React's own `lazy` would keep people waiting for 300 ms even if the code is there after ten: so long Suspense holds a fallback.
 */
export function deferred<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  Wait: ComponentType<Props> = Nothing,
): ComponentType<Props> {
  let loaded: ComponentType<Props> | undefined
  return function Deferred(props: Props) {
    const [Shown, setShown] = useState<ComponentType<Props>>(() => loaded ?? Wait)
    useEffect(() => {
      load().then(
        (component) => {
          loaded = component
          setShown(() => component)
        },
        (error: unknown) =>
          setShown(() => {
            throw error
          }),
      )
    }, [])
    return <Shown {...props} />
  }
}
