import type { Conversation, ThreadEntry } from '@casillero/shared/contract/conversations'
import { useMutation, useQuery } from '@tanstack/react-query'
import { Download, FileText, ImageOff, ReceiptText } from 'lucide-react'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { call, read } from '../../lib/api.ts'
import { saveFile } from '../../lib/print-file.ts'
import { useMay } from '../../lib/session.ts'
import { useObjectUrl } from '../../lib/use-object-url.ts'
import { Button } from '../../ui/controls/button.tsx'
import { Spinner } from '../../ui/controls/spinner.tsx'
import { toastFailure } from '../../ui/feedback/failure-toast.tsx'
import { Dialog } from '../../ui/overlays/dialog.tsx'
import { useAccount } from './conversation-calls.ts'
import { describeUnseen } from './conversation-texts.ts'
import { keepPlace } from './kept-place.ts'
import { UseAsInvoice } from './use-as-invoice.tsx'
import { VoiceMessage } from './voice-message.tsx'

type FileProps = { entry: ThreadEntry; file: NonNullable<ThreadEntry['file']>; conversation: Conversation }

/** Shows a picture or a PDF of an entry, plays its voice message, or says why it is missing. */
export function EntryFile({ entry, file, conversation }: FileProps) {
  if (entry.kind === 'audio' && file.state !== 'expired')
    return <VoiceMessage conversationId={conversation.id} entry={entry} file={file} />
  if (file.state === 'expired') return <p className="text-muted">Archivo vencido</p>
  if (file.state === 'fetching')
    return (
      <p className="py-1">
        <Spinner label="Descargando..." />
      </p>
    )
  if (file.state === 'lost' || file.id === null) return <p className="text-muted">{describeUnseen(entry)}</p>
  const params = { id: conversation.id, fileId: file.id }
  return (
    <div className="my-1 flex flex-wrap items-end gap-3">
      {entry.kind === 'picture' ? <Picture params={params} /> : <Document params={params} name={file.name} />}
      {entry.source === 'client' && conversation.client !== null && (
        <div className="flex flex-wrap gap-2">
          <Verify params={params} entry={entry} conversation={conversation} />
          <UseAsInvoice params={params} client={conversation.client} />
        </div>
      )}
    </div>
  )
}

type Params = { id: string; fileId: string }

type VerifyProps = { params: Params; entry: ThreadEntry; conversation: Conversation }

/** Offered where something is owed, or the file is a voucher already. */
function Verify({ params, entry: { id: entryId, voucherId }, conversation }: VerifyProps) {
  const navigate = useNavigate()
  const mayVerify = useMay()('payments.write')
  const owes = (useAccount(conversation)?.owed.length ?? 0) > 0
  const open = (id: string) => {
    keepPlace(conversation.id, entryId)
    void navigate(`/caja/comprobantes?comprobante=${id}`)
  }
  const take = useMutation({
    mutationFn: () => call('POST /api/conversations/:id/files/:fileId/voucher', { params }),
    onSuccess: ({ data }) => open(data.id),
    onError: (error) => toastFailure(error, 'Error al tomar el comprobante'),
  })
  if (!mayVerify || (voucherId === null && !owes)) return null
  return (
    <Button
      size="sm"
      icon={<ReceiptText size={15} aria-hidden="true" />}
      busy={take.isPending}
      onClick={() => (voucherId === null ? take.mutate() : open(voucherId))}
    >
      Verificar
    </Button>
  )
}

// The fixed height keeps the content below in place when the picture loads.
const placeClass = 'grid h-44 min-w-24 max-w-60 place-items-center overflow-hidden rounded-md bg-surface-3'

function Picture({ params }: { params: Params }) {
  const [isOpen, setIsOpen] = useState(false)
  const picture = useQuery({
    ...read('GET /api/conversations/:id/files/:fileId', { params }),
    // A picture never changes.
    staleTime: 'static',
  })
  const url = useObjectUrl(picture.data)
  if (url === undefined)
    return (
      <div className={placeClass}>
        {picture.isError ? (
          <Button
            variant="ghost"
            icon={<ImageOff size={16} aria-hidden="true" />}
            onClick={() => void picture.refetch()}
          >
            Reintentar
          </Button>
        ) : (
          <Spinner label="Cargando la foto..." />
        )}
      </div>
    )
  return (
    <>
      <button type="button" aria-label="Ver la foto" className={placeClass} onClick={() => setIsOpen(true)}>
        <img src={url} alt="" className="h-44 max-w-60 object-contain" />
      </button>
      {isOpen && (
        <Dialog title="Foto" size="3xl" onClose={() => setIsOpen(false)}>
          <img src={url} alt="La que envió el cliente" className="mx-auto max-h-[80dvh] max-w-full object-contain" />
        </Dialog>
      )}
    </>
  )
}

function Document({ params, name }: { params: Params; name: string | null }) {
  const fileName = name ?? 'documento.pdf'
  const download = useMutation({
    mutationFn: () => call('GET /api/conversations/:id/files/:fileId', { params }),
    onSuccess: (content) => saveFile(content, fileName),
    onError: (error) => toastFailure(error, 'Error al descargar el archivo'),
  })
  return (
    <button
      type="button"
      aria-label={`Descargar ${fileName}`}
      aria-busy={download.isPending}
      className="flex min-h-11 max-w-60 items-center gap-2 rounded-md border border-line bg-surface px-3 py-2 text-left text-label hover:bg-surface-2"
      onClick={() => {
        if (!download.isPending) download.mutate()
      }}
    >
      <FileText size={18} className="shrink-0 text-muted" aria-hidden="true" />
      <span className="min-w-0 flex-1 wrap-anywhere">{fileName}</span>
      {download.isPending ? <Spinner /> : <Download size={16} className="shrink-0 text-muted" aria-hidden="true" />}
    </button>
  )
}
