import type { ListView } from '@casillero/shared/contract/list-views'
import { ListFilter, X } from 'lucide-react'
import { Popover } from 'radix-ui'
import { type KeyboardEvent, type ReactNode, startTransition, useEffect, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { cx } from '../ui/class-names.ts'
import { Button } from '../ui/controls/button.tsx'
import { useMedia } from '../ui/layout/media.ts'
import { Dialog } from '../ui/overlays/dialog.tsx'
import { Menu } from '../ui/overlays/menu.tsx'
import type { FilterField } from './filter-fields.tsx'
import { focusFilters } from './focus-filters.ts'
import type { ListState } from './list-state.ts'
import { ListViews, SaveView, useListViews } from './list-views.tsx'

type ListFiltersProps = {
  list: ListView['list']
  state: ListState
  fields: readonly FilterField[]
  total: number | undefined
  nouns: readonly [one: string, many: string]
  startsOpen: boolean
}

type PartProps = {
  fields: readonly FilterField[]
  onClear: (keys: readonly string[]) => void
  onClearAll: () => void
  startsOpen: boolean
}

type SheetProps = PartProps & {
  found: string | undefined
  isOpen: boolean
  onOpen: (isOpen: boolean) => void
  save: ReactNode
}

export function ListFilters({ list, state, fields, total, nouns, startsOpen }: ListFiltersProps) {
  const isRoomy = useMedia('(min-width: 768px)')
  const onClear = (keys: readonly string[]) => state.setValues(Object.fromEntries(keys.map((key) => [key, []])))
  const found = total === undefined ? undefined : `${total.toLocaleString('es-NI')} ${nouns[total === 1 ? 0 : 1]}`
  const keys = listKeys(fields)
  const views = useListViews(list, state, keys)
  const [isSheetOpen, setIsSheetOpen] = useState(false)
  const onScreen = isRoomy ? fields.filter(({ isForSheet }) => !isForSheet) : fields
  const onClearAll = () => {
    onClear([...listKeys(onScreen), 'vista'])
    focusFilters()
  }
  const part = { fields: onScreen, onClear, onClearAll, startsOpen }
  return (
    <>
      <ListViews
        list={list}
        state={state}
        keys={keys}
        views={views}
        onSaved={() => setIsSheetOpen(false)}
        isSaving={isRoomy && views.offersSaving && views.all.length > 0}
      />
      {isRoomy ? (
        <Chips
          {...part}
          // Without views there are no tabs, which would push the list down at the first filter.
          save={
            views.offersSaving &&
            views.all.length === 0 && <SaveView views={views} variant="link" className="ml-auto" />
          }
        />
      ) : (
        <Sheet
          {...part}
          found={found}
          isOpen={isSheetOpen}
          onOpen={setIsSheetOpen}
          save={views.offersSaving && <SaveView views={views} variant="secondary" className="flex-1" />}
        />
      )}
    </>
  )
}

const selectChosen = (fields: readonly FilterField[]) => fields.filter(({ text }) => text !== undefined)
const listKeys = (fields: readonly FilterField[]) => fields.flatMap(({ keys }) => keys)

function Chips({ fields, onClear, onClearAll, startsOpen, save }: PartProps & { save: ReactNode }) {
  const [open, setOpen] = useState<string>()
  const chosen = selectChosen(fields)
  const shown = fields.filter(({ label, text }) => text !== undefined || label === open)
  return (
    <div data-filters className="mb-3 flex min-h-(--control) flex-wrap items-center gap-2">
      <Menu
        items={fields
          .filter((field) => !shown.includes(field))
          .map(({ label }) => ({ label, takesFocus: true as const, run: () => setOpen(label) }))}
        align="start"
        startsOpen={startsOpen}
        trigger={(trigger) => (
          <Button {...trigger} icon={<ListFilter size={16} aria-hidden="true" />}>
            Filtro
          </Button>
        )}
      />
      {shown.map((field) => (
        <Chip
          key={field.label}
          field={field}
          isOpen={field.label === open}
          onOpen={(isOpen) => {
            if (isOpen) setOpen(field.label)
            // The address changes in a transition too: a chip that is closed before it would go with the focus, and come back without.
            else startTransition(() => setOpen(undefined))
          }}
          onRemove={() => {
            const next = chosen[chosen.indexOf(field) + 1]
            focusFilters(next && `[aria-label="Quitar filtro: ${next.label}"]`)
            setOpen(undefined)
            onClear(field.keys)
          }}
        />
      ))}
      {chosen.length > 0 && <ClearButton onClear={onClearAll} />}
      {save}
    </div>
  )
}

function ClearButton({ className, onClear }: { className?: string; onClear: () => void }) {
  return (
    <Button variant="link" className={className} onClick={onClear}>
      Limpiar filtros
    </Button>
  )
}

function Sheet({ fields, onClearAll, startsOpen, found, isOpen, onOpen, save }: SheetProps) {
  useEffect(() => {
    if (!startsOpen) return
    // The pressed button is gone, so its replacement gets the focus back from the sheet.
    focusFilters()
    onOpen(true)
  }, [startsOpen, onOpen])
  const count = selectChosen(fields).length
  const close = () => onOpen(false)
  return (
    <div data-filters className="mb-3 flex flex-wrap items-center gap-x-2 gap-y-1">
      <Button
        icon={<ListFilter size={16} aria-hidden="true" />}
        className={cx(count > 0 && 'border-primary bg-primary-soft text-primary-text')}
        onClick={() => onOpen(true)}
      >
        <span>
          Filtros{' '}
          {count > 0 && (
            <span className="inline-grid size-5 place-items-center rounded-full bg-primary text-[12px] text-primary-fg">
              {count}
            </span>
          )}
        </span>
      </Button>
      {count > 0 && found !== undefined && <p className="text-help text-muted">{found}</p>}
      {count > 0 && <ClearButton className="ml-auto" onClear={onClearAll} />}
      {isOpen && (
        <Dialog
          title="Filtros"
          size="md"
          onClose={close}
          footer={
            <>
              {save}
              <Button variant="primary" className="flex-1" onClick={close}>
                {found === undefined ? 'Ver' : `Ver ${found}`}
              </Button>
            </>
          }
        >
          {fields.map(({ label, editor }) => (
            <section key={label} aria-label={label} className="border-line border-t px-4 py-3.5">
              <h3 className="mb-2 font-semibold text-label">{label}</h3>
              {editor}
            </section>
          ))}
          {count > 0 && (
            <p className="border-line border-t p-2 text-center">
              <ClearButton onClear={onClearAll} />
            </p>
          )}
        </Dialog>
      )}
    </div>
  )
}

type ChipProps = {
  field: FilterField
  isOpen: boolean
  onOpen: (isOpen: boolean) => void
  onRemove: () => void
}

function Chip({ field, isOpen, onOpen, onRemove }: ChipProps) {
  const { label, text, editor, isWide, isSingle } = field
  const content = useRef<HTMLDivElement>(null)
  /** Leaves the field first, so that an invalid day is reported. */
  const hasBad = (): boolean => {
    const typedIn = content.current?.querySelector<HTMLElement>('input:focus')
    flushSync(() => typedIn?.blur())
    return content.current?.querySelector('[aria-invalid]') !== null
  }
  // Arrow keys pass over choices that are not meant; a click or Enter means one.
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
      <ChipAnchor label={label} text={text} onRemove={onRemove} />
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

function ChipAnchor({ label, text, onRemove }: Pick<FilterField, 'label' | 'text'> & Pick<ChipProps, 'onRemove'>) {
  return (
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
  )
}
