import { type Conversation, longestReply } from '@casillero/shared/contract/conversations'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Lock, NotebookPen, Reply } from 'lucide-react'
import { type KeyboardEvent, useEffect, useRef } from 'react'
import { call, newIdempotencyKey } from '../../lib/api.ts'
import { cx } from '../../ui/class-names.ts'
import { Button } from '../../ui/controls/button.tsx'
import { IconButton } from '../../ui/controls/icon-button.tsx'
import { toastFailure } from '../../ui/feedback/failure-toast.tsx'
import { requestThread } from './conversation-calls.ts'
import { formatName } from './conversation-texts.ts'
import { keepDraft, useNotes } from './device-notes.ts'
import { focusList, useBoxFocus } from './waiting-walk.ts'

/** Another place than the reply's, so that what was begun as a note is never sent. */
const draftName = (id: string) => `nota ${id}`

type Saved = { text: string; key: string }

function useNoteDraft({ id }: Conversation) {
  const client = useQueryClient()
  const text = useNotes((notes) => notes.drafts[draftName(id)]) ?? ''
  const write = (next: string) => keepDraft(draftName(id), next)
  // The same key for the same text, so that a second try saves it once.
  const last = useRef<Saved>(undefined)
  const saving = useMutation({
    mutationFn: ({ text: note, key }: Saved) =>
      call('POST /api/conversations/:id/notes', {
        params: { id },
        body: { text: note },
        headers: { 'Idempotency-Key': key },
      }),
    onSuccess: (_, { text: note }) => {
      last.current = undefined
      if ((useNotes.getState().drafts[draftName(id)] ?? '').trim() === note) write('')
      void client.invalidateQueries({ queryKey: requestThread(id).queryKey })
    },
    onError: (error) => toastFailure(error, 'Error al guardar la nota'),
  })
  const save = () => {
    const note = text.trim()
    if (note === '' || saving.isPending) return
    if (last.current?.text !== note) last.current = { text: note, key: newIdempotencyKey() }
    saving.mutate(last.current)
  }
  return { text, write, save, isSaving: saving.isPending }
}

type NoteBoxProps = { conversation: Conversation; isNarrow: boolean; onClose: () => void }

/** docs/product/conversations.md, "Notes and whom it is for". */
export function NoteBox({ conversation, isNarrow, onClose }: NoteBoxProps) {
  const { text, write, save, isSaving } = useNoteDraft(conversation)
  const field = useRef<HTMLTextAreaElement>(null)
  useBoxFocus(field)
  useEffect(() => field.current?.focus(), [])
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return
    if (event.key === 'Escape') {
      if (text.trim() === '') onClose()
      else if (isNarrow || !focusList()) field.current?.blur()
    }
    if (event.key !== 'Enter' || event.shiftKey || isNarrow) return
    event.preventDefault()
    if (!event.repeat) save()
  }
  return (
    <div className={cx('shrink-0 border-line border-t', isNarrow ? 'bg-surface p-2' : 'p-3')}>
      <div className="rounded-lg border border-yellow-line bg-yellow-soft has-[textarea:focus-visible]:outline-2 has-[textarea:focus-visible]:outline-focus">
        <p className="flex items-center gap-1.5 px-3 pt-2 font-medium text-help text-yellow-text">
          <Lock size={13} className="shrink-0" aria-hidden="true" />
          Solo para el equipo
        </p>
        <textarea
          ref={field}
          aria-label={`Nota sobre ${formatName(conversation)}, solo para el equipo`}
          placeholder="Escriba una nota"
          rows={2}
          maxLength={longestReply}
          value={text}
          onChange={(event) => write(event.target.value)}
          onKeyDown={onKeyDown}
          className="field-sizing-content max-h-60 min-h-13 w-full resize-none bg-transparent px-3 pt-1 text-input placeholder:text-yellow-text focus-visible:outline-none"
        />
        <div className="flex items-center gap-2 p-1.5">
          <Button variant="ghost" size="sm" icon={<Reply size={15} aria-hidden="true" />} onClick={onClose}>
            Responder
          </Button>
          <Button
            variant="primary"
            size="sm"
            className="ml-auto"
            busy={isSaving}
            busyLabel="Guardando..."
            icon={<NotebookPen size={15} aria-hidden="true" />}
            onClick={save}
          >
            Guardar nota
          </Button>
        </div>
      </div>
    </div>
  )
}

/** Opens the box of notes. */
export function NoteButton({ id, isNarrow, onClick }: { id: string; isNarrow: boolean; onClick: () => void }) {
  const isBegun = useNotes((notes) => draftName(id) in notes.drafts)
  const label = isBegun ? 'Nota sin guardar' : 'Nota'
  if (isNarrow) {
    return (
      <IconButton
        label={label}
        className={isBegun ? 'text-yellow-text' : undefined}
        icon={<NotebookPen size={20} aria-hidden="true" />}
        onClick={onClick}
      />
    )
  }
  return (
    <Button variant="ghost" size="sm" icon={<NotebookPen size={15} aria-hidden="true" />} onClick={onClick}>
      {label}
    </Button>
  )
}
