import type { CashSession } from '@casillero/shared/contract/cash'
import { Button } from '../../ui/controls/button.tsx'
import { Dialog } from '../../ui/overlays/dialog.tsx'
import { ClosureTable } from './closure-table.tsx'
import { OtherMethods } from './other-methods.tsx'

type XReportProps = { session: CashSession; onClose: () => void }

/** The expected cash of the drawer at this moment; nothing is closed by it. */
export function XReport({ session, onClose }: XReportProps) {
  return (
    <Dialog
      title="Corte X"
      size="2xl"
      firstFocus="[data-close-report]"
      onClose={onClose}
      footer={
        <Button data-close-report variant="primary" className="max-md:flex-1" onClick={onClose}>
          Cerrar
        </Button>
      }
    >
      <div className="grid gap-3 px-4 pt-1 pb-5 md:px-5">
        <ClosureTable balances={session.balances ?? []} />
        <OtherMethods session={session} />
      </div>
    </Dialog>
  )
}
