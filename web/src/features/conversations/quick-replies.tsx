import { longestReply } from '@casillero/shared/contract/conversations'
import type { QuickReply } from '@casillero/shared/contract/quick-replies'
import { listVariables } from '@casillero/shared/domain/template'
import { useMutation, useQuery } from '@tanstack/react-query'
import { Zap } from 'lucide-react'
import { type KeyboardEvent, type RefObject, useId, useState } from 'react'
import { call, read } from '../../lib/api.ts'
import { Button } from '../../ui/controls/button.tsx'
import { IconButton } from '../../ui/controls/icon-button.tsx'
import { toastFailure } from '../../ui/feedback/failure-toast.tsx'
import { Menu } from '../../ui/overlays/menu.tsx'
import { useNotes } from './device-notes.ts'

type Slash = { from: number; word: string }

/** What is typed after a slash that begins the text or a word, up to the caret. */
export function findSlash(text: string, caret: number): Slash | undefined {
  const [, word] = /(?:^|\s)\/([a-z0-9-]{0,20})$/i.exec(text.slice(0, caret)) ?? []
  return word === undefined ? undefined : { from: caret - word.length - 1, word: word.toLowerCase() }
}

/** Those that begin with it come first. */
export function filterReplies<Reply extends { shortWord: string }>(replies: readonly Reply[], word: string): Reply[] {
  const found = replies.filter(({ shortWord }) => shortWord.includes(word))
  return found.toSorted((a, b) => Number(b.shortWord.startsWith(word)) - Number(a.shortWord.startsWith(word)))
}

/** In place of the slash if it is still there, else below what was written. */
export function insertReply(text: string, filled: string, slash: Slash | undefined): { text: string; end: number } {
  const until = slash === undefined ? 0 : slash.from + slash.word.length + 1
  if (slash !== undefined && text.slice(slash.from, until).toLowerCase() === `/${slash.word}`) {
    const before = `${text.slice(0, slash.from)}${filled}`
    return { text: `${before}${text.slice(until)}`.slice(0, longestReply), end: before.length }
  }
  const start = text.trimEnd()
  const whole = (start === '' ? filled : `${start}\n\n${filled}`).slice(0, longestReply)
  return { text: whole, end: whole.length }
}

const firstHole = /\{\{[^{}]*\}\}/

type Box = { id: string; text: string; field: RefObject<HTMLTextAreaElement | null>; write: (text: string) => void }

/** Reads the values on the server, and puts the text in. */
function useFilling({ id, field, write }: Box) {
  const select = (start: number, end: number) =>
    // Runs after a menu has returned the focus to its button.
    requestAnimationFrame(() => {
      field.current?.focus()
      field.current?.setSelectionRange(start, end)
    })
  return useMutation({
    mutationFn: ({ reply }: { reply: QuickReply; slash: Slash | undefined }) =>
      call('GET /api/conversations/:id/quick-replies/:replyId', { params: { id, replyId: reply.id } }),
    onSuccess: ({ data }, { slash }) => {
      const { text, end } = insertReply(useNotes.getState().drafts[id] ?? '', data.text, slash)
      write(text)
      const hole = firstHole.exec(text)
      if (hole === null) select(end, end)
      else select(hole.index, hole.index + hole[0].length)
    },
    onError: (error) => toastFailure(error, 'Error al poner la respuesta'),
  })
}

