import type { CashDrawer } from '@casillero/shared/contract/cash'
import { useQuery } from '@tanstack/react-query'
import { Wallet } from 'lucide-react'
import type { ReactNode } from 'react'
import { describeError, read } from '../../lib/api.ts'
import { useMay } from '../../lib/session.ts'
import { EmptyState, ErrorState } from '../../ui/feedback/empty-state.tsx'
import { SkeletonRows } from '../../ui/feedback/skeleton.tsx'
import { SelectInput } from '../../ui/forms/select-input.tsx'
import { Surface } from '../../ui/layout/surface.tsx'
import { useDeviceDrawer } from '../taking/device-drawer.ts'
import { OpenForm } from './open-form.tsx'
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
