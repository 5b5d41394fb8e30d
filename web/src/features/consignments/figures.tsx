import { cx } from '../../ui/class-names.ts'
import { Surface } from '../../ui/layout/surface.tsx'

type Figure = { label: string; value: string; look?: string | undefined }

export function Figures({ figures }: { figures: readonly Figure[] }) {
  return (
    <Surface className="overflow-clip">
      <dl className="-m-px grid grid-cols-2 sm:grid-cols-4">
        {figures.map(({ label, value, look }) => (
          <div key={label} className="border-line border-t border-l px-4 py-2.5">
            <dt className="text-help text-muted">{label}</dt>
            <dd className={cx('font-semibold text-h1 tabular-nums', look)}>{value}</dd>
          </div>
        ))}
      </dl>
    </Surface>
  )
}
