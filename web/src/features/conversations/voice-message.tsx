import type { ThreadEntry } from '@casillero/shared/contract/conversations'
import { useMutation, useQuery } from '@tanstack/react-query'
import { Download, Play } from 'lucide-react'
import { useState } from 'react'
import { call, read } from '../../lib/api.ts'
import { saveFile } from '../../lib/print-file.ts'
import { useObjectUrl } from '../../lib/use-object-url.ts'
import { Button } from '../../ui/controls/button.tsx'
import { Spinner } from '../../ui/controls/spinner.tsx'
import { toastFailure } from '../../ui/feedback/failure-toast.tsx'
import { describeUnseen, lengthText } from './conversation-texts.ts'

type VoiceProps = {
  conversationId: string
  entry: Pick<ThreadEntry, 'id' | 'kind' | 'seconds'>
  file: NonNullable<ThreadEntry['file']>
}

/** Its file is fetched when it is pressed, and then plays. docs/product/conversations.md, "Files". */
export function VoiceMessage({ conversationId, entry, file }: VoiceProps) {
  const [isWanted, setIsWanted] = useState(false)
  const params = { id: conversationId, messageId: entry.id }
  const fetching = useMutation({
    mutationFn: () => call('PUT /api/conversations/:id/messages/:messageId/audio', { params }),
    onError: (error) => toastFailure(error, 'Error al traer el audio'),
  })
  if (isWanted && file.id !== null) return <Player conversationId={conversationId} fileId={file.id} />
  const isOnItsWay = file.state === 'fetching' || fetching.isPending
  const press = () => {
    setIsWanted(true)
    if (file.id === null && !isOnItsWay) fetching.mutate()
  }
  return (
    <div className="my-1 grid justify-items-start gap-1">
      {file.state === 'lost' && <p className="text-muted">{describeUnseen(entry)}</p>}
      {isOnItsWay ? (
        <Spinner label="Descargando..." />
      ) : (
        <Button size="sm" icon={<Play size={15} aria-hidden="true" />} onClick={press}>
          {file.state === 'lost'
            ? 'Reintentar'
            : `Escuchar${entry.seconds === null ? '' : ` ${lengthText(entry.seconds)}`}`}
        </Button>
      )}
    </div>
  )
}

// Without captions, because nothing is transcribed.
const Sound = 'audio'

/** The button that was pressed is gone, and its focus with it. */
function takeFocus(sound: HTMLElement | null): void {
  if (document.activeElement === document.body) sound?.focus({ preventScroll: true })
}

function Player({ conversationId, fileId }: { conversationId: string; fileId: string }) {
  const audio = useQuery({
    ...read('GET /api/conversations/:id/files/:fileId', { params: { id: conversationId, fileId } }),
    // It never changes.
    staleTime: 'static',
  })
  const url = useObjectUrl(audio.data)
  const [isUnplayable, setIsUnplayable] = useState(false)
  if (audio.isError)
    return (
      <Button size="sm" className="my-1" onClick={() => void audio.refetch()}>
        Reintentar
      </Button>
    )
  if (url === undefined || audio.data === undefined) return <Spinner label="Descargando..." />
  const { data } = audio
  if (isUnplayable)
    return (
      <div className="my-1 grid justify-items-start gap-1">
        <p className="text-muted">Este navegador no reproduce el audio</p>
        <Button size="sm" icon={<Download size={15} aria-hidden="true" />} onClick={() => saveFile(data, 'audio.ogg')}>
          Descargar
        </Button>
      </div>
    )
  return (
    <Sound
      ref={takeFocus}
      src={url}
      controls
      autoPlay
      aria-label="Audio"
      className="my-1 h-11 w-64 max-w-full"
      onError={() => setIsUnplayable(true)}
    />
  )
}
