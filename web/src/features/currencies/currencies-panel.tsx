import type { Currency } from '@casillero/shared/contract/currencies'
import { useMutation } from '@tanstack/react-query'
import { Star } from 'lucide-react'
import type { ListQuery } from '../../crud/list-state.ts'
import { ResourceList, useResource } from '../../crud/resource-page.tsx'
import { ResourceSearch } from '../../crud/resource-search.tsx'
import { useRecords } from '../../crud/use-records.tsx'
import { call, read } from '../../lib/api.ts'
import { defer } from '../../ui/feedback/defer.tsx'
import { toastFailure } from '../../ui/feedback/failure-toast.tsx'
import { toastSuccess } from '../../ui/feedback/toast.tsx'
import { Toolbar } from '../../ui/layout/toolbar.tsx'
import { DialogWait } from '../../ui/overlays/dialog-wait.tsx'
import { CurrencyCard, currencyColumns } from './currency-columns.tsx'

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
  const makeDefault = useMutation({
    mutationFn: ({ id }: Currency) => call('PATCH /api/currencies/:id/set-default', { params: { id } }),
    onSuccess: () => toastSuccess('Moneda predeterminada actualizada exitosamente'),
    onError: (error) => toastFailure(error, 'Error al establecer moneda predeterminada'),
  })
  const allActions = (currency: Currency) => [
    ...(currency.isDefault
      ? []
      : [
          {
            label: 'Establecer como predeterminada',
            icon: <Star size={18} />,
            run: () => makeDefault.mutate(currency),
          },
        ]),
    ...listActions(currency).map((action) => ({ ...action, label: `${action.label} moneda` })),
  ]

  return (
    <>
      <Toolbar action={create && { label: texts.create, run: create }} note="Todas las tasas son relativas al USD">
        <ResourceSearch
          texts={texts}
          resource={resource}
          read={readCurrencies}
          exact={({ code }) => [code]}
          onOpen={edit}
        />
      </Toolbar>
      <ResourceList
        texts={texts}
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
