import type { Charge } from '@casillero/shared/contract/charges'
import type { Client } from '@casillero/shared/contract/clients'
import type { Currency } from '@casillero/shared/contract/currencies'
import type { Invoice } from '@casillero/shared/contract/invoices'
import type { CourierPackage } from '@casillero/shared/contract/packages'
import type { ShippingMethod } from '@casillero/shared/contract/shipping-methods'
import type { Tariff } from '@casillero/shared/contract/tariffs'
import { businessDate } from '@casillero/shared/domain/business-date'
import type { WaitingCharge } from '@casillero/shared/domain/charges'
import { isTariffOffered, readyStatus } from '@casillero/shared/domain/package-choice'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useMemo, useReducer, useRef, useState } from 'react'
import { call, describeError, newIdempotencyKey, read } from '../../../lib/api.ts'
import { useMay, useSignedIn } from '../../../lib/session.ts'
import { toastError, toastSuccess } from '../../../ui/feedback/toast.tsx'
import { useDeviceDrawer } from '../../taking/device-drawer.ts'
import { addRows, type ChargeRows, listStandingRows, noCharges } from '../items/charge-rows.ts'
import { type PackageEdits, usePackageEdits } from '../items/package-edits.ts'
import { type Save, useInvoiceSaving } from '../saving/invoice-saving.tsx'
import { focusField } from './field-focus.ts'
import { type Dispatch, invoiceForm } from './invoice-form-actions.ts'
import { findMethod } from './invoice-form-check.ts'
import { dropDenied, emptyForm, type InvoiceForm, isBillable } from './invoice-form-state.ts'
import { type FormTotals, findCurrency, formTotals } from './invoice-form-totals.ts'

const perPage = 100

async function listAll(
  clientId: string,
  filter: { statusId: string; invoiced: 'false' } | { missing: 'invoice' },
  signal: AbortSignal,
): Promise<CourierPackage[]> {
  const found = new Map<string, CourierPackage>()
  let pages = 1
  for (let page = 1; page <= pages; page++) {
    const query = { clientId, ...filter, page: String(page), limit: String(perPage) }
    const reply = await call('GET /api/packages', { query, signal })
    // A package that moved to the next page meanwhile is read twice.
    for (const row of reply.data) found.set(row.id, row)
    pages = reply.pagination.pages
  }
  return [...found.values()]
}

/** docs/product/invoices.md, "Ready packages". */
const readyPackages = (clientId: string, statusId: string, signal: AbortSignal): Promise<CourierPackage[]> =>
  listAll(clientId, { statusId, invoiced: 'false' }, signal)

/** docs/product/invoices.md, "What left without an invoice". */
const unbilledPackages = (clientId: string, signal: AbortSignal): Promise<CourierPackage[]> =>
  listAll(clientId, { missing: 'invoice' }, signal)

type PackageLoader = { load: (client: Client, isUnbilled: boolean) => Promise<void>; stop: () => void }

function usePackageLoader(dispatch: Dispatch): PackageLoader {
  const queries = useQueryClient()
  const last = useLastCurrency()
  const running = useRef<AbortController>(null)
  const stop = () => running.current?.abort()
  useEffect(() => () => running.current?.abort(), [])

  const load = async (client: Client, isUnbilled: boolean) => {
    stop()
    const controller = new AbortController()
    running.current = controller
    const { signal } = controller
    try {
      const statuses = await queries.fetchQuery(read('GET /api/statuses'))
      const ready = readyStatus(statuses.data)
      const [here, left, currencyIds, currencies] = await Promise.all([
        ready === undefined || isUnbilled ? [] : readyPackages(client.id, ready.id, signal),
        unbilledPackages(client.id, signal),
        last.find(client.id, signal),
        queries.fetchQuery(read('GET /api/currencies/active')),
      ])
      if (signal.aborted) return
      const id = currencyIds.find((one) => currencies.data.some((currency) => currency.id === one))
      if (id !== undefined) dispatch({ type: 'currencyRemembered', clientId: client.id, id })
      const later = new Set(isUnbilled ? [] : left.map((row) => row.id))
      dispatch({ type: 'packagesLoaded', clientId: client.id, rows: [...here, ...left], later })
      const count = here.filter(isBillable).length
      if (ready === undefined) toastError('Estado "Listo para retirar" no encontrado')
      else if (count > 0) toastSuccess(`${count} paquetes listos para facturar`, { replaces: 'packages-ready' })
    } catch (error) {
      if (signal.aborted) return
      dispatch({ type: 'packagesFailed', clientId: client.id })
      toastError(describeError(error, 'Error al cargar paquetes del cliente'))
    }
  }
  return { load, stop }
}

