import { Search } from 'lucide-react'
import { type KeyboardEvent, useEffect, useRef, useState } from 'react'
import { cx } from './class-names.ts'
import { Spinner } from './spinner.tsx'
import { controlClass } from './text-input.tsx'

type SearchBoxProps = {
  label: string
  value: string
  busy: boolean
  onSearch: (text: string) => void
  /** Enter, after the search has been asked for: a scanner ends with it. */
  onEnter?: (text: string) => void
  className?: string
}

const pauseMs = 300

/** Asks 300 ms after the last letter, or at once with Enter; `/` brings the cursor here, Escape clears. */
export function SearchBox({ label, value, busy, onSearch, onEnter, className }: SearchBoxProps) {
  const [text, setText] = useState(value)
  const [seen, setSeen] = useState(value)
  const sent = useRef(value)
  const timer = useRef(0)
  const input = useRef<HTMLInputElement>(null)

  if (value !== seen) {
    setSeen(value)
    // Changed from elsewhere (Back, "Limpiar búsqueda"), and not the echo of what was typed here.
    if (value !== sent.current) setText(value)
  }
  useEffect(() => () => clearTimeout(timer.current), [])
  useEffect(() => {
    const onSlash = (event: globalThis.KeyboardEvent) => {
      const typing = event.target instanceof Element && event.target.closest('input, textarea, select, [role=dialog]')
      if (event.key !== '/' || event.ctrlKey || event.metaKey || typing) return
      event.preventDefault()
      input.current?.focus()
    }
    window.addEventListener('keydown', onSlash)
    return () => window.removeEventListener('keydown', onSlash)
  }, [])

  const ask = (next: string) => {
    clearTimeout(timer.current)
    sent.current = next
    onSearch(next)
  }
  const type = (next: string) => {
    setText(next)
    clearTimeout(timer.current)
    timer.current = window.setTimeout(() => ask(next), pauseMs)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Enter') {
      event.preventDefault()
      ask(text)
      onEnter?.(text.trim())
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
