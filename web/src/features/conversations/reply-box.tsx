import type { ClientAccount } from '@casillero/shared/contract/client-account'
import { type Conversation, longestReply, type ReadyPaper } from '@casillero/shared/contract/conversations'
import type { Template } from '@casillero/shared/contract/templates'
import { formatMoney } from '@casillero/shared/domain/money-format'
import { formatPhone } from '@casillero/shared/domain/phone'
import { shortenName } from '@casillero/shared/domain/spanish-name'
import { listVariables, renderTemplate, type TemplateValues } from '@casillero/shared/domain/template'
import { useQuery } from '@tanstack/react-query'
import { FileText, PenLine, SendHorizontal } from 'lucide-react'
import { type KeyboardEvent, useRef } from 'react'
import { call, read } from '../../lib/api.ts'
import { useSignedIn } from '../../lib/session.ts'
import { cx } from '../../ui/class-names.ts'
import { Button } from '../../ui/controls/button.tsx'
import { IconButton } from '../../ui/controls/icon-button.tsx'
import { useIsAtLeast } from '../../ui/layout/media.ts'
import { Menu, type MenuItem } from '../../ui/overlays/menu.tsx'
import { fullName } from '../client-search/client-name.ts'
import { ChosenFiles, Clip, pasteFiles } from './attachments.tsx'
import { forgetFiles, useChosen } from './chosen-files.ts'
import { useAccount } from './conversation-calls.ts'
import { formatName, formatRepliers } from './conversation-texts.ts'
import { keepDraft, useNotes } from './device-notes.ts'
import { NoteButton } from './note-box.tsx'
import { QuickReplyList, QuickReplyMenu, useQuickReplies } from './quick-replies.tsx'
import { focusList, useBoxFocus, useWaitingWalk } from './waiting-walk.ts'

/** The least milliseconds between two calls, however many keys are pressed. */
const leastMs = 3_000

type Send = (id: string, replying: boolean) => Promise<unknown>

/**
 * Reports the first key at once, later ones at most every three seconds, and an emptied box at once. Calls are sent in order, so that the
 * last state wins. A failed one is dropped.
 */
export function createReplyingNotes(send: Send): (id: string, isReplying: boolean) => void {
  let wish: { id: string; isReplying: boolean } | undefined
  /** The conversation for which the server was last told that this user is writing. */
  let told: string | undefined
  let toldAt = Number.NEGATIVE_INFINITY
  let isSending = false
  let timer: ReturnType<typeof setTimeout> | undefined
  const step = () => {
    clearTimeout(timer)
    if (isSending || wish === undefined) return
    const { id, isReplying } = wish
    const isNews = (told === id) !== isReplying
    const restMs = isReplying ? toldAt + leastMs - Date.now() : 0
    if (restMs > 0 && isNews) {
      timer = setTimeout(step, restMs)
      return
    }
    wish = undefined
    if (restMs > 0 || (!isReplying && !isNews)) return
    told = isReplying ? id : undefined
    if (isReplying) toldAt = Date.now()
    isSending = true
    void send(id, isReplying)
      .catch(() => undefined)
      .then(() => {
        isSending = false
        step()
      })
  }
  return (id, isReplying) => {
    wish = { id, isReplying }
    step()
  }
}

/** docs/product/conversations.md, "Answering". */
const noteReplying = createReplyingNotes((id, replying) =>
  call('PUT /api/conversations/:id/replying', { params: { id }, body: { replying } }),
)

type Sums = ClientAccount['credit']

const sums = (all: Sums): string => all.map(({ amount, symbol }) => formatMoney(amount, symbol)).join(' · ')

function findValues(company: string, account: ClientAccount | undefined): TemplateValues {
  if (account === undefined) return { nombre_empresa: company }
  const { client, owed, credit } = account
  const count = owed.reduce((sum, debt) => sum + debt.count, 0)
  return {
    nombre_empresa: company,
    nombre_cliente: fullName(client),
    nombre_corto: shortenName(client.firstName),
    casillero_cliente: client.casillero,
    telefono_cliente: formatPhone(client.phone),
    debe: sums(owed),
    a_favor: sums(credit),
    cantidad_facturas: count === 0 ? '' : `${count} ${count === 1 ? 'factura' : 'facturas'}`,
  }
}

