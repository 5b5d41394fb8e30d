import type { CashDrawer } from '@casillero/shared/contract/cash'
import type { Currency } from '@casillero/shared/contract/currencies'
import { useId } from 'react'
import { FormProvider } from 'react-hook-form'
import { FormBody, useServerForm } from '../../crud/server-form.tsx'
import { Button } from '../../ui/controls/button.tsx'
import { Surface } from '../../ui/layout/surface.tsx'
import { OpeningFields, openingTexts, useOpening } from '../taking/opening.tsx'

type OpenFormProps = { drawer: CashDrawer; currencies: readonly Currency[]; onOpened: () => void }

export function OpenForm({ drawer, currencies, onOpened }: OpenFormProps) {
  const id = useId()
  const options = useOpening(drawer, currencies)
  const saved = useServerForm({ ...options, texts: openingTexts, onSaved: onOpened })
  return (
    <FormProvider {...saved.form}>
      <Surface className="max-w-[560px]">
        <FormBody id={id} saved={saved} className="p-4 md:p-5">
          <h2 className="font-semibold text-card">{`Abrir ${drawer.name}`}</h2>
          <OpeningFields currencies={currencies} />
          <div className="mt-5 flex justify-end">
            <Button
              type="submit"
              variant="primary"
              className="max-md:w-full"
              busy={saved.isSaving}
              busyLabel="Abriendo..."
            >
              Abrir turno
            </Button>
          </div>
        </FormBody>
      </Surface>
    </FormProvider>
  )
}
