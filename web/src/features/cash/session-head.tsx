import { ChevronRight } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link } from 'react-router'

type SessionHeadProps = {
  title: string
  /** Which drawer, since when, by whom. */
  facts: string
  /** The tab that it leads back to. */
  from?: 'cierres'
  children?: ReactNode
}

/** The title line of a page below Caja, on a wide screen. */
export function SessionHead({ title, facts, from, children }: SessionHeadProps) {
  return (
    <div className="-mt-6 mb-3">
      <Link
        to={from === undefined ? '/caja' : `/caja/${from}`}
        className="-ml-2 inline-flex min-h-7 items-center gap-1 rounded-md px-2 text-label text-muted hover:bg-surface-3"
      >
        {from === undefined ? 'Caja' : 'Cierres'}
        <ChevronRight size={14} aria-hidden="true" />
      </Link>
      <div className="flex flex-wrap items-baseline gap-x-3 gap-y-1">
        <h1 className="font-semibold text-h1">{title}</h1>
        <p className="min-w-0 flex-1 break-words text-body text-muted">{facts}</p>
        {children}
      </div>
    </div>
  )
}
