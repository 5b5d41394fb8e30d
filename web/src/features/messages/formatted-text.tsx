import { formattedSpans, type Span } from '@casillero/shared/domain/template'
import { placed } from '../../lib/placed.ts'
import { cx } from '../../ui/class-names.ts'

type FormattedTextProps = { text: string; className?: string }

/** A message as WhatsApp shows it; drawn from spans, never from markup. */
export const FormattedText = ({ text, className }: FormattedTextProps) => (
  <p className={cx('whitespace-pre-wrap break-words', className)}>{placed(formattedSpans(text)).map(drawn)}</p>
)

function drawn({ place, text, style }: Span & { place: number }) {
  if (style === 'bold') return <b key={place}>{text}</b>
  if (style === 'italic') return <i key={place}>{text}</i>
  if (style === 'monospace')
    return (
      <code key={place} className="[font-family:ui-monospace,monospace] text-[0.92em]">
        {text}
      </code>
    )
  return <span key={place}>{text}</span>
}
