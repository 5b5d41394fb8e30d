import type { Conversation, ReadyPaper } from '@casillero/shared/contract/conversations'
import { FileText, Images, MapPin, Paperclip, ReceiptText, X } from 'lucide-react'
import { type ClipboardEvent, type DragEvent, type ReactNode, useRef, useState } from 'react'
import { useObjectUrl } from '../../lib/use-object-url.ts'
import { cx } from '../../ui/class-names.ts'
import { IconButton } from '../../ui/controls/icon-button.tsx'
import { Spinner } from '../../ui/controls/spinner.tsx'
import { Menu } from '../../ui/overlays/menu.tsx'
import { invoiceKinds } from '../prealerts/invoice-file.ts'
import { addFiles, removeFile, useChosen, useSending } from './chosen-files.ts'
import { usePapers } from './conversation-calls.ts'
import { formatPaper } from './conversation-texts.ts'
import type { Outgoing } from './device-notes.ts'

const paperIcons = { invoice: ReceiptText, statement: FileText, photos: Images, address: MapPin } as const

type ClipProps = { conversation: Conversation; onPaper: (paper: ReadyPaper) => void; className?: string }

/** docs/product/conversations.md, "Sending files". */
export function Clip({ conversation, onPaper, className }: ClipProps) {
  const input = useRef<HTMLInputElement>(null)
  const papers = usePapers(conversation) ?? []
  const choose = () => input.current?.click()
  const icon = <Paperclip size={18} aria-hidden="true" />
  return (
    <>
      <input
        ref={input}
        type="file"
        multiple
        hidden
        accept={invoiceKinds}
        onChange={({ target }) => {
          void addFiles(conversation.id, [...(target.files ?? [])])
          // Allows picking the same file again.
          target.value = ''
        }}
      />
      {papers.length === 0 ? (
        <IconButton label="Adjuntar" icon={icon} className={className} onClick={choose} />
      ) : (
        <Menu
          align="start"
          items={[
            { label: 'Foto o PDF', icon: <Paperclip size={18} />, takesFocus: true, run: choose },
            ...papers.map((paper) => {
              const Icon = paperIcons[paper.paper]
              return { label: formatPaper(paper), icon: <Icon size={18} />, run: () => onPaper(paper) }
            }),
          ]}
          trigger={(props) => <IconButton {...props} label="Adjuntar" icon={icon} className={className} />}
        />
      )}
    </>
  )
}

const listFiles = ({ items, files }: DataTransfer): File[] =>
  // Text copied from a sheet or a document comes with a picture of it.
  [...items].some(({ kind, type }) => kind === 'string' && type === 'text/plain') ? [] : [...files]

/** Takes pasted files instead of their text. */
export function pasteFiles(id: string, event: ClipboardEvent): void {
  const files = listFiles(event.clipboardData)
  if (files.length === 0) return
  event.preventDefault()
  void addFiles(id, files)
}

const holdsFiles = ({ dataTransfer }: DragEvent) => dataTransfer.types.includes('Files')

/** Takes what is dropped anywhere in the conversation; left out where nothing can be answered. */
export function DropArea({
  id,
  onDrop,
  children,
}: {
  id: string | undefined
  onDrop: () => void
  children: ReactNode
}) {
  const [depth, setDepth] = useState(0)
  if (id === undefined) return children
  const enter = (by: 1 | -1) => (event: DragEvent) => {
    if (holdsFiles(event)) setDepth((now) => Math.max(0, now + by))
  }
  const handlers = {
    onDragEnter: enter(1),
    onDragLeave: enter(-1),
    onDragOver: (event: DragEvent) => {
      if (holdsFiles(event)) event.preventDefault()
    },
    onDrop: (event: DragEvent) => {
      if (!holdsFiles(event)) return
      event.preventDefault()
      setDepth(0)
      onDrop()
      void addFiles(id, [...event.dataTransfer.files])
    },
  }
  return (
    <div className="relative flex min-h-0 flex-1 flex-col" {...handlers}>
      {children}
      {depth > 0 && (
        <p className="pointer-events-none absolute inset-2 z-20 grid place-items-center rounded-lg border-2 border-primary border-dashed bg-primary-soft/90 font-medium text-body text-primary-text">
          Suelte aquí la foto o el PDF
        </p>
      )}
    </div>
  )
}

const tileClass = 'relative flex h-14 max-w-44 items-center gap-2 rounded-md border border-line bg-surface-2 pr-7'

function Tile({ file, onRemove }: { file: File; onRemove: () => void }) {
  const isPicture = file.type !== 'application/pdf'
  const url = useObjectUrl(isPicture ? file : undefined)
  return (
    <li className={cx(tileClass, isPicture ? 'pl-1' : 'pl-2.5')}>
      {isPicture ? (
        <img src={url} alt="" className="size-12 rounded-sm object-cover" />
      ) : (
        <FileText size={18} className="shrink-0 text-muted" aria-hidden="true" />
      )}
      <span className="line-clamp-2 min-w-0 wrap-anywhere text-help">{file.name}</span>
      <IconButton
        label={`Quitar ${file.name}`}
        className="absolute -top-1 -right-1 size-7! pointer-coarse:-top-2 pointer-coarse:-right-2 pointer-coarse:size-11!"
        icon={<X size={14} aria-hidden="true" />}
        onClick={onRemove}
      />
    </li>
  )
}

/** Shows what the next reply takes along. */
export function ChosenFiles({ id, className }: { id: string; className: string }) {
  const { files, preparing, problem } = useChosen(id)
  if (files.length + preparing === 0 && problem === undefined) return null
  return (
    <div className={cx('grid gap-1', className)}>
      <ul aria-label="Archivos por enviar" className="flex max-h-32 flex-wrap gap-2 overflow-y-auto pt-1 empty:hidden">
        {[...files.entries()].map(([place, file]) => (
          <Tile key={place} file={file} onRemove={() => removeFile(id, file)} />
        ))}
      </ul>
      {preparing > 0 && <Spinner label="Preparando..." />}
      {problem !== undefined && (
        <p role="alert" className="text-danger-text text-help">
          {problem}
        </p>
      )}
    </div>
  )
}

/** A file that the server does not have yet, with the part that was sent. */
export function OutgoingFile({ reply }: { reply: Outgoing }) {
  const { file, part } = useSending()[reply.key] ?? {}
  const url = useObjectUrl(reply.file?.isPicture ? file : undefined)
  if (reply.file === undefined) return null
  const percent = part === undefined ? undefined : Math.floor(part * 100)
  return (
    <div className="my-1 grid gap-1">
      {url === undefined ? (
        <p className="flex min-h-11 max-w-60 items-center gap-2 rounded-md border border-line bg-surface px-3 py-2 text-label">
          <FileText size={18} className="shrink-0 text-muted" aria-hidden="true" />
          <span className="min-w-0 wrap-anywhere">{reply.file.name}</span>
        </p>
      ) : (
        <img src={url} alt={reply.file.name} className="h-44 max-w-60 rounded-md bg-surface-3 object-contain" />
      )}
      {percent !== undefined && reply.problem === undefined && (
        <p className="text-help text-muted tabular-nums">{`Enviando… ${percent} %`}</p>
      )}
    </div>
  )
}
