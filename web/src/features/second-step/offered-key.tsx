import type { OfferedApp } from '@casillero/shared/contract/second-step'
import { Copy } from 'lucide-react'
import type { ReactNode } from 'react'
import { IconButton } from '../../ui/controls/icon-button.tsx'
import { toastError, toastSuccess } from '../../ui/feedback/toast.tsx'

/** On phones the key comes first. */
export function OfferedKey({ offered: { secret, qr }, children }: { offered: OfferedApp; children: ReactNode }) {
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(secret)
      toastSuccess('Clave copiada')
    } catch {
      toastError('Cópiela con el teclado')
    }
  }
  return (
    <div className="grid gap-4 sm:grid-cols-[auto_1fr]">
      <details className="sm:hidden">
        <summary className="min-h-11 content-center font-medium text-body text-primary-text">
          Estoy en otro equipo
        </summary>
        <Qr rows={qr} />
      </details>
      <div className="max-sm:hidden">
        <Qr rows={qr} />
      </div>
      <div className="grid content-start gap-3 max-sm:order-first">
        <p className="text-body">Escanee con Google Authenticator, Aegis u otra aplicación de códigos.</p>
        <div>
          <p className="text-help text-muted">O escriba esta clave</p>
          <p className="flex items-center gap-2 font-semibold text-body tracking-wide">
            <span className="break-words" data-key>
              {secret.replace(/.{4}(?=.)/g, '$& ')}
            </span>
            <IconButton
              label="Copiar la clave"
              icon={<Copy size={16} aria-hidden="true" />}
              onClick={() => void copy()}
            />
          </p>
        </div>
        {children}
      </div>
    </div>
  )
}

/** White in both themes: cameras read dark on light. */
function Qr({ rows }: { rows: readonly string[] }) {
  const path = rows
    .flatMap((row, y) => [...row].map((module, x) => (module === '1' ? `M${x} ${y}h1v1h-1z` : '')))
    .join('')
  return (
    <svg
      aria-hidden="true"
      viewBox={`-4 -4 ${rows.length + 8} ${rows.length + 8}`}
      className="size-[196px] rounded-lg border border-line bg-white"
      shapeRendering="crispEdges"
    >
      <path d={path} fill="black" />
    </svg>
  )
}
