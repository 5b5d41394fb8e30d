import type { Charge } from '@casillero/shared/contract/charges'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Plus } from 'lucide-react'
import { ResourceList, useResource } from '../../crud/resource-page.tsx'
import { useInactive, useRecords } from '../../crud/use-records.tsx'
import { wholeList } from '../../crud/whole-list.ts'
import { call, read } from '../../lib/api.ts'
import { Button } from '../../ui/controls/button.tsx'
import { defer } from '../../ui/feedback/defer.tsx'
import { toastFailure } from '../../ui/feedback/failure-toast.tsx'
import { toastSuccess } from '../../ui/feedback/toast.tsx'
import { Page } from '../../ui/layout/page.tsx'
import { DialogWait } from '../../ui/overlays/dialog-wait.tsx'
import { ChargeCard, chargeColumns } from './charge-columns.tsx'
import { describePreset, type Preset, presets } from './charge-texts.ts'
import { StorageCard } from './storage-card.tsx'

const ChargeForm = defer(() => import('./charge-form.tsx').then((module) => module.ChargeForm), DialogWait)

const texts = {
  title: 'Cargos',
  create: 'Nuevo Cargo',
  empty: 'No se encontraron cargos',
  emptyHint: 'Lo que se cobra además del flete: manejo, seguro, trámites, impuestos que se pagan por el cliente.',
  failed: 'Error al cargar los cargos',
}

/** Storage has a card of its own. */
const isListed = ({ kind }: Charge) => kind !== 'storage'

const formatName = ({ name }: Charge) => name

export function ChargesPage() {
  const { query, control } = useInactive()
  const resource = useResource(() => wholeList(read('GET /api/charges', { query }), isListed), texts)
  const tariffs = useQuery(read('GET /api/tariffs')).data?.data ?? []
  const { mayWrite, create, edit, listActions, dialogs } = useRecords<Charge>({
    thing: 'el cargo',
    formatName,
    Form: ChargeForm,
    remove: (id) => call('DELETE /api/charges/:id', { params: { id } }),
    write: 'settings.write',
  })
  return (
    <Page title={texts.title} action={create && { label: texts.create, run: create }}>
      <StorageCard mayWrite={mayWrite} />
      <div className="mb-2.5 flex min-h-(--control) items-center">{control}</div>
      <ResourceList
        texts={texts}
        resource={resource}
        onCreate={create}
        table={{
          columns: chargeColumns(tariffs),
          card: (charge) => <ChargeCard charge={charge} tariffs={tariffs} />,
          formatName,
          onOpen: edit,
          look: { minWidth: 880, rowHeight: 56, rowClass: ({ isActive }) => (isActive ? undefined : 'text-muted') },
          ...(mayWrite ? { actions: listActions } : {}),
        }}
      />
      {mayWrite && <Presets charges={resource.query.data?.data} />}
      {dialogs}
    </Page>
  )
}

function Presets({ charges }: { charges: readonly Charge[] | undefined }) {
  const queries = useQueryClient()
  const take = useMutation({
    mutationFn: (preset: Preset) => call('POST /api/charges', { body: preset }),
    onSuccess: ({ data }) => {
      toastSuccess(`Cargo ${data.name} creado`)
      void queries.invalidateQueries()
    },
    onError: (error) => toastFailure(error, 'Error al crear el cargo'),
  })
  const has = (name: string) => charges?.some((charge) => charge.name.toLowerCase() === name.toLowerCase())
  const left = presets.filter(({ name }) => !has(name))
  if (charges === undefined || left.length === 0) return null
  return (
    <div className="mt-3 flex flex-wrap items-center gap-2">
      <span className="text-body text-muted">Otros comunes:</span>
      {left.map((preset) => (
        <Button
          key={preset.name}
          size="sm"
          icon={<Plus size={15} aria-hidden="true" />}
          title={describePreset(preset)}
          disabled={take.isPending}
          onClick={() => take.mutate(preset)}
        >
          {preset.name}
        </Button>
      ))}
    </div>
  )
}
