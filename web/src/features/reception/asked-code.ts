import { useEffect, useEffectEvent } from 'react'
import { useSearchParams } from 'react-router'

const name = 'codigo'

/** Once: `/recepcion?codigo=<code>`. */
export function useAskedCode(take: (code: string) => void): void {
  const [params, setParams] = useSearchParams()
  const code = params.get(name)
  const onCode = useEffectEvent(take)
  const forget = useEffectEvent(() => setParams({}, { replace: true }))
  useEffect(() => {
    if (code === null) return
    onCode(code.slice(0, 120))
    forget()
  }, [code])
}
