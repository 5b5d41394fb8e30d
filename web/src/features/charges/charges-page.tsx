import type { Charge } from '@casillero/shared/contract/charges'
import type { Tariff } from '@casillero/shared/contract/tariffs'
import { chargeKindNames } from '@casillero/shared/domain/charge-text'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Pencil, Plus, Warehouse } from 'lucide-react'
import { useState } from 'react'
import { ResourcePage, useResource } from '../../crud/resource-page.tsx'
import { useInactive, useRecords } from '../../crud/use-records.tsx'
import { wholeList } from '../../crud/whole-list.ts'
import { call, read } from '../../lib/api.ts'
import { Button } from '../../ui/controls/button.tsx'
import { IconButton } from '../../ui/controls/icon-button.tsx'
import { Badge } from '../../ui/display/badge.tsx'
import { defer } from '../../ui/feedback/defer.tsx'
import { toastFailure } from '../../ui/feedback/failure-toast.tsx'
import { Bone } from '../../ui/feedback/skeleton.tsx'
import { toastSuccess } from '../../ui/feedback/toast.tsx'
import { Surface } from '../../ui/layout/surface.tsx'
import type { Column } from '../../ui/lists/table.tsx'
import { DialogWait } from '../../ui/overlays/dialog-wait.tsx'
import { describePreset, describeStorage, type Preset, presets, priceTexts, ruleTexts } from './charge-texts.ts'

const small = 'block text-help text-muted'

const chargeColumns = (tariffs: readonly Tariff[]): readonly Column<Charge>[] => [
  {
    header: 'Nombre',
    cell: ({ name }) => (
      <span className="wrap-anywhere font-medium" title={name}>
        {name}
      </span>
    ),
  },
  { header: 'Se cobra', width: 190, cell: ({ kind }) => chargeKindNames[kind] },
  {
    header: 'Precio',
    width: 140,
    align: 'end',
    cell: (charge) => {
      const { price, note } = priceTexts(charge)
      return (
        <>
          <span className="block font-semibold tabular-nums">{price}</span>
          {note !== '' && <span className={small}>{note}</span>}
        </>
      )
    },
  },
  {
    header: 'Se aplica',
    width: 230,
    cell: (charge) => {
      const { rule, note } = ruleTexts(charge, tariffs)
      return (
        <>
          <span className={charge.isAutomatic ? 'block' : 'block text-muted'}>{rule}</span>
          {note !== '' && <span className={`${small} wrap-anywhere`}>{note}</span>}
        </>
      )
    },
  },
  { header: 'Estado', width: 110, cell: ({ isActive }) => <ActiveBadge isActive={isActive} /> },
]

const ActiveBadge = ({ isActive }: { isActive: boolean }) => (
  <Badge tone={isActive ? 'green' : 'grey'}>{isActive ? 'Activo' : 'Inactivo'}</Badge>
)

function ChargeCard({ charge, tariffs }: { charge: Charge; tariffs: readonly Tariff[] }) {
  const { price, note } = priceTexts(charge)
  const { rule, note: where } = ruleTexts(charge, tariffs)
  return (
    <>
      <p className="flex items-baseline justify-between gap-3 pr-10">
        <span className="min-w-0 break-words font-semibold text-body">{charge.name}</span>
        <span className="whitespace-nowrap font-semibold tabular-nums">{price}</span>
      </p>
      <p className="mt-1 pr-10 text-help text-muted">
        {[chargeKindNames[charge.kind], note].filter(Boolean).join(' · ')}
      </p>
      <p className="mt-1 flex flex-wrap items-center gap-2 pr-10 text-help text-muted">
        <span className="min-w-0 break-words">{[rule, where].filter(Boolean).join(' · ')}</span>
        <ActiveBadge isActive={charge.isActive} />
      </p>
    </>
  )
}

const StorageForm = defer(() => import('./storage-form.tsx').then((module) => module.StorageForm), DialogWait)

