import { cx } from '../class-names.ts'

type SpinnerProps = { label?: string; size?: number; className?: string }

/** Announced if it has a `label`. */
export function Spinner({ label, size = 16, className }: SpinnerProps) {
  const circle = (
    <svg
      width={size}
      height={size}
      viewBox="0 0 16 16"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.75"
      strokeLinecap="round"
      aria-hidden="true"
      className={cx('shrink-0 animate-spin', className)}
    >
      <path d="M8 1.5a6.5 6.5 0 1 0 6.5 6.5" />
    </svg>
  )
  if (label === undefined) return circle
  return (
    <span role="status" className="inline-flex items-center gap-2 text-muted">
      {circle}
      <span>{label}</span>
    </span>
  )
}

/** Invisible for the first 150 ms. */
export function FullSpinner() {
  return (
    <div className="grid min-h-dvh animate-late place-items-center bg-bg text-muted">
      <span role="status">
        <Spinner size={24} />
        <span className="sr-only">Cargando...</span>
      </span>
    </div>
  )
}
