import type { ReactNode } from 'react'
import { cx } from '../class-names.ts'

type FormSectionProps = { title: string; columns?: string; children: ReactNode }

export function FormSection({ title, columns = 'sm:grid-cols-2', children }: FormSectionProps) {
  return (
    <section className="border-line border-t py-4 first:border-t-0 first:pt-1 last:pb-5">
      <h3 className="mb-2 font-semibold text-body">{title}</h3>
      <div className={cx('grid gap-x-4 gap-y-3', columns)}>{children}</div>
    </section>
  )
}
