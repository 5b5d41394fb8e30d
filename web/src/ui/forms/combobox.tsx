import { Search } from 'lucide-react'
import { type KeyboardEvent, type ReactNode, type Ref, useEffect, useEffectEvent, useId, useRef, useState } from 'react'
import { cx } from '../class-names.ts'
import { Spinner } from '../controls/spinner.tsx'
import { controlClass } from './control-class.ts'

type ComboboxSearch<Item> = (text: string, signal: AbortSignal) => Promise<readonly Item[]>

type ComboboxProps<Item extends { id: string }> = {
  /** The id for the field's label. Without a visible label, pass `label`. */
  id?: string
  label?: string
  placeholder: string
  /** Least number of characters for a search. */
  from: number
  search: ComboboxSearch<Item>
  onChoose: (item: Item) => void
  /** Chooses what an early Enter means; by default, the only hit. */
  only?: (items: readonly Item[], text: string) => Item | undefined
  /** Handles Enter before an answer, or in an empty field. Without it, such an Enter searches. */
  onPrioritise?: (text: string) => void
  /** The field also takes codes: Enter hands over the whole text and empties the field. */
  codes?: { take: (text: string) => void; isCode: (text: string) => boolean } | undefined
  /** The text searched for when the field appears. */
  start?: string | undefined
  option: (item: Item, text: string) => ReactNode
  /** Shown when nothing matches. */
  none: string
  className?: string
  /** Replaces the magnifying glass. */
  icon?: ReactNode
  /** The input's `data-field`. */
  field?: string
  ref?: Ref<HTMLInputElement>
}

type Found<Item> = { text: string; items: readonly Item[] }

const pauseMs = 300
const closeMs = 200
const shown = 10

/** Stops the search that runs or waits when the field is gone. */
function useRunning() {
  const running = useRef<AbortController>(null)
  const timer = useRef(0)
  const stop = () => {
    running.current?.abort()
    clearTimeout(timer.current)
  }
  const leave = useEffectEvent(stop)
  useEffect(() => () => leave(), [])
  return { running, timer, stop }
}

/** Discards answers to outdated searches. */
function useFound<Item>({ from, search, start }: { from: number; search: ComboboxSearch<Item>; start: string }) {
  const [text, setText] = useState(start)
  const [found, setFound] = useState<Found<Item>>()
  const [busy, setBusy] = useState(false)
  const [open, setOpen] = useState(false)
  const [active, setActive] = useState(0)
  /** True after an arrow key: the choice is then deliberate, even for the first item. */
  const [isMoved, setIsMoved] = useState(false)
  const { running, timer, stop } = useRunning()

  const ask = async (wanted: string, onFound?: (items: readonly Item[]) => void) => {
    const controller = new AbortController()
    running.current = controller
    setBusy(true)
    try {
      const items = await search(wanted, controller.signal)
      if (controller.signal.aborted) return
      setFound({ text: wanted, items: items.slice(0, shown) })
      setActive(0)
      setIsMoved(false)
      setOpen(true)
      onFound?.(items)
    } catch (error) {
      if (controller.signal.aborted) return
      console.error('Search failed', error)
      setFound({ text: wanted, items: [] })
      setOpen(true)
    } finally {
      if (running.current === controller) setBusy(false)
    }
  }
  const askFirst = useEffectEvent(() => {
    if (start.length >= from) void ask(start)
  })
  useEffect(() => askFirst(), [])
  const type = (next: string) => {
    setText(next)
    stop()
    setBusy(false)
    const wanted = next.trim()
    if (wanted.length >= from) timer.current = window.setTimeout(() => void ask(wanted), pauseMs)
    else {
      setOpen(false)
      setFound(undefined)
    }
  }
  const askAtOnce = (wanted: string, onFound: (items: readonly Item[]) => void) => {
    if (wanted.length < from) return
    stop()
    void ask(wanted, onFound)
  }
  const move = (step: 1 | -1) => {
    if (!open) return setOpen(found !== undefined)
    const count = found?.items.length ?? 0
    setActive((index) => (index + step + count) % Math.max(count, 1))
    setIsMoved(true)
  }
  return { text, found, busy, open, setOpen, active, isMoved, type, askAtOnce, move }
}

type Entry<Item> = ReturnType<typeof useFound<Item>>

