import { useState } from 'react'
import { Button } from '../../ui/controls/button.tsx'
import { useMedia } from '../../ui/layout/media.ts'
import { Dialog } from '../../ui/overlays/dialog.tsx'
import { SignaturePad } from './signature-pad.tsx'

type SignatureFieldProps = { value: string | null; onChange: (signature: string | null) => void }

/** The signature, drawn where there is room for it; a phone opens it as wide as its screen. */
export function SignatureField({ value, onChange }: SignatureFieldProps) {
  const isRoomy = useMedia('(min-width: 768px)')
  const [isOpen, setIsOpen] = useState(false)
  return (
    <div className="grid gap-1">
      <div className="flex items-center justify-between">
        <span className="font-medium text-label">Firma</span>
        {value !== null && (
          <Button variant="link" size="sm" className="-my-1" onClick={() => onChange(null)}>
            Borrar
          </Button>
        )}
      </div>
      {isRoomy ? (
        <SignaturePad value={value} onChange={onChange} className="h-[120px]" />
      ) : (
        <button
          type="button"
          aria-label={value === null ? 'Firmar' : 'Cambiar la firma'}
          onClick={() => setIsOpen(true)}
          className="grid h-[112px] w-full place-items-center overflow-hidden rounded-md border border-control bg-white text-[15px] text-[#22469b]"
        >
          {value === null ? (
            'Tocar para firmar'
          ) : (
            <img src={value} alt="" className="h-[104px] w-full object-contain" />
          )}
        </button>
      )}
      {isRoomy && <p className="text-help text-muted">Opcional. Con el dedo, el mouse o una tableta.</p>}
      {isOpen && <SignatureSheet value={value} onChange={onChange} onClose={() => setIsOpen(false)} />}
    </div>
  )
}

function SignatureSheet({ value, onChange, onClose }: SignatureFieldProps & { onClose: () => void }) {
  return (
    <Dialog
      title="Firma"
      size="full"
      onClose={onClose}
      footer={
        <>
          <Button className="max-md:flex-1" disabled={value === null} onClick={() => onChange(null)}>
            Borrar
          </Button>
          <Button variant="primary" className="max-md:flex-1" onClick={onClose}>
            Listo
          </Button>
        </>
      }
    >
      <div className="flex h-full flex-col justify-center px-3 py-3">
        <SignaturePad value={value} onChange={onChange} className="h-[min(60vw,70%)] min-h-40" />
        <p className="mt-2 text-help text-muted">Firme con el dedo dentro del recuadro.</p>
      </div>
    </Dialog>
  )
}
