import type { ReactNode } from 'react'
import { cx } from '../class-names.ts'

const tones = {
  grey: 'border-grey-line bg-grey-soft text-grey-text',
  blue: 'border-blue-line bg-blue-soft text-blue-text',
  yellow: 'border-yellow-line bg-yellow-soft text-yellow-text',
  purple: 'border-purple-line bg-purple-soft text-purple-text',
  green: 'border-green-line bg-green-soft text-green-text',
  red: 'border-danger-line bg-danger-soft text-danger-text',
}

export type Tone = keyof typeof tones

type BadgeProps = {
  tone: Tone
  icon?: ReactNode
  /** Allows two lines on a phone, where a table lacks the width for one. */
  mayWrap?: true
  children: ReactNode
}

export function Badge({ tone, icon, mayWrap, children }: BadgeProps) {
  return (
    <span
      className={cx(
        'inline-flex h-[22px] max-w-full items-center gap-1.5 whitespace-nowrap rounded-full border px-2 font-medium text-[12px] leading-4 pointer-coarse:h-6',
        mayWrap && 'max-sm:h-auto! max-sm:whitespace-normal max-sm:rounded-md max-sm:py-0.5',
        tones[tone],
      )}
    >
      {icon}
      <span className={mayWrap ? 'sm:truncate' : 'truncate'}>{children}</span>
    </span>
  )
}
