import { formattedSpans, type Span } from '@casillero/shared/domain/template'
import { cx } from '../../ui/class-names.ts'

/** What the client reads: its beginning, the rest on demand. */
export function MessageBody({ body }: { body: string }) {
  const lines = body.split('\n').filter((line) => line.trim() !== '')
  if (lines.length === 1 && body.length <= 120) return <Text body={body} className="text-muted" />
  return (
    <details className="group">
      <summary className="cursor-pointer list-none rounded-sm text-[13px] leading-5 [&::-webkit-details-marker]:hidden">
        <span className="line-clamp-2 break-words text-muted group-open:hidden">
          {formattedSpans(lines.join(' ')).map(({ text }) => text)}
        </span>
        <span className="inline-flex min-h-6 items-center font-medium text-primary-text pointer-coarse:min-h-11">
          <span className="group-open:hidden">Ver mensaje</span>
          <span className="hidden group-open:inline">Ocultar mensaje</span>
        </span>
      </summary>
      <Text body={body} className="mb-1 rounded-md border border-green-line bg-green-soft px-3 py-2" />
    </details>
  )
}

function Text({ body, className }: { body: string; className: string }) {
  let place = 0
  const parts = formattedSpans(body).map((span) => {
    const part = { ...span, place }
    place += span.text.length
    return part
  })
  return (
    <p className={cx('whitespace-pre-wrap break-words text-[13px] leading-5', className)}>
      {parts.map((part) => (
        <span key={part.place} className={looks[part.style]}>
          {part.text}
        </span>
      ))}
    </p>
  )
}

const looks: Record<Span['style'], string | undefined> = {
  plain: undefined,
  bold: 'font-semibold',
  italic: 'italic',
  monospace: '[font-family:ui-monospace,monospace]',
}