/** The list under the slash, by keyboard. docs/product/conversations.md, "Respuestas rápidas". */
export function useQuickReplies(box: Box) {
  const { text } = box
  const listId = useId()
  const [caret, setCaret] = useState(0)
  const [closedAt, setClosedAt] = useState<number>()
  const [active, setActive] = useState(0)
  const [asked, setAsked] = useState('')
  const query = useQuery({ ...read('GET /api/quick-replies', { query: {} }), staleTime: 60_000 })
  const replies = query.data?.data ?? []
  const filling = useFilling(box)
  const slash = findSlash(text, Math.min(caret, text.length))
  const found = slash === undefined || slash.from === closedAt ? [] : filterReplies(replies, slash.word)
  const index = Math.min(active, found.length - 1)
  const holes = listVariables(text).map((name) => `{{${name}}}`)
  const choose = (reply: QuickReply, at?: Slash) => {
    if (filling.isPending) return
    setClosedAt(at?.from)
    filling.mutate({ reply, slash: at })
  }
  const onKeyDown = (event: KeyboardEvent): boolean => {
    const reply = found[index]
    if (reply === undefined || event.nativeEvent.isComposing) return false
    const isPlain = !event.altKey && !event.ctrlKey && !event.metaKey && !event.shiftKey
    if (!isPlain || !['ArrowDown', 'ArrowUp', 'Enter', 'Escape'].includes(event.key)) return false
    event.preventDefault()
    if (event.key === 'Enter') choose(reply, slash)
    else if (event.key === 'Escape') setClosedAt(slash?.from)
    else setActive((index + (event.key === 'ArrowDown' ? 1 : found.length - 1)) % found.length)
    return true
  }
  return {
    listId,
    replies,
    found,
    index,
    holes,
    isAsked: holes.length > 0 && asked === text,
    choose: (reply: QuickReply) => choose(reply, found.length > 0 ? slash : undefined),
    onKeyDown,
    /** False while a text is on its way, and once for a text with holes. */
    mayLeave: () => {
      if (filling.isPending || (slash !== undefined && query.isLoading)) return false
      if (holes.length > 0 && asked !== text) {
        setAsked(text)
        return false
      }
      return true
    },
    fieldProps: {
      'aria-autocomplete': 'list',
      'aria-controls': found.length > 0 ? listId : undefined,
      'aria-activedescendant': found.length > 0 ? `${listId}-${index}` : undefined,
      onSelect: ({ currentTarget }: { currentTarget: HTMLTextAreaElement }) => {
        const { selectionStart } = currentTarget
        setCaret(selectionStart)
        const now = findSlash(currentTarget.value, selectionStart)
        if (now?.word !== slash?.word) setActive(0)
        if (now === undefined) setClosedAt(undefined)
      },
    } as const,
  }
}

type Quick = ReturnType<typeof useQuickReplies>

/** Lies above the box, whose place is relative. */
export function QuickReplyList({ quick: { listId, found, index, holes, isAsked, choose } }: { quick: Quick }) {
  return (
    <>
      {found.length > 0 && (
        <div
          id={listId}
          role="listbox"
          aria-label="Respuestas rápidas"
          className="absolute inset-x-2 bottom-full z-30 mb-1.5 max-h-[min(372px,50dvh)] overflow-y-auto rounded-md border border-line bg-surface p-1 shadow-pop"
        >
          {found.map((reply, place) => (
            <button
              key={reply.id}
              ref={place === index ? (row) => row?.scrollIntoView({ block: 'nearest' }) : undefined}
              id={`${listId}-${place}`}
              type="button"
              role="option"
              tabIndex={-1}
              aria-selected={place === index}
              onPointerDown={(event) => event.preventDefault()}
              onClick={() => choose(reply)}
              className="flex min-h-11 w-full flex-wrap items-center gap-x-2 rounded-sm px-2.5 py-1.5 text-left text-body hover:bg-surface-2 aria-selected:bg-primary-soft"
            >
              <span className="font-medium">/{reply.shortWord}</span>
              <span className="min-w-0 break-words text-muted">{reply.name}</span>
            </button>
          ))}
        </div>
      )}
      <p role="status" className="px-3 pt-1 pb-1.5 text-help text-yellow-text empty:hidden">
        {holes.length > 0 &&
          (isAsked
            ? `Falta completar ${holes.join(', ')}. Si lo envía otra vez, sale así.`
            : `Falta: ${holes.join(', ')}`)}
      </p>
    </>
  )
}

/** For a hand without a keyboard. */
export function QuickReplyMenu({ quick: { replies, choose }, isNarrow }: { quick: Quick; isNarrow: boolean }) {
  if (replies.length === 0) return null
  return (
    <Menu
      items={replies.map((reply) => ({ label: reply.name, takesFocus: true, run: () => choose(reply) }))}
      align="start"
      trigger={(props) =>
        isNarrow ? (
          <IconButton {...props} label="Respuestas" icon={<Zap size={20} aria-hidden="true" />} />
        ) : (
          <Button {...props} variant="ghost" size="sm" icon={<Zap size={15} aria-hidden="true" />}>
            Respuestas
          </Button>
        )
      }
    />
  )
}
