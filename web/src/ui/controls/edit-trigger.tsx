import { Pencil } from 'lucide-react'
import type { Ref } from 'react'
import { cx } from '../class-names.ts'

type ValueProps = Pick<EditTriggerProps, 'shown' | 'caption'>

const Value = ({ shown, caption }: ValueProps) => (
  <span className="min-w-0">
    {caption !== undefined && <span className="block text-[12px] text-muted leading-4">{caption}</span>}
    <span
      className={cx('block tabular-nums', caption === undefined ? 'truncate' : 'break-words text-[14px] leading-5')}
    >
      {shown}
    </span>
  </span>
)

/** Shown to a user who may not change the value. */
export const FixedValue = ({ shown, caption }: ValueProps) => (
  <span className={cx('flex min-w-0 items-center', caption === undefined ? 'min-h-7' : 'min-h-12 px-3 py-1')}>
    <Value shown={shown} caption={caption} />
  </span>
)

type EditTriggerProps = {
  label: string
  shown: string
  /** Shows the value in its own box, with a target for thumbs. */
  caption?: string | undefined
  onClick: () => void
  ref: Ref<HTMLButtonElement>
}

/** The pencil is always visible, because phones have no hover. */
export function EditTrigger({ label, shown, caption, onClick, ref }: EditTriggerProps) {
  return (
    <button
      ref={ref}
      type="button"
      aria-label={`${label}: ${shown}. Editar`}
      onClick={onClick}
      className={cx(
        'max-w-full items-center text-left',
        caption === undefined
          ? '-ml-1.5 inline-flex min-h-7 gap-1.5 rounded-sm px-1.5 hover:bg-surface-3'
          : 'flex min-h-12 w-full justify-between gap-2 rounded-md border border-grey-line bg-surface px-3 py-1',
      )}
    >
      <Value shown={shown} caption={caption} />
      <Pencil size={caption === undefined ? 13 : 15} className="shrink-0 text-muted" aria-hidden="true" />
    </button>
  )
}