/** Fills each template with the text that would be sent. */
export function fillTemplates(
  templates: readonly Template[],
  values: TemplateValues,
): { title: string; text: string }[] {
  const isFilled = new Set(Object.entries(values).flatMap(([name, value]) => (value === '' ? [] : [name])))
  return templates
    .filter(({ content }) => listVariables(content).every((name) => isFilled.has(name)))
    .map(({ title, content }) => ({ title, text: renderTemplate(content, values) }))
    .filter(({ text }) => text.length <= longestReply)
}

/** Within this many characters of the limit, the remaining number is shown. */
const nearEnd = 200

type ReplyBoxProps = {
  conversation: Conversation
  repliers: readonly string[]
  isNarrow: boolean
  onSend: (text: string, files: readonly File[]) => void
  onPaper: (paper: ReadyPaper) => void
  onNote: () => void
}

/** Keeps the draft, and sends it with Enter. */
function useReply({ conversation, isNarrow, onSend }: ReplyBoxProps) {
  const { id } = conversation
  const text = useNotes((notes) => notes.drafts[id]) ?? ''
  const field = useRef<HTMLTextAreaElement>(null)
  const openNext = useWaitingWalk(conversation)
  useBoxFocus(field)
  const write = (next: string) => {
    keepDraft(id, next)
    noteReplying(id, next !== '')
  }
  const items = useTemplates(conversation, (filled) => {
    const start = text.trimEnd()
    write((start === '' ? filled : `${start}\n\n${filled}`).slice(0, longestReply))
    // Runs after the menu has returned the focus to its button.
    requestAnimationFrame(() => field.current?.focus())
  })
  const quick = useQuickReplies({ id, text, field, write })
  const { files, preparing } = useChosen(id)
  const send = () => {
    const reply = text.trim()
    const isLeaving = (reply !== '' || files.length > 0) && preparing === 0 && quick.mayLeave()
    if (isLeaving) {
      write('')
      forgetFiles(id)
      onSend(reply, files)
    }
    field.current?.focus()
    return isLeaving
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing || quick.onKeyDown(event)) return
    if (event.key === 'Escape' && (isNarrow || !focusList())) field.current?.blur()
    const isForNext = event.ctrlKey || event.metaKey
    if (event.key !== 'Enter' || event.shiftKey || (isNarrow && !isForNext)) return
    event.preventDefault()
    if (!event.repeat && quick.found.length === 0 && send() && isForNext) openNext(1)
  }
  return { text, field, write, items, quick, send, onKeyDown }
}

