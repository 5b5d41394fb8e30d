import { type KeyboardEvent, type ReactNode, useRef } from 'react'
import { cx } from '../class-names.ts'
import { SelectInput } from '../forms/select-input.tsx'

export type Tab<Id extends string> = {
  id: Id
  label: string
  icon?: ReactNode
  count?: number | undefined
  /** Highlights a count that waits for a person. */
  isWaiting?: true
  /** Set off, because it shows something other than the tabs before it. */
  isApart?: true
}

type TabsProps<Id extends string> = {
  label: string
  tabs: readonly Tab<Id>[]
  current: Id
  onChange: (id: Id) => void
  className?: string
}

const tabClass =
  '-mb-px flex min-h-(--row-item) items-center gap-2 border-transparent border-b-2 px-3 font-medium text-body text-muted hover:text-fg focus-visible:-outline-offset-2 aria-selected:border-primary aria-selected:font-semibold aria-selected:text-primary-text'

/** Connected by ids to the `TabPanel` with the same `current`. */
export function Tabs<Id extends string>({ label, tabs, current, onChange, className }: TabsProps<Id>) {
  const list = useRef<HTMLDivElement>(null)
  const move = (event: KeyboardEvent) => {
    const index = tabs.findIndex((tab) => tab.id === current)
    const next = nextIndex(event.key, index, tabs.length)
    const tab = next === undefined ? undefined : tabs[next]
    if (next === undefined || tab === undefined) return
    event.preventDefault()
    onChange(tab.id)
    list.current?.querySelectorAll<HTMLElement>('[role=tab]')[next]?.focus()
  }
  return (
    <div
      role="tablist"
      aria-label={label}
      ref={list}
      onKeyDown={move}
      className={cx('flex gap-1 border-line border-b', className)}
    >
      {tabs.map((tab) => (
        <button
          key={tab.id}
          type="button"
          role="tab"
          id={`tab-${tab.id}`}
          aria-selected={tab.id === current}
          aria-controls={tab.id === current ? `panel-${tab.id}` : undefined}
          tabIndex={tab.id === current ? 0 : -1}
          onClick={() => onChange(tab.id)}
          className={cx(tabClass, tab.isApart && 'ml-auto')}
        >
          {tab.icon}
          {tab.label}
          {tab.count !== undefined && (
            <span
              className={cx(
                'px-1.5 text-[12px]',
                tab.isWaiting
                  ? 'min-w-5 rounded-full bg-primary text-center font-semibold text-primary-fg leading-5'
                  : 'rounded-[5px] border border-grey-line bg-surface-2 text-muted leading-[18px]',
              )}
            >
              {tab.count}
            </span>
          )}
        </button>
      ))}
    </div>
  )
}

function nextIndex(key: string, index: number, count: number): number | undefined {
  if (key === 'ArrowRight') return (index + 1) % count
  if (key === 'ArrowLeft') return (index - 1 + count) % count
  if (key === 'Home') return 0
  if (key === 'End') return count - 1
  return undefined
}

type TabPanelProps = {
  id: string
  className?: string
  /** 0 for read-only panels, because the keyboard must reach what scrolls. */
  tabIndex?: 0
  children: ReactNode
}

export function TabPanel({ id, children, ...rest }: TabPanelProps) {
  return (
    <div {...rest} role="tabpanel" id={`panel-${id}`} aria-labelledby={`tab-${id}`}>
      {children}
    </div>
  )
}

type TabSelectProps<Id extends string> = Omit<TabsProps<Id>, 'className'>

/** Replaces the tabs on a phone. */
export function TabSelect<Id extends string>({ label, tabs, current, onChange }: TabSelectProps<Id>) {
  return (
    <SelectInput
      aria-label={label}
      value={current}
      onChange={(event) => {
        const tab = tabs.find((one) => one.id === event.target.value)
        if (tab !== undefined) onChange(tab.id)
      }}
    >
      {tabs.map((tab) => (
        <option key={tab.id} value={tab.id}>
          {tab.label}
        </option>
      ))}
    </SelectInput>
  )
}