function bindKeys<Item extends { id: string }>(props: ComboboxProps<Item>, entry: Entry<Item>) {
  const { onChoose, only = ([one, ...others]) => (others.length === 0 ? one : undefined), onPrioritise, codes } = props
  const { found, open, setOpen, active, isMoved, type, askAtOnce, move } = entry
  const choose = (item: Item) => {
    if (codes) type('')
    setOpen(false)
    onChoose(item)
  }
  const enter = (wanted: string) => {
    const item = found?.items[active]
    const isListed = open && item !== undefined && found?.text === wanted
    if (codes && wanted !== '' && !(isListed && (isMoved || !codes.isCode(wanted)))) {
      type('')
      return codes.take(wanted)
    }
    if (onPrioritise && (wanted === '' || found?.text !== wanted)) return onPrioritise(wanted)
    if (found?.text === wanted) return item !== undefined && open ? choose(item) : undefined
    // A scanner sends Enter without a pause, so the only hit is chosen when it arrives.
    askAtOnce(wanted, (answer) => {
      const meant = only(answer, wanted)
      if (meant !== undefined) choose(meant)
    })
  }
  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    if (event.key === 'Escape' && open) {
      event.preventDefault()
      event.stopPropagation()
      setOpen(false)
    } else if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      event.preventDefault()
      move(event.key === 'ArrowDown' ? 1 : -1)
    } else if (event.key === 'Enter' && !event.ctrlKey && !event.metaKey) {
      event.preventDefault()
      enter(event.currentTarget.value.trim())
    }
  }
  return { choose, onKeyDown }
}

/** Typing searches; arrows and Enter choose. */
export function Combobox<Item extends { id: string }>(props: ComboboxProps<Item>) {
  const { label, placeholder, from, search, start = '', icon = <Search size={17} aria-hidden="true" /> } = props
  const list = useId()
  const entry = useFound({ from, search, start })
  const { text, found, busy, open, setOpen, active, type } = entry
  const closing = useRef(0)
  useEffect(() => () => clearTimeout(closing.current), [])
  const { choose, onKeyDown } = bindKeys(props, entry)
  const items = found?.items ?? []
  const isShown = open && found !== undefined
  return (
    <div className={cx('relative', props.className)}>
      <span className="pointer-events-none absolute top-1/2 left-3 -translate-y-1/2 text-muted">
        {busy ? <Spinner /> : icon}
      </span>
      <input
        ref={props.ref}
        data-field={props.field}
        id={props.id}
        type="text"
        role="combobox"
        aria-label={label}
        aria-expanded={isShown}
        aria-controls={list}
        aria-autocomplete="list"
        aria-activedescendant={isShown && items[active] ? `${list}-${active}` : undefined}
        autoComplete="off"
        spellCheck={false}
        placeholder={placeholder}
        value={text}
        onChange={(event) => type(event.target.value)}
        onKeyDown={onKeyDown}
        onFocus={() => {
          clearTimeout(closing.current)
          setOpen(found !== undefined)
        }}
        onBlur={() => {
          closing.current = window.setTimeout(() => setOpen(false), closeMs)
        }}
        className={cx(controlClass, 'pl-9')}
      />
      <Options
        list={list}
        label={label ?? placeholder}
        items={isShown ? items : undefined}
        active={active}
        onChoose={choose}
        option={(item) => props.option(item, found?.text ?? '')}
        none={props.none}
      />
    </div>
  )
}

type OptionsProps<Item> = {
  /** The list's id. */
  list: string
  label: string
  /** Undefined while no items are shown. */
  items: readonly Item[] | undefined
  active: number
  onChoose: (item: Item) => void
  option: (item: Item) => ReactNode
  none: string
}

function Options<Item extends { id: string }>({
  list,
  label,
  items: known,
  active,
  onChoose,
  option,
  none,
}: OptionsProps<Item>) {
  const items = known ?? []
  return (
    <>
      <div
        id={list}
        role="listbox"
        aria-label={label}
        hidden={items.length === 0}
        className="absolute inset-x-0 top-full z-30 mt-1.5 max-h-[320px] animate-pop overflow-y-auto rounded-md border border-line bg-surface p-1 shadow-pop"
      >
        {items.map((item, index) => (
          <button
            key={item.id}
            id={`${list}-${index}`}
            type="button"
            role="option"
            tabIndex={-1}
            aria-selected={index === active}
            onPointerDown={(event) => event.preventDefault()}
            onClick={() => onChoose(item)}
            className="block w-full rounded-sm px-2.5 py-2 text-left hover:bg-surface-2 aria-selected:bg-primary-soft"
          >
            {option(item)}
          </button>
        ))}
      </div>
      <p role="status" className="sr-only">
        {items.length > 0 ? `${items.length} resultados` : ''}
      </p>
      {known?.length === 0 && (
        <p
          role="status"
          className="absolute inset-x-0 top-full z-30 mt-1.5 rounded-md border border-line bg-surface px-3 py-2.5 text-body text-muted shadow-pop"
        >
          {none}
        </p>
      )}
    </>
  )
}
