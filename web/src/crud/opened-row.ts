import { useCallback, useEffect, useState } from 'react'
import { useLocation, useNavigate, useParams } from 'react-router'
import { findScreen } from '../lib/screen-of.ts'

export type OpenedRow = { id: string | undefined; open: (id: string) => void; close: () => void }

/** docs/product/screens.md, "Routes". */
export function useOpenedRow(): OpenedRow {
  const { id } = useParams()
  const { key, pathname, search, state } = useLocation()
  const navigate = useNavigate()
  const [closed, setClosed] = useState<string>()
  const path = findScreen(pathname)
  const hasStep = state?.step > 0
  const open = useCallback(
    (row: string) => {
      // A scan opens its only hit before the rendered state knows the search.
      const { search: now } = window.location
      void navigate({ pathname: `${path}/${row}`, search: now }, { state: { step: 1 }, preventScrollReset: true })
    },
    [navigate, path],
  )

  useEffect(() => {
    if (id === undefined || hasStep) return
    // For a row opened elsewhere, puts the list under it in the history, so that Back leads there.
    const lay = async () => {
      await navigate({ pathname: path, search }, { replace: true, preventScrollReset: true })
      await navigate({ pathname: `${path}/${id}`, search }, { state: { step: 1 }, preventScrollReset: true })
    }
    void lay()
  }, [id, hasStep, navigate, path, search])

  return {
    id: hasStep && closed !== key ? id : undefined,
    open,
    // Closing the dialog also removes its step of the history, and with it the address.
    close: () => setClosed(key),
  }
}
