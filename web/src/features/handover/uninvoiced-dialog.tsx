import { Link } from 'react-router'
import { Button, buttonClass } from '../../ui/controls/button.tsx'
import { Dialog } from '../../ui/overlays/dialog.tsx'
import { type HandoverForm, selectUninvoiced } from './handover-form.ts'

type UninvoicedDialogProps = { form: HandoverForm; onClose: () => void; onHandOver: () => void }

/** Asks before packages leave that no invoice names: what is not invoiced now is easily forgotten. */
export function UninvoicedDialog({ form, onClose, onHandOver }: UninvoicedDialogProps) {
  const packages = selectUninvoiced(form)
  const unpriced = packages.filter(({ totalPrice }) => totalPrice === null).length
  return (
    <Dialog
      title={`${packages.length} sin facturar`}
      size="sm"
      shape="card"
      firstFocus="[data-bill]"
      onClose={onClose}
      footer={
        <>
          <Button onClick={onHandOver}>Entregar sin factura</Button>
          <Link
            data-bill
            to={`/facturar?cliente=${form.client.id}`}
            state={{ step: 1 }}
            className={buttonClass('primary')}
          >
            Facturar
          </Link>
        </>
      }
    >
      <p className="px-5 pt-1 pb-5 text-body">
        {packages.map(({ companyPackageId }) => `#${companyPackageId}`).join(', ')}
        {unpriced > 0 && <b className="font-semibold">{` · ${unpriced} sin precio`}</b>}
      </p>
    </Dialog>
  )
}
