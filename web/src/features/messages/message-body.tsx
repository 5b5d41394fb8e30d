import { formatSpans } from '@casillero/shared/domain/message-format'
import { cx } from '../../ui/class-names.ts'
import { FormattedText } from './formatted-text.tsx'

type MessageBodyProps = {
  body: string
  /** For a row of a table. */
  isOneLine?: true
}

/** The rest on demand. */
export function MessageBody({ body, isOneLine }: MessageBodyProps) {
  const lines = body.split('\n').filter((line) => line.trim() !== '')
  if (!isOneLine && lines.length === 1 && body.length <= 120) {
    return <FormattedText text={body} className="text-[13px] text-muted leading-5" />
  }
  return (
    <details className="group">
      <summary
        className={cx(
          'cursor-pointer list-none rounded-sm text-[13px] leading-5 [&::-webkit-details-marker]:hidden',
          isOneLine && 'flex items-center gap-2',
        )}
      >
        <span
          className={cx('text-muted group-open:hidden', isOneLine ? 'min-w-0 truncate' : 'line-clamp-2 break-words')}
        >
          {formatSpans(lines.join(' ')).map(({ text }) => text)}
        </span>
        <span className="inline-flex min-h-6 shrink-0 items-center font-medium text-primary-text pointer-coarse:min-h-11">
          <span className="group-open:hidden">Ver mensaje</span>
          <span className="hidden group-open:inline">Ocultar mensaje</span>
        </span>
      </summary>
      <FormattedText
        text={body}
        className="mb-1 rounded-md border border-green-line bg-green-soft px-3 py-2 text-[13px] leading-5"
      />
    </details>
  )
}
