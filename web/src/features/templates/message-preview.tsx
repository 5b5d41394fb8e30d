import { renderTemplate, sampleValues } from '@casillero/shared/domain/template'
import { FormattedText } from '../messages/formatted-text.tsx'

export const SentBubble = ({ text }: { text: string }) => (
  <div className="rounded-md border border-green-line bg-green-soft px-3 pt-2.5 pb-1.5 text-body text-fg">
    <FormattedText text={text} />
    <p aria-hidden="true" className="mt-0.5 text-right text-[11px] text-muted leading-4">
      10:42
    </p>
  </div>
)

export function MessagePreview({ text }: { text: string }) {
  return (
    <section aria-label="Vista previa" className="min-w-0">
      <p aria-hidden="true" className="mb-1.5 font-medium text-label text-muted">
        Vista previa
      </p>
      <div className="rounded-lg border border-line bg-surface-3 p-3 pb-6">
        <SentBubble text={renderTemplate(text, sampleValues)} />
      </div>
    </section>
  )
}
