import { QrCode as QrIcon } from 'lucide-react'
import type { ReactNode } from 'react'
import { Button } from '../../ui/controls/button.tsx'
import { QrCode } from './qr-code.tsx'

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
