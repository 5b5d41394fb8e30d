import { CircleAlert, RefreshCw } from 'lucide-react'
import { useState } from 'react'
import { Button } from '../../ui/controls/button.tsx'
import { Spinner } from '../../ui/controls/spinner.tsx'
import { qrPicture } from './qr-picture.ts'

type QrCodeProps = { qrCode: string | null; onRetry: () => void }

/** White in both themes: a phone reads dark on light. The gateway's picture has most of the quiet zone in itself. */
export function QrCode({ qrCode, onRetry }: QrCodeProps) {
  const [broken, setBroken] = useState<string>()
  const picture = qrPicture(qrCode)
  if (picture !== undefined && picture === broken) {
    return (
      <div
        role="alert"
        className="grid size-[264px] place-content-center justify-items-center gap-3 rounded-lg border border-danger-line bg-danger-soft p-6 text-center text-body text-danger-text"
      >
        <CircleAlert size={20} aria-hidden="true" />
        No se pudo mostrar el código QR
        <Button
          icon={<RefreshCw size={16} aria-hidden="true" />}
          onClick={() => {
            setBroken(undefined)
            onRetry()
          }}
        >
          Reintentar
        </Button>
      </div>
    )
  }
  if (picture === undefined) {
    return (
      <div className="grid size-[264px] place-items-center rounded-lg border border-line bg-surface-2">
        <Spinner label="Generando QR..." />
      </div>
    )
  }
  return (
    <img
      src={picture}
      alt="Código QR para vincular WhatsApp"
      width={264}
      height={264}
      onError={() => setBroken(picture)}
      className="size-[264px] rounded-lg border border-line bg-white p-0.5 [image-rendering:pixelated]"
    />
  )
}
