import type { CashDrawer } from '@casillero/shared/contract/cash'
import type { Currency } from '@casillero/shared/contract/currencies'
import { useQuery } from '@tanstack/react-query'
import { Wallet } from 'lucide-react'
import { type ReactNode, useEffect, useId } from 'react'
import { FormProvider } from 'react-hook-form'
import { FormBody, useServerForm } from '../../crud/server-form.tsx'
import { describeError, read } from '../../lib/api.ts'
import { useMay } from '../../lib/session.ts'
import { Button } from '../../ui/controls/button.tsx'
import { EmptyState, ErrorState } from '../../ui/feedback/empty-state.tsx'
import { SkeletonRows } from '../../ui/feedback/skeleton.tsx'
import { SelectInput } from '../../ui/forms/select-input.tsx'
import { Surface } from '../../ui/layout/surface.tsx'
import { useDeviceDrawer } from '../taking/device-drawer.ts'
import { OpeningFields, openingTexts, useOpening } from '../taking/opening.tsx'
import { OpenSession } from './open-session.tsx'

const failed = 'Error al cargar las cajas'

export function SessionPanel() {
  const device = useDeviceDrawer()
  const currencies = useQuery({ ...read('GET /api/currencies/active'), meta: { failed: 'Error al cargar datos' } })
  const drawer = device.toShow
  if (device.query.isError) {
    return (
      <Surface>
        <ErrorState title={describeError(device.query.error, failed)} onRetry={() => void device.query.refetch()} />
      </Surface>
    )
  }
  if (drawer === undefined || device.drawers === undefined || currencies.data === undefined) {
    return (
      <Surface>
        <SkeletonRows height={44} label="Cargando..." />
      </Surface>
    )
  }
  const used = device.drawers.filter(({ isActive }) => isActive)
  const choice = used.length > 1 && <DrawerChoice drawers={used} chosen={drawer} onChoose={device.choose} />
  if (drawer.openSession !== null) {
    return (
      <OpenSession
        key={drawer.openSession.id}
        drawer={{ ...drawer, openSession: drawer.openSession }}
        drawers={device.drawers}
        currencies={currencies.data.data}
        choice={choice}
      />
    )
  }
  return (
    <>
      {choice && <div className="mb-3 max-w-[240px]">{choice}</div>}
      <Closed
        drawer={drawer}
        form={
          <OpenForm
            key={drawer.id}
            drawer={drawer}
            currencies={currencies.data.data}
            onOpened={() => device.choose(drawer.id)}
          />
        }
      />
    </>
  )
}

function Closed({ drawer, form }: { drawer: CashDrawer; form: ReactNode }) {
  const may = useMay()
  if (may('cash.write')) return form
  return (
    <Surface>
      <EmptyState
        title={`${drawer.name} está cerrada`}
        hint="Aquí se ve lo cobrado mientras haya un turno."
        icon={<Wallet size={20} />}
      />
    </Surface>
  )
}

type DrawerChoiceProps = { drawers: readonly CashDrawer[]; chosen: CashDrawer; onChoose: (id: string) => void }

export function DrawerChoice({ drawers, chosen, onChoose }: DrawerChoiceProps) {
  return (
    <SelectInput
      aria-label="Caja de este dispositivo"
      value={chosen.id}
      onChange={({ target }) => onChoose(target.value)}
    >
      {drawers.map(({ id, name }) => (
        <option key={id} value={id}>
          {name}
        </option>
      ))}
    </SelectInput>
  )
}

type OpenFormProps = { drawer: CashDrawer; currencies: readonly Currency[]; onOpened: () => void }

function OpenForm({ drawer, currencies, onOpened }: OpenFormProps) {
  const id = useId()
  const options = useOpening(drawer, currencies)
  const saved = useServerForm({ ...options, texts: openingTexts, onSaved: onOpened })
  const { setFocus } = saved.form
  // On a touch screen the keyboard would cover the form.
  useEffect(() => {
    if (!matchMedia('(pointer: coarse)').matches) setFocus('opening.0.amount', { shouldSelect: true })
  }, [setFocus])
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
