import type { ReactNode } from 'react'
import { Trail } from '../../ui/layout/trail.tsx'

type SessionHeadProps = {
  title: string
  facts: string
  from?: 'cierres'
  children?: ReactNode
}

export function SessionHead({ title, facts, from, children }: SessionHeadProps) {
  return (
    <div className="mb-3">
      <Trail
        places={[from === undefined ? { to: '/caja', label: 'Caja' } : { to: `/caja/${from}`, label: 'Cierres' }]}
      />
      <div className="flex flex-wrap items-baseline gap-x-3 gap-y-1">
        <h1 className="font-semibold text-h1">{title}</h1>
        <p className="min-w-0 flex-1 break-words text-body text-muted">{facts}</p>
        {children}
      </div>
    </div>
  )
}
