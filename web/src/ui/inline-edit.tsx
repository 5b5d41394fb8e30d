import { Check, Pencil, X } from 'lucide-react'
import { type FocusEvent, type KeyboardEvent, type ReactNode, useRef, useState } from 'react'
import { cx } from './class-names.ts'
import { Spinner } from './spinner.tsx'
import { controlClass } from './text-input.tsx'

type InlineEditProps = {
  /** Names the value: "Peso del paquete #12". */
  label: string
  /** As it is shown: `12.25 lb`, or the fallback. */
  shown: string
  /** As it is edited: `12.25`. */
  text: string
  unit?: string
  /** Keeps the editor open with what was typed while it runs; rejects or resolves, the editor closes. */
  save: (text: string) => Promise<void>
  className?: string
}

/** A value with a pencil that becomes an input: Enter and leaving save, Escape takes it back. */
export function InlineEdit({ label, shown, text, unit, save, className }: InlineEditProps) {
  const [draft, setDraft] = useState<string>()
  const [busy, setBusy] = useState(false)
  const settled = useRef(false)
  const opener = useRef<HTMLButtonElement>(null)

  const close = () => {
    setDraft(undefined)
    // The button is back only after this render.
    requestAnimationFrame(() => opener.current?.focus())
  }
  const commit = async () => {
    if (settled.current || draft === undefined) return
    settled.current = true
    if (draft.trim() === text.trim()) return close()
    setBusy(true)
    try {
      await save(draft.trim())
    } catch {
      // What went wrong is said by whoever saves; here the old value comes back.
    } finally {
      setBusy(false)
      close()
    }
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' && event.key !== 'Escape') return
    event.preventDefault()
    event.stopPropagation()
    if (event.key === 'Enter') return void commit()
    settled.current = true
    close()
  }
  const onBlur = (event: FocusEvent) => {
    if (!event.currentTarget.contains(event.relatedTarget)) void commit()
  }

  if (draft === undefined) {
    return (
      <button
        ref={opener}
        type="button"
        aria-label={`${label}: ${shown}. Editar`}
        className={cx(
          'inline-flex min-h-7 items-center gap-1.5 rounded-sm px-1.5 text-body hover:bg-surface-3 max-lg:min-h-11',
          className,
        )}
        onClick={() => {
          settled.current = false
          setDraft(text)
        }}
      >
        <span className="whitespace-nowrap tabular-nums">{shown}</span>
        <Pencil size={13} className="shrink-0 text-muted" aria-hidden="true" />
      </button>
    )
  }
  return (
    <fieldset className={cx('inline-flex min-w-0 items-center gap-1', className)} onBlur={onBlur}>
      <span className="w-[86px] shrink-0">
        <input
          aria-label={label}
          inputMode="decimal"
          autoComplete="off"
          value={draft}
          disabled={busy}
          // The editor replaces the button that had the focus.
          ref={(input) => input?.select()}
          onChange={(event) => setDraft(event.target.value)}
          onKeyDown={onKeyDown}
          className={cx(controlClass, 'text-right')}
        />
      </span>
      {unit !== undefined && <span className="text-body text-muted">{unit}</span>}
      {busy ? (
        <Spinner className="mx-2 text-muted" />
      ) : (
        <>
          <EditButton label="Guardar" onClick={() => void commit()}>
            <Check size={16} aria-hidden="true" />
          </EditButton>
          <EditButton
            label="Cancelar"
            onClick={() => {
              settled.current = true
              close()
            }}
          >
            <X size={16} aria-hidden="true" />
          </EditButton>
        </>
      )}
    </fieldset>
  )
}

type EditButtonProps = { label: string; onClick: () => void; children: ReactNode }

function EditButton({ label, onClick, children }: EditButtonProps) {
  return (
    <button
      type="button"
      aria-label={label}
      onClick={onClick}
      className="grid size-(--icon-btn) place-items-center rounded-md text-muted hover:bg-surface-3 hover:text-fg"
    >
      {children}
    </button>
  )
}