function useChoosing(client: Client | undefined, dispatch: Dispatch) {
  const { load, stop } = usePackageLoader(dispatch)
  const [isUnbilled, setIsUnbilled] = useState(false)
  const choose = (chosen: Client, asked = false) => {
    setIsUnbilled(asked)
    dispatch({ type: 'clientChosen', client: chosen })
    void load(chosen, asked)
    focusField('currency')
  }
  const reload = () => {
    if (client === undefined) return
    dispatch({ type: 'packagesAsked' })
    void load(client, isUnbilled)
  }
  return { choose, reload, stop }
}

type DeskData = {
  currencies: readonly Currency[]
  methods: readonly ShippingMethod[]
  tariffs: readonly Tariff[]
  charges: readonly Charge[]
  retry: (() => void) | undefined
}

export type InvoiceDesk = {
  form: InvoiceForm
  dispatch: Dispatch
  data: DeskData
  currency: Currency | undefined
  method: ShippingMethod | undefined
  totals: FormTotals | undefined
  charges: ChargeRows
  edits: PackageEdits
  /** The package whose missing tariff is being created. */
  unpriced: CourierPackage | undefined
  askTariff: (row: CourierPackage | undefined) => void
  /** Applies to every package of that method without a tariff. */
  takeTariff: (tariff: Tariff) => void
  choose: (client: Client, isUnbilled?: boolean) => void
  reload: () => void
  reset: () => void
  save: Save
  isSaving: boolean
  /** Shown until the next invoice is saved or its bar is closed. */
  saved: Invoice | undefined
  closeSaved: () => void
}

function useChargeRows(form: InvoiceForm, data: DeskData, currency: Currency | undefined): ChargeRows {
  const { client, packages, ticked, charges: added, waivers } = form
  const waiting = useWaitingCharges(data.charges.length > 0 ? client?.id : undefined)
  // Memoised separately, so that typing elsewhere re-renders no row.
  const standing = useMemo(
    () =>
      currency
        ? listStandingRows({ packages, ticked, waivers }, { charges: data.charges, waiting }, currency)
        : noCharges,
    [packages, ticked, waivers, data.charges, waiting, currency],
  )
  return useMemo(
    () =>
      currency ? addRows(standing, { packages, charges: added }, data.charges, currency, data.currencies) : noCharges,
    [standing, packages, added, data.charges, currency, data.currencies],
  )
}

function usePricing(form: InvoiceForm, edits: PackageEdits) {
  const [unpriced, askTariff] = useState<CourierPackage>()
  const takeTariff = (tariff: Tariff) => {
    const rows = form.packages.rows.filter(
      ({ pricePerPound, shippingMethod }) => pricePerPound === null && shippingMethod === tariff.type,
    )
    if (rows.length > 0 && isTariffOffered(tariff, businessDate(new Date()))) void edits.saveTariffs(rows, tariff)
  }
  return { unpriced, askTariff, takeTariff }
}

