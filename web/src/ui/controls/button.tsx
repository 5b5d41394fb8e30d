import type { ButtonHTMLAttributes, ReactNode } from 'react'
import { cx } from '../class-names.ts'
import { Spinner } from './spinner.tsx'

export type ButtonVariant = 'primary' | 'secondary' | 'link' | 'ghost' | 'danger' | 'danger-quiet'

export type ButtonSize = 'sm' | 'md' | 'lg'

const sizes: Record<ButtonSize, string> = {
  sm: 'min-h-8 px-3 text-[13px] leading-[18px] max-md:min-h-11 pointer-coarse:min-h-11',
  md: 'min-h-(--control) px-3.5 text-[14px] leading-5',
  lg: 'min-h-11 px-4 text-[15px] leading-[22px]',
}

const looks: Record<ButtonVariant, string> = {
  primary: 'bg-primary font-semibold text-primary-fg hover:bg-primary-hover',
  secondary: 'border border-grey-line font-medium bg-surface text-fg hover:bg-surface-2',
  link: 'font-medium text-primary-text hover:bg-primary-soft',
  ghost: 'font-medium text-muted hover:bg-surface-3 hover:text-fg',
  danger: 'bg-danger font-semibold text-danger-fg hover:bg-danger-hover',
  'danger-quiet': 'font-medium text-danger-text hover:bg-danger-soft',
}

/** For buttons, and links that look like buttons. */
export function buttonClass(variant: ButtonVariant, size: ButtonSize = 'md', className?: string): string {
  return cx(
    'inline-flex select-none items-center justify-center gap-2 rounded-md transition-colors duration-120',
    sizes[size],
    'disabled:border-transparent disabled:bg-surface-3 disabled:text-subtle',
    looks[variant],
    className,
  )
}

type ButtonProps = ButtonHTMLAttributes<HTMLButtonElement> & {
  variant?: ButtonVariant
  size?: ButtonSize
  icon?: ReactNode
  /** The room is reserved, so that nothing moves. */
  busyLabel?: string
  busy?: boolean
}

export function Button({
  variant = 'secondary',
  size = 'md',
  icon,
  busyLabel,
  busy = false,
  className,
  children,
  onClick,
  ...rest
}: ButtonProps) {
  return (
    <button
      type="button"
      {...rest}
      aria-disabled={busy || rest['aria-disabled'] || undefined}
      // Not `disabled`: the pressed button keeps the focus while it works.
      onClick={busy ? (event) => event.preventDefault() : onClick}
      className={buttonClass(variant, size, className)}
    >
      {busyLabel === undefined ? (
        <Face icon={busy ? <Spinner /> : icon}>{children}</Face>
      ) : (
        <span className="grid *:col-start-1 *:row-start-1">
          <Face icon={icon} className={busy ? 'invisible' : undefined}>
            {children}
          </Face>
          <Face icon={<Spinner />} className={busy ? undefined : 'invisible'}>
            {busyLabel}
          </Face>
        </span>
      )}
    </button>
  )
}

type FaceProps = { icon: ReactNode; className?: string | undefined; children: ReactNode }

function Face({ icon, className, children }: FaceProps) {
  return (
    <span className={cx('inline-flex items-center justify-center gap-2', className)}>
      {icon}
      {children}
    </span>
  )
}
