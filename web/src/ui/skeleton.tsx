import { cx } from './class-names.ts'

type SkeletonRowsProps = { rows?: number; height: number; label: string }

/** Rows of the height of those that will come; they show only when the wait is longer than 150 ms. */
export function SkeletonRows({ rows = 8, height, label }: SkeletonRowsProps) {
  return (
    <div role="status" className="animate-late divide-y divide-line">
      <span className="sr-only">{label}</span>
      {Array.from({ length: rows }, (_, index) => index).map((index) => (
        <div key={index} style={{ height }} className="flex items-center gap-6 px-4">
          <div className="grid flex-1 gap-1.5">
            <Bone className={index % 2 === 0 ? 'w-40' : 'w-32'} />
            {height > 48 && <Bone className="h-2.5 w-20" />}
          </div>
          <Bone className="w-16" />
          <Bone className="h-5 w-24 rounded-full" />
        </div>
      ))}
    </div>
  )
}

export function Bone({ className }: { className?: string }) {
  return <div className={cx('h-3 max-w-full rounded-[3px] bg-surface-3', className)} />
}
