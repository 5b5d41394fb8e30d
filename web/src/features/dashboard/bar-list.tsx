import { Link } from 'react-router'
import { cx } from '../../ui/class-names.ts'
import { formatCount } from './figure-texts.ts'

type Bar = { label: string; value: number; to: string; colour: string }

/** Each is a link to what it counts. */
export function BarList({ title, bars }: { title: string; bars: readonly Bar[] }) {
  const most = Math.max(1, ...bars.map(({ value }) => value))
  return (
    <ul aria-label={title}>
      {bars.map(({ label, value, to, colour }) => (
        <li key={label}>
          <Link
            to={to}
            className="-mx-2 grid min-h-7 grid-cols-[minmax(0,2fr)_minmax(0,3fr)_auto] items-center gap-3 rounded-md px-2 text-label hover:bg-surface-2 pointer-coarse:min-h-11"
          >
            <span className="line-clamp-2 break-words leading-4">{label}</span>
            <span aria-hidden="true" className="flex h-3.5">
              <span className={cx('min-w-px rounded-[2px]', colour)} style={{ width: `${(value / most) * 100}%` }} />
            </span>
            <span className="min-w-10 text-right font-medium text-body tabular-nums">{formatCount(value)}</span>
          </Link>
        </li>
      ))}
    </ul>
  )
}