/** Always open: while WhatsApp is down, replies wait. */
export function ReplyBox(props: ReplyBoxProps) {
  const { conversation, repliers, isNarrow, onPaper, onNote } = props
  const { text, field, write, items, quick, send, onKeyDown } = useReply(props)
  const box = useRef<HTMLDivElement>(null)
  const hasLabels = useIsAtLeast(box, 680)
  const left = longestReply - text.length
  const area = (
    <textarea
      {...quick.fieldProps}
      ref={field}
      aria-label={`Respuesta a ${formatName(conversation)}`}
      placeholder="Escriba su respuesta"
      rows={isNarrow ? 1 : 2}
      maxLength={longestReply}
      value={text}
      onChange={(event) => write(event.target.value)}
      onKeyDown={onKeyDown}
      onPaste={(event) => pasteFiles(conversation.id, event)}
      className={
        isNarrow
          ? 'field-sizing-content max-h-40 min-h-11 min-w-0 flex-1 resize-none rounded-md border border-control bg-surface px-3 py-2.5 text-input'
          : 'field-sizing-content max-h-60 min-h-13 w-full resize-none bg-transparent px-3 pt-2 text-input focus-visible:outline-none'
      }
    />
  )
  const count = left <= nearEnd && (
    <span role="status" className="text-help text-muted tabular-nums">
      {`Quedan ${left}`}
    </span>
  )
  const tools = (
    <>
      <Clip conversation={conversation} onPaper={onPaper} />
      <QuickReplyMenu quick={quick} isNarrow={!hasLabels} />
      <Templates items={items} isNarrow={!hasLabels} />
      <NoteButton id={conversation.id} isNarrow={!hasLabels} onClick={onNote} />
    </>
  )
  if (isNarrow)
    return (
      <div ref={box} className="relative shrink-0 border-line border-t bg-surface px-2 pt-2">
        <QuickReplyList quick={quick} />
        <Repliers names={repliers} className="px-1 pb-1.5" />
        <ChosenFiles id={conversation.id} className="pb-2" />
        <div className="flex items-end gap-1.5">
          {area}
          <Button variant="primary" aria-label="Enviar" className="size-11 px-0!" onClick={send}>
            <SendHorizontal size={20} aria-hidden="true" />
          </Button>
        </div>
        <div className="flex items-center gap-1.5">
          {tools}
          <span className="ml-auto">{count}</span>
        </div>
      </div>
    )
  return (
    <div className="relative shrink-0 border-line border-t p-3">
      <QuickReplyList quick={quick} />
      <div
        ref={box}
        className="rounded-lg border border-control bg-surface has-[textarea:focus-visible]:outline-2 has-[textarea:focus-visible]:outline-focus"
      >
        <Repliers names={repliers} className="px-3 pt-2" />
        <ChosenFiles id={conversation.id} className="px-3 pt-2" />
        {area}
        <div className="flex items-center gap-2 p-1.5">
          {tools}
          <span className="ml-auto">{count}</span>
          {count === false && (
            <span aria-hidden="true" className="flex items-center gap-2 text-help text-muted pointer-coarse:hidden">
              <kbd className="rounded-[4px] border border-grey-line bg-surface-2 px-1.5 font-sans leading-5">↵</kbd>
              envía
            </span>
          )}
          <Button variant="primary" size="sm" icon={<SendHorizontal size={15} aria-hidden="true" />} onClick={send}>
            Enviar
          </Button>
        </div>
      </div>
    </div>
  )
}

/** Warns that a colleague is writing, so that a client is not answered twice. */
function Repliers({ names, className }: { names: readonly string[]; className: string }) {
  const said = formatRepliers(names)
  return (
    <p role="status" className={cx(said !== '' && `flex items-start gap-1.5 text-help text-primary-text ${className}`)}>
      {said !== '' && (
        <>
          <PenLine size={14} className="mt-0.5 shrink-0" aria-hidden="true" />
          <span className="line-clamp-2 min-w-0 break-words font-medium">{said}</span>
        </>
      )}
    </p>
  )
}

/** Offers only templates whose variables are all known here. */
function useTemplates(conversation: Conversation, onFill: (text: string) => void): MenuItem[] {
  const { company } = useSignedIn()
  const account = useAccount(conversation)
  const templates = useQuery({ ...read('GET /api/templates'), staleTime: 60_000 }).data?.data ?? []
  return fillTemplates(templates, findValues(company.name, account)).map(({ title, text }) => ({
    label: title,
    takesFocus: true,
    run: () => onFill(text),
  }))
}

function Templates({ items, isNarrow }: { items: readonly MenuItem[]; isNarrow: boolean }) {
  if (items.length === 0) return null
  return (
    <Menu
      items={items}
      align="start"
      trigger={(props) =>
        isNarrow ? (
          <IconButton {...props} label="Plantillas" icon={<FileText size={20} aria-hidden="true" />} />
        ) : (
          <Button {...props} variant="ghost" size="sm" icon={<FileText size={15} aria-hidden="true" />}>
            Plantillas
          </Button>
        )
      }
    />
  )
}