export function useInvoiceDesk(onOpenInvoice: (id: string) => void): InvoiceDesk {
  const [entered, dispatch] = useReducer(invoiceForm, undefined, () => emptyForm(newIdempotencyKey()))
  const may = useMay()
  const [mayDiscount, mayTake] = [may('discounts.give'), may('payments.write')]
  const form = useMemo(() => dropDenied(entered, mayDiscount, mayTake), [entered, mayDiscount, mayTake])
  const data = useDeskData()
  const edits = usePackageEdits(dispatch)
  const { choose, reload, stop } = useChoosing(form.client, dispatch)
  const [saved, setSaved] = useState<Invoice>()
  const pricing = usePricing(form, edits)
  const currency = findCurrency(form, data.currencies)
  const method = findMethod(form, data.methods)
  const charges = useChargeRows(form, data, currency)
  const totals = useMemo(
    () => currency && formTotals(form, currency, data.currencies, charges),
    [form, currency, data.currencies, charges],
  )
  const lastCurrency = useLastCurrency()
  const cashSessionId = useDeviceDrawer().forPayments?.openSession.id
  const reset = () => {
    stop()
    dispatch({ type: 'reset', key: newIdempotencyKey() })
  }
  const saving = useInvoiceSaving({
    form,
    method,
    totals,
    cashSessionId,
    edits,
    dispatch,
    reset,
    onSaved: (invoice) => {
      lastCurrency.keep(invoice.currency.id)
      setSaved(invoice)
    },
    onOpenInvoice,
  })
  return {
    form,
    dispatch,
    data,
    currency,
    method,
    totals,
    charges,
    edits,
    ...pricing,
    reset,
    ...saving,
    saved,
    closeSaved: () => setSaved(undefined),
    choose,
    reload,
  }
}

function useDeskData(): DeskData {
  const meta = { failed: 'Error al cargar datos' }
  const currencies = useQuery({ ...read('GET /api/currencies/active'), meta })
  const methods = useQuery({ ...read('GET /api/shipping-methods/active'), meta })
  const tariffs = useQuery({ ...read('GET /api/tariffs', { query: { isActive: 'true' } }), meta })
  const charges = useQuery({ ...read('GET /api/charges'), meta })
  const failed = [currencies, methods, tariffs, charges].filter((query) => query.isError)
  return {
    currencies: currencies.data?.data ?? none,
    methods: methods.data?.data ?? none,
    tariffs: tariffs.data?.data ?? none,
    charges: charges.data?.data ?? none,
    retry:
      failed.length === 0
        ? undefined
        : () => {
            for (const query of failed) void query.refetch()
          },
  }
}

/** Reloads for every client. */
function useWaitingCharges(clientId: string | undefined): readonly WaitingCharge[] {
  const query = useQuery({
    ...read('GET /api/clients/:id/to-bill', { params: { id: clientId ?? '' } }),
    enabled: clientId !== undefined,
    meta: { failed: 'Error al cargar datos' },
  })
  const packages = query.data?.data.packages
  return useMemo(() => packages?.flatMap(({ waiting }) => waiting) ?? none, [packages])
}

// A constant, so that memoised values stay.
const none: never[] = []

async function findClientCurrency(clientId: string, signal: AbortSignal): Promise<string | undefined> {
  const query = { clientId, page: '1', limit: '1' }
  const { data } = await call('GET /api/invoices', { query, signal })
  return data[0]?.currency.id
}

/** docs/product/invoices.md, "Facturar". */
function useLastCurrency() {
  const { company } = useSignedIn()
  const key = `invoice currency ${company.id}`
  return {
    keep: (currencyId: string) => localStorage.setItem(key, currencyId),
    /** Currency ids, of which the first active one is used. If the call fails, only the device's own choice is tried. */
    find: async (clientId: string, signal: AbortSignal): Promise<string[]> => {
      const own = await findClientCurrency(clientId, signal).catch(() => undefined)
      return [own, localStorage.getItem(key)].filter((id) => typeof id === 'string')
    },
  }
}
