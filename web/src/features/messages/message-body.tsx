import { formattedSpans } from '@casillero/shared/domain/template'
import { FormattedText } from './formatted-text.tsx'

/** What the client reads: its beginning, the rest on demand. */
export function MessageBody({ body }: { body: string }) {
  const lines = body.split('\n').filter((line) => line.trim() !== '')
  if (lines.length === 1 && body.length <= 120) {
    return <FormattedText text={body} className="text-[13px] text-muted leading-5" />
  }
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
      <FormattedText
        text={body}
        className="mb-1 rounded-md border border-green-line bg-green-soft px-3 py-2 text-[13px] leading-5"
      />
    </details>
  )
}
