import type { ShippingMethod } from '@casillero/shared/contract/shipping-methods'
import { useMutation } from '@tanstack/react-query'
import { Star } from 'lucide-react'
import { ResourceList, useResource } from '../../crud/resource-page.tsx'
import { useInactive, useRecords } from '../../crud/use-records.tsx'
import { wholeList } from '../../crud/whole-list.ts'
import { call, read } from '../../lib/api.ts'
import { Badge } from '../../ui/display/badge.tsx'
import { defer } from '../../ui/feedback/defer.tsx'
import { toastFailure } from '../../ui/feedback/failure-toast.tsx'
import { toastSuccess } from '../../ui/feedback/toast.tsx'
import { Switch } from '../../ui/forms/switch.tsx'
import { Toolbar } from '../../ui/layout/toolbar.tsx'
import type { Column } from '../../ui/lists/table.tsx'
import { DialogWait } from '../../ui/overlays/dialog-wait.tsx'

type Toggle = ((method: ShippingMethod) => void) | undefined

const methodColumns = (toggle: Toggle): readonly Column<ShippingMethod>[] => [
  { header: 'Nombre', cell: (method) => <MethodName method={method} /> },
  { header: 'Estado', width: 176, cell: (method) => <MethodState method={method} toggle={toggle} /> },
]

function MethodCard({ method, toggle }: { method: ShippingMethod; toggle: Toggle }) {
  return (
    <>
      <MethodName method={method} />
      {/* Lies above the card, which opens as a whole. */}
      <div className="relative z-1 w-fit text-body">
        <MethodState method={method} toggle={toggle} />
      </div>
    </>
  )
}

function MethodName({ method: { name, isActive, isDefault } }: { method: ShippingMethod }) {
  return (
    <span className="flex min-h-6 flex-wrap items-center gap-2 max-md:pr-10">
      <span className="min-w-0 break-words font-medium text-body" title={name}>
        {name}
      </span>
      {isDefault && <Badge tone="blue">Predeterminado</Badge>}
      {!isActive && <Badge tone="grey">Inactivo</Badge>}
    </span>
  )
}

/** The default method is always on. */
function MethodState({ method, toggle }: { method: ShippingMethod; toggle: Toggle }) {
  if (method.isDefault) return <span className="text-muted">Siempre activo</span>
  if (toggle === undefined) return null
  return (
    <Switch
      checked={method.isActive}
      onChange={() => toggle(method)}
      label={
        <>
          Activo <span className="sr-only">{method.name}</span>
        </>
      }
    />
  )
}

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

const formatName = ({ name }: ShippingMethod) => name

export function ShippingMethodsPanel() {
  const { query, control } = useInactive()
  const resource = useResource(() => wholeList(read('GET /api/shipping-methods', { query })), texts)
  const { mayWrite, create, listActions, table, dialogs } = useRecords<ShippingMethod>({
    thing: 'el método de envío',
    formatName,
    Form: ShippingMethodForm,
    remove: (id) => call('DELETE /api/shipping-methods/:id', { params: { id } }),
    write: 'settings.write',
    whyItStays,
    question: { title: ({ name }) => `¿Eliminar el método ${name}?`, texts: { confirm: 'Eliminar Método' } },
  })
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
  const switchOn = mayWrite ? (method: ShippingMethod) => !toggle.isPending && toggle.mutate(method) : undefined
  const allActions = (method: ShippingMethod) => [
    ...(method.isActive && !method.isDefault
      ? [{ label: 'Establecer como predeterminado', icon: <Star size={18} />, run: () => makeDefault.mutate(method) }]
      : []),
    ...listActions(method),
  ]

  return (
    <>
      <Toolbar action={create && { label: texts.create, run: create }}>{control}</Toolbar>
      <ResourceList
        resource={resource}
        onCreate={create}
        table={{
          ...table,
          columns: methodColumns(switchOn),
          card: (method) => <MethodCard method={method} toggle={switchOn} />,
          look: { minWidth: 560, rowClass: (method) => (method.isActive ? undefined : 'text-muted') },
          ...(mayWrite ? { actions: allActions } : {}),
        }}
      />
      {dialogs}
    </>
  )
}

const whyItStays = ({ isDefault }: ShippingMethod): string | undefined =>
  isDefault ? 'No se puede eliminar el método predeterminado' : undefined
