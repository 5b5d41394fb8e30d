import type { ReactNode } from 'react'
import { cx } from '../class-names.ts'

type FormSectionProps = {
  /** That of a part of a page, by which a list of the parts leads to it. */
  id?: string
  title: string
  help?: ReactNode
  columns?: string
  children: ReactNode
}

export function FormSection({ id, title, help, columns = 'sm:grid-cols-2', children }: FormSectionProps) {
  const Heading = id === undefined ? 'h3' : 'h2'
  return (
    <section className="border-line border-t py-4 first:border-t-0 first:pt-1 last:pb-5">
      <Heading id={id} tabIndex={id === undefined ? undefined : -1} className="font-semibold text-body outline-none">
        {title}
      </Heading>
      {help !== undefined && <p className="text-help text-muted">{help}</p>}
      <div className={cx('mt-2 grid gap-x-4 gap-y-3', columns)}>{children}</div>
    </section>
  )
}
