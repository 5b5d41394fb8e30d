import { Search } from 'lucide-react'
import { type KeyboardEvent, useEffect, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { releaseKeys } from '../../lib/kept-keys.ts'
import { cx } from '../class-names.ts'
import { Spinner } from '../controls/spinner.tsx'
import { controlClass } from './control-class.ts'
import { createBurstReader, isScan } from './scan.ts'

type SearchBoxProps = {
  label: string
  value: string
  busy: boolean
  onSearch: (text: string) => void
  /** Any letter, before the search is asked for. */
  onType?: () => void
  /** Enter, after the search has been asked for: a scanner ends with it. */
  onEnter?: (text: string) => void
  className?: string
}

const pauseMs = 300

/** Where letters are typed, or choose something; a tick box or a button only has the focus. */
const typedIn =
  'input:not([type=checkbox], [type=radio]), textarea, select, [contenteditable], [role=menu], [role=listbox]'

/**
 * Asks 300 ms after the last letter, or at once with Enter; `/` brings the cursor here, Escape clears. A scan takes the place of
 * what was searched before, and one that is sent while no field has the focus comes here.
 * docs/product/lists-and-forms.md, "Search".
 */
export function SearchBox({ label, value, busy, onSearch, onType, onEnter, className }: SearchBoxProps) {
  const [text, setText] = useState(value)
  const [seen, setSeen] = useState(value)
  const sent = useRef(value)
  const timer = useRef(0)
  const input = useRef<HTMLInputElement>(null)
  const [readBurst] = useState(createBurstReader)
  const burst = useRef('')
  const isEntered = useRef(false)
  const onScan = useRef<(text: string) => void>(null)

  if (value !== seen) {
    setSeen(value)
    // Changed from elsewhere (Back, "Limpiar búsqueda"), and not the echo of what was typed here.
    if (value !== sent.current) setText(value)
  }
  useEffect(() => () => clearTimeout(timer.current), [])
  useEffect(() => {
    const readLoose = createBurstReader()
    const onKey = (event: globalThis.KeyboardEvent) => {
      const dialog = document.querySelector('[role=dialog]')
      const isElsewhere = dialog !== null && !dialog.contains(input.current)
      if (isElsewhere || (event.target instanceof Element && event.target.closest(typedIn))) return
      const loose = readLoose(event)
      const isScanned = event.key === 'Enter' && isScan(loose)
      // A slash by itself brings the cursor to the search; within a scan it is a part of the code.
      if (!isScanned && (event.key !== '/' || loose !== '/')) return
      // Enter would press the button that happens to have the focus.
      event.preventDefault()
      event.stopPropagation()
      input.current?.focus()
      if (isScanned) onScan.current?.(loose)
    }
    window.addEventListener('keydown', onKey, true)
    return () => window.removeEventListener('keydown', onKey, true)
  }, [])

  const ask = (next: string) => {
    clearTimeout(timer.current)
    sent.current = next
    onSearch(next)
  }
  const type = (typed: string) => {
    // A scan replaces the search before it, in whose text the cursor stands at the end.
    const next = isScan(burst.current) && typed === sent.current + burst.current ? burst.current : typed
    setText(next)
    onType?.()
    clearTimeout(timer.current)
    timer.current = window.setTimeout(() => ask(next), pauseMs)
  }
  const enter = (wanted: string) => {
    ask(wanted)
    onEnter?.(wanted.trim())
    // The text is selected, because what is typed next is another search.
    input.current?.select()
    isEntered.current = true
  }
  useEffect(() => {
    onScan.current = (scanned) => {
      flushSync(() => setText(scanned))
      enter(scanned)
    }
  })
  useEffect(releaseKeys, [])
  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    burst.current = readBurst(event.nativeEvent)
    // Backspace after Enter takes one letter away, and not the whole selected text: a slip at the end can be mended.
    if (event.key === 'Backspace' && isEntered.current) event.currentTarget.setSelectionRange(text.length, text.length)
    isEntered.current = false
    if (event.key === 'Enter') {
      event.preventDefault()
      enter(event.currentTarget.value)
    } else if (event.key === 'Escape' && text !== '') {
      event.preventDefault()
      setText('')
      ask('')
    }
  }
  return (
    <div className={cx('relative', className)}>
      <span className="pointer-events-none absolute top-1/2 left-3 grid size-[17px] -translate-y-1/2 place-items-center text-muted">
        {busy ? <Spinner /> : <Search size={17} aria-hidden="true" />}
      </span>
      <input
        ref={input}
        type="search"
        aria-label={label}
        placeholder={label}
        maxLength={100}
        autoComplete="off"
        spellCheck={false}
        value={text}
        onChange={(event) => type(event.target.value)}
        onKeyDown={onKeyDown}
        className={cx(controlClass, 'peer pr-9 pl-9 text-ellipsis')}
      />
      <span
        aria-hidden="true"
        className="pointer-events-none absolute top-1/2 right-2 grid h-5 min-w-4 -translate-y-1/2 place-items-center rounded-[4px] border border-grey-line bg-surface-2 px-1 text-[12px] text-muted peer-focus:hidden max-md:hidden pointer-coarse:hidden"
      >
        /
      </span>
    </div>
  )
}
