import type { Currency } from '@casillero/shared/contract/currencies'
import { useMutation } from '@tanstack/react-query'
import { Star } from 'lucide-react'
import type { ListQuery } from '../../crud/list-state.ts'
import { ResourceList, useResource } from '../../crud/resource-page.tsx'
import { ResourceSearch } from '../../crud/resource-search.tsx'
import { useRecords } from '../../crud/use-records.tsx'
import { call, read } from '../../lib/api.ts'
import { Amount } from '../../ui/display/amount.tsx'
import { Badge } from '../../ui/display/badge.tsx'
import { defer } from '../../ui/feedback/defer.tsx'
import { toastFailure } from '../../ui/feedback/failure-toast.tsx'
import { toastSuccess } from '../../ui/feedback/toast.tsx'
import { Toolbar } from '../../ui/layout/toolbar.tsx'
import type { Column } from '../../ui/lists/table.tsx'
import { DialogWait } from '../../ui/overlays/dialog-wait.tsx'

const currencyColumns: readonly Column<Currency>[] = [
  { header: 'Código', width: 84, cell: ({ code }) => <span className="font-semibold">{code}</span> },
  {
    header: 'Nombre',
    cell: ({ name, isDefault }) => (
      <span className="flex items-center gap-2">
        <span className="wrap-anywhere" title={name}>
          {name}
        </span>
        {isDefault && <DefaultBadge />}
      </span>
    ),
  },
  { header: 'Símbolo', width: 80, cell: ({ symbol }) => symbol },
  {
    header: 'Tasa Compra',
    width: 118,
    align: 'end',
    figures: ({ formattedRates }) => [formattedRates.compra],
    cell: ({ formattedRates }) => <Amount>{formattedRates.compra}</Amount>,
  },
  {
    header: 'Tasa Venta',
    width: 118,
    align: 'end',
    figures: ({ formattedRates }) => [formattedRates.venta],
    cell: ({ formattedRates }) => <Amount>{formattedRates.venta}</Amount>,
  },
  {
    header: 'Margen',
    width: 112,
    align: 'end',
    figures: ({ formattedRates }) => [formattedRates.spread],
    cell: ({ formattedRates }) => (
      <span className="text-muted">
        <Amount>{formattedRates.spread}</Amount>
      </span>
    ),
  },
]

function CurrencyCard({ currency }: { currency: Currency }) {
  const { code, name, symbol, formattedRates, isDefault } = currency
  return (
    <>
      <div className="flex flex-wrap items-center gap-2 pr-10">
        <span className="font-semibold text-body">{code}</span>
        {isDefault && <DefaultBadge />}
      </div>
      <p className="break-words pr-10 text-help text-muted">{`${name} · ${symbol}`}</p>
      <dl className="mt-2 flex flex-wrap gap-x-3 gap-y-1">
        <Rate label="Compra">{formattedRates.compra}</Rate>
        <Rate label="Venta">{formattedRates.venta}</Rate>
        <Rate label="Margen">{formattedRates.spread}</Rate>
      </dl>
    </>
  )
}

function Rate({ label, children }: { label: string; children: string }) {
  return (
    <div className="min-w-fit flex-1 basis-[28%]">
      <dt className="text-help text-muted">{label}</dt>
      <dd className="text-body">
        <Amount>{children}</Amount>
      </dd>
    </div>
  )
}

const DefaultBadge = () => (
  <span className="shrink-0">
    <Badge tone="blue">Predeterminada</Badge>
  </span>
)

const CurrencyForm = defer(() => import('./currency-form.tsx').then((module) => module.CurrencyForm), DialogWait)

const texts = {
  title: 'Monedas',
  search: 'Buscar por código, nombre o símbolo...',
  create: 'Nueva Moneda',
  empty: 'No se encontraron monedas',
  emptyHint: 'Con las monedas se factura y se reciben pagos.',
  failed: 'Error al cargar las monedas',
}

const readCurrencies = (query: ListQuery) => read('GET /api/currencies', { query })

const formatName = ({ code }: Currency) => code

function useMakeDefault() {
  const { mutate } = useMutation({
    mutationFn: ({ id }: Currency) => call('PATCH /api/currencies/:id/set-default', { params: { id } }),
    onSuccess: () => toastSuccess('Moneda predeterminada actualizada exitosamente'),
    onError: (error) => toastFailure(error, 'Error al establecer moneda predeterminada'),
  })
  return mutate
}

export function CurrenciesPanel() {
  const resource = useResource(readCurrencies, texts)
  const { mayWrite, create, edit, listActions, dialogs } = useRecords<Currency>({
    thing: 'la moneda',
    formatName,
    Form: CurrencyForm,
    remove: (id) => call('DELETE /api/currencies/:id', { params: { id } }),
    write: 'settings.write',
    whyItStays,
    question: {
      removed: ({ name, code }) => (
        <>
          <b className="font-semibold">{name}</b> ({code})
        </>
      ),
    },
  })
  const makeDefault = useMakeDefault()
  const allActions = (currency: Currency) => [
    ...(currency.isDefault
      ? []
      : [
          {
            label: 'Establecer como predeterminada',
            icon: <Star size={18} />,
            run: () => makeDefault(currency),
          },
        ]),
    ...listActions(currency).map((action) => ({ ...action, label: `${action.label} moneda` })),
  ]

  return (
    <>
      <Toolbar action={create && { label: texts.create, run: create }} note="Todas las tasas son relativas al USD">
        <ResourceSearch resource={resource} exact={({ code }) => [code]} onOpen={edit} />
      </Toolbar>
      <ResourceList
        resource={resource}
        onCreate={create}
        table={{
          columns: currencyColumns,
          card: (currency) => <CurrencyCard currency={currency} />,
          formatName,
          onOpen: edit,
          look: { minWidth: 740 },
          ...(mayWrite ? { actions: allActions } : {}),
        }}
      />
      {dialogs}
    </>
  )
}

function whyItStays({ isDefault, code }: Currency): string | undefined {
  if (isDefault) return 'No se puede eliminar la moneda predeterminada'
  return code === 'USD' ? 'El dólar es la moneda base' : undefined
}