const readAll = () => read('GET /api/charges', { query: { includeInactive: 'true' } })

function StorageCard({ mayWrite }: { mayWrite: boolean }) {
  const query = useQuery(readAll())
  const [isOpen, setIsOpen] = useState(false)
  const rule = query.data?.data.find(({ kind }) => kind === 'storage')
  return (
    <Surface className="mb-3 flex min-h-[70px] items-center gap-3.5 py-3 pr-2.5 pl-4">
      <span className="grid size-10 shrink-0 place-items-center rounded-md bg-surface-3 text-muted">
        <Warehouse size={19} aria-hidden="true" />
      </span>
      <div className="min-w-0 flex-1">
        <h2 className="flex flex-wrap items-center gap-2 font-semibold text-body">
          {rule?.name ?? 'Almacenaje'}
          {rule && <ActiveBadge isActive={rule.isActive} />}
        </h2>
        <RuleText rule={rule} isPending={query.isPending} isKnown={query.isSuccess} />
      </div>
      {mayWrite && query.isSuccess && (
        <IconButton
          label={rule ? 'Editar el almacenaje' : 'Configurar el almacenaje'}
          icon={<Pencil size={18} aria-hidden="true" />}
          onClick={() => setIsOpen(true)}
        />
      )}
      {isOpen && <StorageForm rule={rule} onClose={() => setIsOpen(false)} />}
    </Surface>
  )
}

function RuleText(props: { rule: Charge | undefined; isPending: boolean; isKnown: boolean }) {
  if (props.isPending) return <Bone className="mt-1.5 w-64 animate-late" />
  if (props.rule) return <p className="text-label text-muted">{describeStorage(props.rule)}</p>
  return <p className="text-label text-muted">{props.isKnown ? 'No configurado' : '—'}</p>
}

const ChargeForm = defer(() => import('./charge-form.tsx').then((module) => module.ChargeForm), DialogWait)

const texts = {
  title: 'Cargos',
  search: 'Buscar cargos...',
  create: 'Nuevo Cargo',
  empty: 'No se encontraron cargos',
  emptyHint: 'Lo que se cobra además del flete: manejo, seguro, trámites, impuestos que se pagan por el cliente.',
  failed: 'Error al cargar los cargos',
}

/** Excludes storage, which has its own card. */
const isListed = ({ kind }: Charge) => kind !== 'storage'

const formatName = ({ name }: Charge) => name

export function ChargesPage() {
  const { query, control } = useInactive()
  const resource = useResource(
    ({ search }) =>
      wholeList(read('GET /api/charges', { query }), { isListed, search, searched: ({ name }) => [name] }),
    texts,
  )
  const tariffs = useQuery(read('GET /api/tariffs')).data?.data ?? []
  const { mayWrite, create, table, dialogs } = useRecords<Charge>({
    thing: 'el cargo',
    formatName,
    Form: ChargeForm,
    remove: (id) => call('DELETE /api/charges/:id', { params: { id } }),
    write: 'settings.write',
  })
  return (
    <ResourcePage
      resource={resource}
      onCreate={create}
      above={
        <>
          <StorageCard mayWrite={mayWrite} />
          <div className="mb-2.5 flex min-h-(--control) items-center">{control}</div>
        </>
      }
      table={{
        ...table,
        columns: chargeColumns(tariffs),
        card: (charge) => <ChargeCard charge={charge} tariffs={tariffs} />,
        look: { minWidth: 880, rowHeight: 56, rowClass: ({ isActive }) => (isActive ? undefined : 'text-muted') },
      }}
    >
      {mayWrite && <Presets />}
      {dialogs}
    </ResourcePage>
  )
}

/** Offers what the company has under no such name, inactive charges included. */
function Presets() {
  const charges = useQuery(readAll()).data?.data
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
      <span className="text-body text-muted">{charges.length === 0 ? 'Comunes:' : 'Otros comunes:'}</span>
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
