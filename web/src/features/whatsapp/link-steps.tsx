import { CircleAlert, QrCode as QrIcon, RefreshCw } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { Button } from '../../ui/controls/button.tsx'
import { Spinner } from '../../ui/controls/spinner.tsx'

const pngSignature = 'iVBORw0KGgo'
const shortest = 100

/** Undefined unless the text is a PNG in base64. docs/product/screens.md, "WhatsApp tab". */
export function qrPicture(qrCode: string | null): string | undefined {
  const compact = qrCode?.replace(/\s+/g, '') ?? ''
  return compact.startsWith(pngSignature) && compact.length > shortest ? `data:image/png;base64,${compact}` : undefined
}

type QrCodeProps = { qrCode: string | null; onRetry: () => void }

/** White in both themes, because a phone needs dark on light. The gateway's picture includes most of the quiet zone. */
function QrCode({ qrCode, onRetry }: QrCodeProps) {
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

type LinkStepsProps = { qrCode: string | null; isAsking: boolean; onNewQr: () => void; onRetry: () => void }

export function LinkSteps({ qrCode, isAsking, onNewQr, onRetry }: LinkStepsProps) {
  return (
    <div className="flex flex-wrap items-start justify-center gap-x-8 gap-y-5 md:justify-start">
      <QrCode qrCode={isAsking ? null : qrCode} onRetry={onRetry} />
      <div className="max-w-[460px] flex-1 basis-[280px]">
        <h2 className="font-semibold text-title">Vincule el WhatsApp de la empresa</h2>
        <p className="mt-1 max-w-[380px] text-body text-muted">
          Los avisos a los clientes saldrán de ese número. Use el teléfono de la empresa, no uno personal.
        </p>
        <ol className="my-5 grid gap-3">
          <Step number={1}>Abra WhatsApp en el teléfono de la empresa.</Step>
          <Step number={2}>
            Toque <b className="font-semibold">Dispositivos vinculados</b> y luego{' '}
            <b className="font-semibold">Vincular un dispositivo</b>.
          </Step>
          <Step number={3}>
            Apunte la cámara a este código. Se renueva solo y vence si nadie lo escanea en dos minutos y medio.
          </Step>
        </ol>
        <Button
          icon={<QrIcon size={16} aria-hidden="true" />}
          className="max-md:w-full"
          busy={isAsking}
          busyLabel="Generando QR..."
          onClick={onNewQr}
        >
          Obtener nuevo QR
        </Button>
      </div>
    </div>
  )
}

function Step({ number, children }: { number: number; children: ReactNode }) {
  return (
    <li className="flex gap-3 text-body">
      <span
        aria-hidden="true"
        className="grid size-6 shrink-0 place-items-center rounded-full bg-surface-3 font-semibold text-[12px]"
      >
        {number}
      </span>
      <span className="min-w-0 pt-0.5">{children}</span>
    </li>
  )
}
