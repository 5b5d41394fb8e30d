import { X } from 'lucide-react'
import { Popover } from 'radix-ui'
import { type KeyboardEvent, useEffect, useRef } from 'react'
import { flushSync } from 'react-dom'
import { cx } from '../ui/class-names.ts'
import type { FilterField } from './filter-fields.tsx'

type ChipProps = {
  field: FilterField
  isOpen: boolean
  onOpen: (isOpen: boolean) => void
  onRemove: () => void
}

export function Chip({ field, isOpen, onOpen, onRemove }: ChipProps) {
  const { label, text, editor, isWide, isSingle } = field
  const content = useRef<HTMLDivElement>(null)
  /** Leaves the field first, so that what is no day is told. */
  const hasBad = (): boolean => {
    const typedIn = content.current?.querySelector<HTMLElement>('input:focus')
    flushSync(() => typedIn?.blur())
    return content.current?.querySelector('[aria-invalid]') !== null
  }
  // An arrow passes over choices that are not meant; a press on one, and Enter, are meant.
  const isMeant = useRef(false)
  const shown = useRef(text)
  useEffect(() => {
    if (shown.current === text) return
    shown.current = text
    if (isOpen && isSingle && isMeant.current) onOpen(false)
  })
  const onKeyDown = (event: KeyboardEvent) => {
    isMeant.current = event.key === 'Enter'
    if (event.key !== 'Enter' || event.defaultPrevented || event.target instanceof HTMLButtonElement) return
    event.preventDefault()
    if (!hasBad()) onOpen(false)
  }
  return (
    <Popover.Root open={isOpen} onOpenChange={onOpen}>
      <Popover.Anchor asChild>
        <span
          className={cx(
            'inline-flex max-w-full items-center rounded-md border text-[14px] leading-5',
            text === undefined ? 'border-grey-line bg-surface' : 'border-primary bg-primary-soft text-primary-text',
          )}
        >
          <Popover.Trigger asChild>
            <button
              type="button"
              className={cx('min-h-(--control) min-w-0 truncate rounded-md pl-3', text === undefined ? 'pr-3' : 'pr-1')}
            >
              {label}
              {text !== undefined && (
                <>
                  {' '}
                  <b className="ml-1 font-semibold">{text}</b>
                </>
              )}
            </button>
          </Popover.Trigger>
          {text !== undefined && (
            <button
              type="button"
              aria-label={`Quitar filtro: ${label}`}
              onClick={onRemove}
              className="grid size-(--control) shrink-0 place-items-center rounded-md hover:bg-surface-3"
            >
              <X size={16} aria-hidden="true" />
            </button>
          )}
        </span>
      </Popover.Anchor>
      <Popover.Portal>
        <Popover.Content
          ref={content}
          onInteractOutside={(event) => hasBad() && event.preventDefault()}
          onPointerDown={() => {
            isMeant.current = true
          }}
          onKeyDown={onKeyDown}
          align="start"
          sideOffset={6}
          collisionPadding={8}
          aria-label={label}
          className={cx(
            'z-30 max-h-(--radix-popover-content-available-height) data-[state=open]:animate-pop overflow-y-auto rounded-md border border-line bg-surface p-2.5 shadow-pop',
            isWide ? 'w-[340px]' : 'w-[280px]',
          )}
        >
          <p className="px-1.5 pb-1.5 font-semibold text-body" aria-hidden="true">
            {label}
          </p>
          {editor}
        </Popover.Content>
      </Popover.Portal>
    </Popover.Root>
  )
}
