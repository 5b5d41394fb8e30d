import { formatSpans, type Span, type TextStyle } from '@casillero/shared/domain/message-format'
import { Fragment, type ReactNode } from 'react'
import { addPlaces } from '../../lib/text-places.ts'
import { cx } from '../../ui/class-names.ts'

type FormattedTextProps = { text: string; className?: string }

/** Renders spans only, never HTML from the message. */
export const FormattedText = ({ text, className }: FormattedTextProps) => (
  <p className={cx('whitespace-pre-wrap break-words', className)}>
    {addPlaces(formatSpans(text)).map((span) => (
      <Fragment key={span.place}>{drawSpan(span)}</Fragment>
    ))}
  </p>
)

const drawSpan = ({ text, styles }: Span): ReactNode => styles.reduceRight<ReactNode>(applyStyle, text)

function applyStyle(inner: ReactNode, style: TextStyle): ReactNode {
  if (style === 'bold') return <b>{inner}</b>
  if (style === 'italic') return <i>{inner}</i>
  return <code className="[font-family:ui-monospace,monospace] text-[0.92em]">{inner}</code>
}
