import { useQuery } from '@tanstack/react-query'
import { Receipt } from 'lucide-react'
import { useState } from 'react'
import { LostRow } from '../../crud/lost-row.tsx'
import { read } from '../../lib/api.ts'
import { Button } from '../../ui/controls/button.tsx'
import { Spinner } from '../../ui/controls/spinner.tsx'
import { Dialog } from '../../ui/overlays/dialog.tsx'
import { VoucherFile } from './voucher-file.tsx'

const failed = 'Error al cargar el comprobante'

/** docs/product/vouchers.md, "Verifying". */
export function VoucherButton({ voucherId }: { voucherId: string }) {
  const [isOpen, setIsOpen] = useState(false)
  return (
    <>
      <Button variant="link" icon={<Receipt size={16} aria-hidden="true" />} onClick={() => setIsOpen(true)}>
        Comprobante
      </Button>
      {isOpen && <VoucherDialog voucherId={voucherId} onClose={() => setIsOpen(false)} />}
    </>
  )
}

function VoucherDialog({ voucherId, onClose }: { voucherId: string; onClose: () => void }) {
  const query = useQuery({ ...read('GET /api/vouchers/:id', { params: { id: voucherId } }), meta: { failed } })
  const voucher = query.data?.data
  return (
    <Dialog title="Comprobante" size="lg" onClose={onClose}>
      <div className="grid min-h-40 place-items-center px-4 pb-4">
        {voucher !== undefined ? (
          <VoucherFile voucher={voucher} />
        ) : query.isError ? (
          <LostRow
            error={query.error}
            lost="Este comprobante no existe."
            failed={failed}
            onRetry={() => void query.refetch()}
          />
        ) : (
          <Spinner label="Cargando el comprobante..." />
        )}
      </div>
    </Dialog>
  )
}
