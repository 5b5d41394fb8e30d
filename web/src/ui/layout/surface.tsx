import type { ReactNode } from 'react'
import { cx } from '../class-names.ts'

type SurfaceProps = { className?: string; children: ReactNode }

export function Surface({ className, children }: SurfaceProps) {
  return <div className={cx('rounded-lg border border-line bg-surface', className)}>{children}</div>
}
