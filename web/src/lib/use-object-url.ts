import { useEffect, useState } from 'react'

export function useObjectUrl(picture: unknown): string | undefined {
  const [url, setUrl] = useState<string>()
  useEffect(() => {
    if (!(picture instanceof Blob)) return setUrl(undefined)
    const made = URL.createObjectURL(picture)
    setUrl(made)
    return () => URL.revokeObjectURL(made)
  }, [picture])
  return url
}
