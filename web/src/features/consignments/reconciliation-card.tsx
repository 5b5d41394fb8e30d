import type { ReactNode } from 'react'
import { Surface } from '../../ui/layout/surface.tsx'

type CardProps = { title: string; note?: ReactNode; children: ReactNode }

export const Card = ({ title, note, children }: CardProps) => (
  <Surface className="overflow-clip">
    <div className="flex flex-wrap items-center gap-2 px-4 py-3">
      <h2 className="font-semibold text-card">{title}</h2>
      <span className="ml-auto text-label text-muted">{note}</span>
    </div>
    {children}
  </Surface>
)
