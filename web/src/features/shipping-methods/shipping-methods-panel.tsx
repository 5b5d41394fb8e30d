import type { ShippingMethod } from '@casillero/shared/contract/shipping-methods'
import { useMutation } from '@tanstack/react-query'
import { Star } from 'lucide-react'
import { useState } from 'react'
import { useListState } from '../../crud/list-state.ts'
import { RemoveDialog } from '../../crud/remove-dialog.tsx'
import { ResourceList, useResource } from '../../crud/resource-page.tsx'
import { rowActions } from '../../crud/row-actions.tsx'
import { wholeList } from '../../crud/whole-list.ts'
import { call, read } from '../../lib/api.ts'
import { useMay } from '../../lib/session.ts'
import { defer } from '../../ui/feedback/defer.tsx'
import { toastFailure } from '../../ui/feedback/failure-toast.tsx'
import { toastSuccess } from '../../ui/feedback/toast.tsx'
import { Switch } from '../../ui/forms/switch.tsx'
import { Toolbar } from '../../ui/layout/toolbar.tsx'
import { DialogWait } from '../../ui/overlays/dialog-wait.tsx'
import { MethodCard, methodColumns } from './shipping-method-columns.tsx'

const ShippingMethodForm = defer(
  () => import('./shipping-method-form.tsx').then((module) => module.ShippingMethodForm),
  DialogWait,
)

const texts = {
  title: 'Métodos de Envío',
  create: 'Nuevo Método de Envío',
  empty: 'No se encontraron métodos de envío',
  emptyHint: 'Con ellos se entrega a domicilio lo que se factura.',
  failed: 'Error al cargar los métodos de envío',
}

type Open = { kind: 'form'; method?: ShippingMethod } | { kind: 'remove'; method: ShippingMethod }

export function ShippingMethodsPanel() {
  const may = useMay()
  const { value, setValue } = useListState()
  const isWithInactive = value('inactivos') === 'si'
  const query = isWithInactive ? { includeInactive: 'true' as const } : {}
  const resource = useResource(() => wholeList(read('GET /api/shipping-methods', { query })), texts)
  const [open, setOpen] = useState<Open>()
  const close = () => setOpen(undefined)
  const toggle = useMutation({
    mutationFn: ({ id }: ShippingMethod) => call('PUT /api/shipping-methods/:id/toggle-active', { params: { id } }),
    onSuccess: ({ data }) => toastSuccess(`Método de envío ${data.isActive ? 'activado' : 'desactivado'} exitosamente`),
    onError: (error) => toastFailure(error, 'Error al cambiar el estado del método'),
  })
  const makeDefault = useMutation({
    mutationFn: ({ id }: ShippingMethod) => call('PUT /api/shipping-methods/:id/set-default', { params: { id } }),
    onSuccess: () => toastSuccess('Método predeterminado actualizado exitosamente'),
    onError: (error) => toastFailure(error, 'Error al establecer método predeterminado'),
  })
  const mayWrite = may('settings.write')
  const create = mayWrite ? () => setOpen({ kind: 'form' }) : undefined
  const edit = mayWrite ? (method: ShippingMethod) => setOpen({ kind: 'form', method }) : undefined
  const remove = mayWrite ? (method: ShippingMethod) => setOpen({ kind: 'remove', method }) : undefined
  // The call toggles the state, so a second press must not undo the first.
  const switchOn = mayWrite ? (method: ShippingMethod) => !toggle.isPending && toggle.mutate(method) : undefined
  const listActions = (method: ShippingMethod) => [
    ...(method.isActive && !method.isDefault
      ? [{ label: 'Establecer como predeterminado', icon: <Star size={18} />, run: () => makeDefault.mutate(method) }]
      : []),
    ...rowActions(method, { edit, remove, whyItStays }),
  ]

  return (
    <>
      <Toolbar action={create && { label: texts.create, run: create }}>
        <Switch
          label="Mostrar inactivos"
          checked={isWithInactive}
          onChange={(isOn) => setValue('inactivos', isOn ? 'si' : null)}
        />
      </Toolbar>
      <ResourceList
        texts={texts}
        resource={resource}
        onCreate={create}
        table={{
          columns: methodColumns(switchOn),
          card: (method) => <MethodCard method={method} toggle={switchOn} />,
          formatName: ({ name }) => name,
          onOpen: edit,
          look: { minWidth: 560, rowClass: (method) => (method.isActive ? undefined : 'text-muted') },
          ...(mayWrite ? { actions: listActions } : {}),
        }}
      />
      {open?.kind === 'form' && <ShippingMethodForm method={open.method} onClose={close} />}
      {open?.kind === 'remove' && (
        <RemoveDialog
          thing="el método de envío"
          title={`¿Eliminar el método ${open.method.name}?`}
          texts={{ confirm: 'Eliminar Método' }}
          run={() => call('DELETE /api/shipping-methods/:id', { params: { id: open.method.id } })}
          onClose={close}
        >
          Se eliminará el método de envío <b className="font-semibold">{open.method.name}</b>.
        </RemoveDialog>
      )}
    </>
  )
}

const whyItStays = ({ isDefault }: ShippingMethod): string | undefined =>
  isDefault ? 'No se puede eliminar el método predeterminado' : undefined
