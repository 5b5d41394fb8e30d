import type { CashDrawer } from '@casillero/shared/contract/cash'
import type { Currency } from '@casillero/shared/contract/currencies'
import { FormDialog } from '../../crud/form-dialog.tsx'
import { OpeningFields, openingTexts, useOpening } from './opening.tsx'

type OpenDialogProps = { drawer: CashDrawer; currencies: readonly Currency[]; onClose: () => void }

/** Opens a drawer where a payment waits for it; what was typed there stays. */
export function OpenDialog({ drawer, currencies, onClose }: OpenDialogProps) {
  return (
    <FormDialog
      {...useOpening(drawer, currencies)}
      texts={{ ...openingTexts, title: `Abrir ${drawer.name}`, save: 'Abrir turno', saving: 'Abriendo...' }}
      size="lg"
      onClose={onClose}
    >
      <div className="pb-5">
        <OpeningFields currencies={currencies} />
      </div>
    </FormDialog>
  )
}
