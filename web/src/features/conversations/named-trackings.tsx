import type { Conversation, ThreadEntry } from '@casillero/shared/contract/conversations'
import { listNamedTrackings } from '@casillero/shared/domain/named-tracking'
import { useMutation } from '@tanstack/react-query'
import { PackageSearch } from 'lucide-react'
import { useMemo, useState } from 'react'
import { useNavigate } from 'react-router'
import { call } from '../../lib/api.ts'
import { useMay } from '../../lib/session.ts'
import { Button } from '../../ui/controls/button.tsx'
import { toastFailure } from '../../ui/feedback/failure-toast.tsx'
import { toastError } from '../../ui/feedback/toast.tsx'
import { PrealertForm } from '../prealerts/prealert-form.tsx'
import { keepPlace } from './kept-place.ts'

/** More are a list that is better imported. */
const mostShown = 5

type NamedProps = { entry: Pick<ThreadEntry, 'id' | 'text'>; conversation: Conversation }

/** Leads from each number in a text to its package, else to a pre-alert. docs/product/conversations.md, "From a chat to the work". */
export function NamedTrackings({ entry: { id, text }, conversation }: NamedProps) {
  const trackings = useMemo(() => [...new Set(listNamedTrackings(text))].slice(0, mostShown), [text])
  const mayAnnounce = useMay()('packages.write')
  const navigate = useNavigate()
  const [announced, setAnnounced] = useState<string>()
  const { client } = conversation
  const finding = useMutation({
    mutationFn: (tracking: string) => call('GET /api/packages/same-tracking', { query: { tracking } }),
    onSuccess: ({ data }, tracking) => {
      if (data !== null) {
        keepPlace(conversation.id, id)
        void navigate(`/paquetes/${data.id}`)
      } else if (client !== null && mayAnnounce) setAnnounced(tracking)
      else toastError(`${tracking} todavía no ha llegado`)
    },
    onError: (error) => toastFailure(error, 'Error al buscar el paquete'),
  })
  if (trackings.length === 0) return null
  return (
    <div className="my-1 flex flex-wrap gap-1.5">
      {trackings.map((tracking) => (
        <Button
          key={tracking}
          size="sm"
          aria-label={`Buscar ${tracking}`}
          className="max-w-full"
          icon={<PackageSearch size={15} className="shrink-0" aria-hidden="true" />}
          busy={finding.isPending && finding.variables === tracking}
          onClick={() => finding.mutate(tracking)}
        >
          <span className="min-w-0 wrap-anywhere tabular-nums">{tracking}</span>
        </Button>
      ))}
      {announced !== undefined && client !== null && (
        <PrealertForm owner={client} tracking={announced} onClose={() => setAnnounced(undefined)} />
      )}
    </div>
  )
}
