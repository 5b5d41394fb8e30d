import { ChevronRight } from 'lucide-react'
import { Link } from 'react-router'
import { cx } from '../class-names.ts'

/** Outermost first; a phone shows only the innermost. Uses the line that is kept free for toasts. */
export function Trail({ places }: { places: readonly { to: string; label: string }[] }) {
  return (
    <nav aria-label="Ruta" className="flex flex-wrap items-center gap-1.5 text-label text-muted lg:-mt-6">
      {places.map(({ to, label }, index) => (
        <span
          key={to}
          className={cx('inline-flex min-w-0 items-center gap-1.5', index < places.length - 1 && 'max-md:hidden')}
        >
          <Link
            to={to}
            className="wrap-anywhere inline-flex min-h-6 items-center hover:underline pointer-coarse:min-h-11"
          >
            {label}
          </Link>
          <ChevronRight size={14} aria-hidden="true" className="shrink-0" />
        </span>
      ))}
    </nav>
  )
}
