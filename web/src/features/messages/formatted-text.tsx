import { formattedSpans, type Span, type TextStyle } from '@casillero/shared/domain/template'
import { Fragment, type ReactNode } from 'react'
import { placed } from '../../lib/placed.ts'
import { cx } from '../../ui/class-names.ts'

type FormattedTextProps = { text: string; className?: string }

/** A message as WhatsApp shows it; drawn from spans, never from markup. */
export const FormattedText = ({ text, className }: FormattedTextProps) => (
  <p className={cx('whitespace-pre-wrap break-words', className)}>
    {placed(formattedSpans(text)).map((span) => (
      <Fragment key={span.place}>{drawn(span)}</Fragment>
    ))}
  </p>
)

const drawn = ({ text, styles }: Span): ReactNode => styles.reduceRight<ReactNode>(styled, text)

function styled(inner: ReactNode, style: TextStyle): ReactNode {
  if (style === 'bold') return <b>{inner}</b>
  if (style === 'italic') return <i>{inner}</i>
  return <code className="[font-family:ui-monospace,monospace] text-[0.92em]">{inner}</code>
}
