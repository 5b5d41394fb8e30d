import { Package, ReceiptText, ScanBarcode, Search } from 'lucide-react'
import { use } from 'react'
import { Link } from 'react-router'
import { useMay } from '../../lib/session.ts'
import { PageFrame } from '../../ui/layout/page.tsx'

const className =
  'flex h-16 w-full flex-col items-center justify-center gap-1.5 rounded-lg border border-line bg-surface font-medium text-body hover:bg-surface-2 [&_svg]:text-primary-text'

export function Shortcuts() {
  const mayReceive = useMay()('packages.write')
  const { onSearch } = use(PageFrame)
  return (
    <ul aria-label="Ir a" className="mb-3 grid grid-cols-3 gap-2.5">
      <li>
        <Link to="/facturar" className={className}>
          <ReceiptText size={20} aria-hidden="true" />
          Facturar
        </Link>
      </li>
      <li>
        {mayReceive ? (
          <Link to="/recepcion" className={className}>
            <ScanBarcode size={20} aria-hidden="true" />
            Recepción
          </Link>
        ) : (
          <Link to="/paquetes" className={className}>
            <Package size={20} aria-hidden="true" />
            Paquetes
          </Link>
        )}
      </li>
      <li>
        <button type="button" aria-haspopup="dialog" onClick={onSearch} className={className}>
          <Search size={20} aria-hidden="true" />
          Buscar
        </button>
      </li>
    </ul>
  )
}
