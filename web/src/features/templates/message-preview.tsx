import { formattedSpans, renderTemplate, type Span, sampleValues } from '@casillero/shared/domain/template'
import { placed } from './placed.ts'

/** The message as a client would see it, with sample values; drawn from spans, never from markup. */
export function MessagePreview({ text }: { text: string }) {
  const spans = formattedSpans(renderTemplate(text, sampleValues))
  return (
    <section aria-label="Vista previa" className="min-w-0">
      <p aria-hidden="true" className="mb-1.5 font-medium text-label text-muted">
        Vista previa
      </p>
      <div className="rounded-lg border border-line bg-surface-3 p-3 pb-6">
        <div className="rounded-md border border-green-line bg-green-soft px-3 pt-2.5 pb-1.5 text-body text-fg">
          <p className="whitespace-pre-wrap break-words">{placed(spans).map(drawn)}</p>
          <p aria-hidden="true" className="mt-0.5 text-right text-[11px] text-muted leading-4">
            10:42
          </p>
        </div>
      </div>
    </section>
  )
}

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
