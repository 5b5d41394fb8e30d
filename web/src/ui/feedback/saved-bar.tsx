import { Check, X } from 'lucide-react'
import type { MouseEvent, ReactNode } from 'react'
import { IconButton } from '../controls/icon-button.tsx'

type SavedBarProps = {
  label: string
  done: string
  /** The link to the saved record. */
  title: string
  onOpen: () => void
  amount?: string
  beside?: ReactNode
  /** Left out if the page shows it already. */
  name?: string
  /** An immediate task, in large letters. */
  now?: ReactNode
  children: ReactNode
  closeLabel: string
  onClose: () => void
}

/** A click must not take the focus from the field for the next scan or search. */
export const keepFocus = (event: MouseEvent) => event.preventDefault()

/** Shown above the form for the next client. */
export function SavedBar(props: SavedBarProps) {
  const { label, done, title, onOpen, amount, beside, name, now, children, closeLabel, onClose } = props
  return (
    <section
      aria-label={label}
      className="mb-3 flex flex-wrap items-center gap-x-3 gap-y-2.5 rounded-lg border border-green-line bg-surface px-4 py-3"
    >
      <span className="grid size-9 shrink-0 place-items-center self-start rounded-md bg-green-soft text-green-text">
        <Check size={20} aria-hidden="true" />
      </span>
      <div className="min-w-0 flex-1 basis-40 text-body">
        <p className="text-green-text text-label">{done}</p>
        <p className="flex flex-wrap items-center gap-x-2 gap-y-1 font-semibold tabular-nums">
          <span>
            <button
              type="button"
              className="rounded-sm font-semibold underline decoration-line underline-offset-3 hover:decoration-current pointer-coarse:py-2.5"
              onClick={onOpen}
            >
              {title}
            </button>
            {amount !== undefined && (
              <>
                {' · '}
                <span className="whitespace-nowrap">{amount}</span>
              </>
            )}
          </span>
          {beside}
        </p>
        {name !== undefined && <p className="break-words">{name}</p>}
      </div>
      {now}
      <div className="order-last flex w-full flex-wrap gap-2 *:grow md:order-none md:w-auto md:*:grow-0 max-md:*:basis-[calc(50%-0.25rem)]">
        {children}
      </div>
      <IconButton
        label={closeLabel}
        tip="Cerrar"
        icon={<X size={18} aria-hidden="true" />}
        className="max-md:self-start"
        onMouseDown={keepFocus}
        onClick={onClose}
      />
    </section>
  )
}
