import type { Currency } from '@casillero/shared/contract/currencies'
import { useMutation } from '@tanstack/react-query'
import { Pencil, Star, Trash2 } from 'lucide-react'
import { useState } from 'react'
import type { ListQuery } from '../../crud/list-state.ts'
import { RemoveDialog } from '../../crud/remove-dialog.tsx'
import { ResourceList, useResource } from '../../crud/resource-page.tsx'
import { ResourceSearch } from '../../crud/resource-search.tsx'
import { call, read } from '../../lib/api.ts'
import { useMay } from '../../lib/session.ts'
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

type Open = { kind: 'form'; currency?: Currency } | { kind: 'remove'; currency: Currency }

export function CurrenciesPanel() {
  const may = useMay()
  const resource = useResource(readCurrencies, texts)
  const [open, setOpen] = useState<Open>()
  const close = () => setOpen(undefined)
  const makeDefault = useMutation({
    mutationFn: ({ id }: Currency) => call('PATCH /api/currencies/:id/set-default', { params: { id } }),
    onSuccess: () => toastSuccess('Moneda predeterminada actualizada exitosamente'),
    onError: (error) => toastFailure(error, 'Error al establecer moneda predeterminada'),
  })
  const mayWrite = may('settings.write')
  const create = mayWrite ? () => setOpen({ kind: 'form' }) : undefined
  const edit = mayWrite ? (currency: Currency) => setOpen({ kind: 'form', currency }) : undefined
  const listActions = (currency: Currency) => [
    ...(currency.isDefault
      ? []
      : [
          {
            label: 'Establecer como predeterminada',
            icon: <Star size={18} />,
            run: () => makeDefault.mutate(currency),
          },
        ]),
    { label: 'Editar moneda', icon: <Pencil size={18} />, run: () => setOpen({ kind: 'form', currency }) },
    {
      label: 'Eliminar moneda',
      icon: <Trash2 size={18} />,
      tone: 'danger' as const,
      blocked: whyItStays(currency),
      run: () => setOpen({ kind: 'remove', currency }),
    },
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
          formatName: ({ code }) => code,
          onOpen: edit,
          look: { minWidth: 740 },
          ...(mayWrite ? { actions: listActions } : {}),
        }}
      />
      {open?.kind === 'form' && <CurrencyForm currency={open.currency} onClose={close} />}
      {open?.kind === 'remove' && (
        <RemoveDialog
          thing="la moneda"
          title={`¿Eliminar la moneda ${open.currency.code}?`}
          run={() => call('DELETE /api/currencies/:id', { params: { id: open.currency.id } })}
          onClose={close}
        >
          Se eliminará la moneda <b className="font-semibold">{open.currency.name}</b> ({open.currency.code}).
        </RemoveDialog>
      )}
    </>
  )
}

function whyItStays({ isDefault, code }: Currency): string | undefined {
  if (isDefault) return 'No se puede eliminar la moneda predeterminada'
  return code === 'USD' ? 'El dólar es la moneda base' : undefined
}
