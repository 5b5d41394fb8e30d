import type { ButtonHTMLAttributes, ReactNode } from 'react'
import { cx } from '../class-names.ts'
import { useTooltip } from './tooltip.tsx'

type IconButtonProps = Omit<ButtonHTMLAttributes<HTMLButtonElement>, 'aria-label'> & {
  /** Includes the object: "Eliminar a Ana Lucía". */
  label: string
  /** Replaces the name to explain why the button is disabled. */
  tip?: string | undefined
  icon: ReactNode
}

export function IconButton({ label, tip = label, icon, className, ...rest }: IconButtonProps) {
  const { handlers, bubble } = useTooltip(tip)
  return (
    <>
      <button
        type="button"
        {...handlers}
        {...rest}
        aria-label={label}
        className={cx(
          'grid size-(--icon-btn) shrink-0 place-items-center rounded-md text-muted transition-colors duration-120 hover:bg-surface-3 hover:text-fg disabled:bg-transparent disabled:text-subtle aria-disabled:cursor-not-allowed aria-disabled:bg-transparent aria-disabled:text-control',
          className,
        )}
      >
        {icon}
      </button>
      {bubble}
    </>
  )
}
