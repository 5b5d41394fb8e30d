import { FileText } from 'lucide-react'
import { useId } from 'react'
import { buttonClass } from '../../ui/controls/button.tsx'
import { invoiceKinds, refuseInvoice } from './invoice-file.ts'

type InvoiceInputProps = {
  file: File | undefined
  hasFile: boolean
  /** From 0 to 1; undefined while nothing is sent. */
  sent: number | undefined
  error: string | undefined
  onChoose: (file: File, error: string | undefined) => void
}

function formatState({ file, hasFile, sent }: Pick<InvoiceInputProps, 'file' | 'hasFile' | 'sent'>): string {
  if (sent !== undefined) return `Enviando… ${Math.floor(sent * 100)} %`
  if (file !== undefined) return file.name
  return hasFile ? 'Ya tiene una; otra toma su lugar' : 'Foto o PDF de hasta 5 MB, si la hay'
}

export function InvoiceInput({ file, hasFile, sent, error, onChoose }: InvoiceInputProps) {
  const id = useId()
  return (
    <div className="col-span-2 min-w-0">
      <p id={`${id}-label`} className="mb-1 font-medium text-label">
        Factura de la tienda
      </p>
      <div className="flex min-w-0 flex-wrap items-center gap-x-3 gap-y-1">
        <label
          aria-disabled={sent !== undefined}
          className={buttonClass(
            'secondary',
            'md',
            'has-focus-visible:outline-2 has-focus-visible:outline-focus has-focus-visible:outline-offset-2',
          )}
        >
          <input
            type="file"
            accept={invoiceKinds}
            disabled={sent !== undefined}
            aria-labelledby={`${id}-label`}
            aria-describedby={error === undefined ? `${id}-state` : `${id}-state ${id}-error`}
            aria-invalid={error !== undefined}
            className="sr-only"
            onChange={({ target }) => {
              const chosen = target.files?.[0]
              if (chosen !== undefined) onChoose(chosen, refuseInvoice(chosen))
              // Allows picking the same file again after it was corrected.
              target.value = ''
            }}
          />
          <FileText size={17} aria-hidden="true" />
          Elegir archivo
        </label>
        <span id={`${id}-state`} className="min-w-0 wrap-anywhere text-help text-muted tabular-nums">
          {formatState({ file, hasFile, sent })}
        </span>
      </div>
      {error !== undefined && (
        <p id={`${id}-error`} role="alert" className="mt-1 text-danger-text text-help">
          {error}
        </p>
      )}
    </div>
  )
}
