import { cx } from '../class-names.ts'

type SkeletonRowsProps = {
  rows?: number
  height: 44 | 56
  label: string
  /** Without it, the page's width decides. */
  isTable?: boolean | undefined
}

const rowHeights = { 44: 'h-11', 56: 'h-14' }
const pageHeights = { 44: '@min-[672px]/page:h-11', 56: '@min-[672px]/page:h-14' }

/** Has the size of the rows to come. Shown only after 150 ms. */
export function SkeletonRows({ rows = 8, height, label, isTable }: SkeletonRowsProps) {
  return (
    <div role="status" className="animate-late">
      <span className="sr-only">{label}</span>
      {isTable !== false && (
        <div className={cx('h-9 items-center bg-surface-2 px-4', isTable ? 'flex' : 'hidden @min-[672px]/page:flex')}>
          <Bone className="w-36" />
        </div>
      )}
      {Array.from({ length: rows }, (_, index) => index).map((index) => (
        <div
          key={index}
          className={cx(
            'flex items-center gap-6 border-line border-t px-4 first:border-t-0',
            isTable ? rowHeights[height] : `h-[71px] ${isTable === undefined ? pageHeights[height] : ''}`,
          )}
        >
          <div className="grid min-w-0 flex-1 gap-1.5">
            <Bone className={index % 2 === 0 ? 'w-40' : 'w-32'} />
            {height === 56 && <Bone className="h-2.5 w-20" />}
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
