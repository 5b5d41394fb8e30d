import './recovery-codes.css'
import { Copy, Printer } from 'lucide-react'
import { Button } from '../../ui/controls/button.tsx'
import { Note } from '../../ui/feedback/note.tsx'
import { toastError, toastSuccess } from '../../ui/feedback/toast.tsx'

const format = (code: string): string => `${code.slice(0, 5)} ${code.slice(5)}`

/** Shows codes that cannot be shown again. */
export function RecoveryCodes({ codes }: { codes: readonly string[] }) {
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(codes.map(format).join('\n'))
      toastSuccess('Códigos copiados')
    } catch {
      toastError('Cópielos con el teclado')
    }
  }
  return (
    <div className="grid gap-3">
      <Note tone="yellow">
        Con uno de estos códigos entra si pierde su teléfono. Cada uno sirve una vez, y no se vuelven a mostrar.
      </Note>
      <div className="codes-sheet">
        <p className="mb-3 hidden font-semibold print:block">Códigos de recuperación, {location.host}</p>
        <ul aria-label="Códigos de recuperación" className="grid grid-cols-2 gap-x-6 gap-y-1 font-mono text-body">
          {codes.map((code) => (
            <li key={code}>{format(code)}</li>
          ))}
        </ul>
      </div>
      <div className="flex gap-2">
        <Button icon={<Copy size={16} aria-hidden="true" />} onClick={() => void copy()}>
          Copiar
        </Button>
        <Button icon={<Printer size={16} aria-hidden="true" />} onClick={() => window.print()}>
          Imprimir
        </Button>
      </div>
    </div>
  )
}
