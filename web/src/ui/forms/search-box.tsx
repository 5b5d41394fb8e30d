import { Search } from 'lucide-react'
import { type KeyboardEvent, useEffect, useRef, useState } from 'react'
import { cx } from '../class-names.ts'
import { Spinner } from '../controls/spinner.tsx'
import { controlClass } from './control-class.ts'
import { useScanField } from './use-scan-field.ts'

type SearchBoxProps = {
  label: string
  value: string
  busy: boolean
  onSearch: (text: string) => void
  /** Called before the search starts. */
  onType?: () => void
  /** Called after the search has started: a scanner ends with Enter. */
  onEnter?: (text: string) => void
  /** A key that does not focus the field. */
  leaves?: string
  className?: string
}

const pauseMs = 300

function useTyping({ value, onSearch, onType }: Pick<SearchBoxProps, 'value' | 'onSearch' | 'onType'>) {
  const [text, setText] = useState(value)
  const [seen, setSeen] = useState(value)
  const sent = useRef(value)
  const timer = useRef(0)

  if (value !== seen) {
    setSeen(value)
    // Changed from elsewhere, not by typing here.
    if (value !== sent.current) setText(value)
  }
  useEffect(() => () => clearTimeout(timer.current), [])
  const ask = (next: string) => {
    clearTimeout(timer.current)
    sent.current = next
    onSearch(next)
  }
  const type = (typed: string) => {
    setText(typed)
    onType?.()
    clearTimeout(timer.current)
    timer.current = window.setTimeout(() => ask(typed), pauseMs)
  }
  const clear = () => {
    setText('')
    ask('')
  }
  return { text, ask, type, clear }
}

/**
 * Searches 300 ms after the last letter, or at once with Enter. `/` focuses the field; Escape clears it.
 * docs/product/lists-and-forms.md, "Search".
 */
export function SearchBox({ label, value, busy, onSearch, onType, onEnter, leaves, className }: SearchBoxProps) {
  const { text, ask, type, clear } = useTyping({ value, onSearch, onType })
  const input = useRef<HTMLInputElement>(null)
  const isEntered = useRef(false)
  const enter = (wanted: string) => {
    ask(wanted)
    onEnter?.(wanted.trim())
    // Selected, because the next text is a new search.
    input.current?.select()
    isEntered.current = true
  }
  const selectAll = () => {
    input.current?.focus()
    input.current?.select()
  }
  useScanField(input, { focus: selectAll, opens: '/', leaves })
  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    // Backspace after Enter deletes the last character, to correct a mistake.
    if (event.key === 'Backspace' && isEntered.current) event.currentTarget.setSelectionRange(text.length, text.length)
    isEntered.current = false
    if (event.key === 'Enter') {
      event.preventDefault()
      enter(event.currentTarget.value)
    } else if (event.key === 'Escape' && text !== '') {
      event.preventDefault()
      clear()
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
