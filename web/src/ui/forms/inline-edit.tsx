import { Check, X } from 'lucide-react'
import { type FocusEvent, type KeyboardEvent, type ReactNode, useRef, useState } from 'react'
import { cx } from '../class-names.ts'
import { EditTrigger, FixedValue } from '../controls/edit-trigger.tsx'
import { Spinner } from '../controls/spinner.tsx'

/** `commit` saves a chosen value at once. */
export type Editor<Draft> = {
  draft: Draft
  change: (draft: Draft) => void
  commit: (draft: Draft) => void
  busy: boolean
}

type InlineEditProps<Draft> = {
  /** Such as "Peso del paquete #12". */
  label: string
  /** Such as `12.25 lbs`, or a fallback. */
  shown: string
  /** Shown in a box of its own. */
  caption?: string | undefined
  start: Draft
  /** Must report failures itself: the editor closes in any case. */
  save: (draft: Draft) => Promise<void>
  className?: string
  /** Shows the value without an editor. */
  isFixed?: boolean
  children: (editor: Editor<Draft>) => ReactNode
}

type Leaving = 'byHand' | 'elsewhere'

/** Enter and leaving save; Escape cancels. */
export function InlineEdit<Draft>(props: InlineEditProps<Draft>) {
  const { label, shown, caption, isFixed } = props
  const [isOpen, setIsOpen] = useState(false)
  const opener = useRef<HTMLButtonElement>(null)
  const close = (leaving: Leaving) => {
    setIsOpen(false)
    // The button exists only after this render. The focus is not moved if the user has gone elsewhere.
    if (leaving === 'byHand') requestAnimationFrame(() => opener.current?.focus())
  }
  if (isFixed) return <FixedValue shown={shown} caption={caption} />
  if (isOpen) return <Editing {...props} onClose={close} />
  return <EditTrigger ref={opener} label={label} shown={shown} caption={caption} onClick={() => setIsOpen(true)} />
}

function Editing<Draft>(props: InlineEditProps<Draft> & { onClose: (leaving: Leaving) => void }) {
  const { label, start, save, className, children, onClose } = props
  const [draft, setDraft] = useState(start)
  const [busy, setBusy] = useState(false)
  const settled = useRef(false)

  const commit = async (value: Draft, leaving: Leaving) => {
    if (settled.current) return
    settled.current = true
    setBusy(true)
    await save(value).catch(() => undefined)
    onClose(leaving)
  }
  const cancel = () => {
    if (settled.current) return
    settled.current = true
    onClose('byHand')
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const isOnButton = event.target instanceof HTMLButtonElement
    if (event.key === 'Escape') cancel()
    else if (event.key === 'Enter' && !isOnButton) void commit(draft, 'byHand')
    else return
    event.preventDefault()
    event.stopPropagation()
  }
  const onBlur = (event: FocusEvent) => {
    if (!event.currentTarget.contains(event.relatedTarget)) void commit(draft, 'elsewhere')
  }
  return (
    <fieldset
      ref={focusFirst}
      aria-label={label}
      aria-busy={busy}
      onKeyDown={onKeyDown}
      onBlur={onBlur}
      className={cx('flex min-w-0 items-center gap-1', className)}
    >
      {children({ draft, change: setDraft, commit: (value) => void commit(value, 'byHand'), busy })}
      {busy ? (
        <Spinner className="mx-2 text-muted" />
      ) : (
        <>
          <EditButton label="Guardar" onClick={() => void commit(draft, 'byHand')}>
            <Check size={16} aria-hidden="true" />
          </EditButton>
          <EditButton label="Cancelar" onClick={cancel}>
            <X size={16} aria-hidden="true" />
          </EditButton>
        </>
      )}
    </fieldset>
  )
}

/** Needed because the editor replaces the focused button. */
function focusFirst(box: HTMLFieldSetElement | null): void {
  const control = box?.querySelector<HTMLElement>('input, select')
  control?.focus()
  if (control instanceof HTMLInputElement) control.select()
}

type EditButtonProps = { label: string; onClick: () => void; children: ReactNode }

function EditButton({ label, onClick, children }: EditButtonProps) {
  return (
    <button
      type="button"
      aria-label={label}
      onClick={onClick}
      className="grid size-(--icon-btn) shrink-0 place-items-center rounded-md text-muted hover:bg-surface-3 hover:text-fg"
    >
      {children}
    </button>
  )
}
