import { ScanBarcode } from 'lucide-react'
import type { ReactNode } from 'react'

export function SearchKeys({ mayBill }: { mayBill: boolean }) {
  return (
    <p className="flex w-full flex-wrap items-center gap-x-4 gap-y-1 text-label text-muted">
      <span>
        <Key>↑</Key> <Key>↓</Key> elegir
      </span>
      <span>
        <Key>↵</Key> abrir
      </span>
      {mayBill && (
        <span>
          <Key>Ctrl ↵</Key> facturar al cliente
        </span>
      )}
      <span className="ml-auto flex items-center gap-2">
        También puede escanear
        <ScanBarcode size={16} aria-hidden="true" />
      </span>
    </p>
  )
}

export const Key = ({ children }: { children: ReactNode }) => (
  <span className="rounded-[4px] border border-grey-line bg-surface px-1 text-[12px] text-muted">{children}</span>
)
