import { expect, test } from 'vitest'
import { ana, currencies, method, nio, readyPackage, usd } from '../../../../test/invoice-form-example.ts'
import { noCharges } from '../items/charge-rows.ts'
import { type InvoiceAction, invoiceForm } from './invoice-form-actions.ts'
import { findRefusedPackage, invoiceBody } from './invoice-form-body.ts'
import { doubtUnpaid, firstDoubt, firstProblem } from './invoice-form-check.ts'
import { emptyForm, type InvoiceForm, isEntered } from './invoice-form-state.ts'
import { findCurrency, formTotals } from './invoice-form-totals.ts'

const first = readyPackage('first')
const second = readyPackage('second', {
  weight: 3.1,
  discountType: 'fixed_amount',
  discountValue: 1,
  finalPricePerPound: 3.427419,
})
const unweighed = readyPackage('unweighed', { weight: null, finalPricePerPound: null, totalPrice: null })

const after = (...actions: InvoiceAction[]): InvoiceForm => actions.reduce(invoiceForm, emptyForm('key'))
const chosen: InvoiceAction = { type: 'clientChosen', client: ana }
const loaded: InvoiceAction = { type: 'packagesLoaded', clientId: 'ana', rows: [first, second, unweighed] }
const shipped: InvoiceAction = { type: 'shippingIncluded', isIncluded: true, currencyId: 'USD' }

const workedExample: InvoiceAction[] = [
  chosen,
  loaded,
  { type: 'currencyChosen', id: 'NIO' },
  shipped,
  { type: 'shippingChanged', change: { price: '5.00', address: ' Km 4.5 ' } },
  { type: 'discountChanged', id: 'second', discount: { type: 'fixed_amount', value: '0.50' } },
  { type: 'generalDiscountChanged', discount: { type: 'percentage', value: '10' } },
  { type: 'paymentsToggled', currencyId: 'NIO' },
  { type: 'paymentChanged', key: 1, change: { total: '10', currencyId: 'USD' } },
  { type: 'paymentAdded', currencyId: 'NIO' },
  { type: 'paymentChanged', key: 2, change: { total: '200.00', method: 'transfer', reference: 'TRF-1' } },
  { type: 'paymentAdded', currencyId: 'NIO' },
]

test('all ready packages are selected, but those that cannot be invoiced', () => {
  expect([...after(chosen, loaded).ticked]).toEqual(['first', 'second'])
})

test('packages of a client who is no longer chosen are left out', () => {
  expect(after(chosen, { type: 'reset', key: 'new' }, loaded)).toEqual(emptyForm('new'))
})

test('loading the list again keeps what was unticked and typed, and drops packages that are no longer in it', () => {
  const form = after(
    chosen,
    loaded,
    { type: 'ticked', id: 'first' },
    { type: 'discountChanged', id: 'first', discount: { type: 'percentage', value: '10' } },
    { type: 'discountChanged', id: 'second', discount: { type: 'percentage', value: '20' } },
    { type: 'packageRefused', id: 'second', sentence: 'El paquete #2 ya está facturado en la factura #7' },
    { type: 'packagesLoaded', clientId: 'ana', rows: [first, readyPackage('third')] },
  )
  expect([...form.ticked]).toEqual([])
  expect([...form.discounts.keys()]).toEqual(['first'])
  expect(form.refusals.size).toBe(0)
})

test('unchecking shipping clears its price and its comments, and keeps the address', () => {
  const { shipping } = after(
    shipped,
    { type: 'shippingChanged', change: { price: '5', comments: 'Llamar', address: 'Km 4.5' } },
    { ...shipped, isIncluded: false },
  )
  expect(shipping).toMatchObject({ isIncluded: false, price: '', comments: '', address: 'Km 4.5' })
})

test('the missing amount is filled into the payment that waits for one, else into a new one in cash', () => {
  const complete: InvoiceAction = { type: 'paymentCompleted', currencyId: 'USD', total: '9.64' }
  const form = after(chosen, loaded, { type: 'paymentsToggled', currencyId: 'NIO' }, complete)
  expect(form.payments).toMatchObject([{ total: '9.64', currencyId: 'USD', method: 'cash' }])
  expect(invoiceForm(form, complete).payments).toHaveLength(2)
})

test('the checks of an invoice form come in the order of its fields', () => {
  const problem = (form: InvoiceForm, parts: Partial<Parameters<typeof firstProblem>[1]> = {}) =>
    firstProblem(form, { currency: usd, method, ...parts })?.sentence
  const withAddress: InvoiceAction = { type: 'shippingChanged', change: { address: 'Km 4.5' } }
  const withPrice: InvoiceAction = { type: 'shippingChanged', change: { price: '5' } }
  const withoutCurrency: InvoiceAction = { type: 'shippingChanged', change: { currencyId: '' } }
  expect(problem(after(), { currency: undefined })).toBe('Debe seleccionar un cliente')
  expect(problem(after(chosen), { currency: undefined })).toBe('Debe seleccionar al menos un paquete')
  expect(problem(after(chosen, loaded), { currency: undefined })).toBe('Debe seleccionar una moneda')
  expect(problem(after(chosen, loaded), { method: undefined })).toBeUndefined()
  expect(problem(after(chosen, loaded, shipped), { method: undefined })).toBe('Debe seleccionar un método de envío')
  expect(problem(after(chosen, loaded, shipped))).toBe('Debe especificar la dirección de envío')
  expect(problem(after(chosen, loaded, shipped, { type: 'shippingChanged', change: { address: '  ' } }))).toBe(
    'Debe especificar la dirección de envío',
  )
  expect(problem(after(chosen, loaded, shipped, withAddress))).toBe('Debe especificar un costo de envío válido')
  expect(problem(after(chosen, loaded, shipped, withAddress, withPrice, withoutCurrency))).toBe(
    'Debe seleccionar una moneda para el envío',
  )
  expect(problem(after(chosen, loaded, shipped, withAddress, withPrice))).toBeUndefined()
})

test('the default currency stands until another is chosen', () => {
  expect(findCurrency(after(chosen), currencies)).toBe(usd)
  expect(findCurrency(after(chosen, { type: 'currencyChosen', id: 'NIO' }), currencies)).toBe(nio)
})

test('the form shows the amounts of the worked example of an invoice', () => {
  expect(formTotals(after(...workedExample), nio, currencies, noCharges)).toMatchObject({
    weight: 6.43,
    subtotal: 832.14,
    shippingTotal: 184,
    discountTotal: 101.61,
    totalAmount: 914.53,
    paidTotal: 564,
    pendingTotal: 350.53,
  })
})

test('the request body has the amounts on the screen, without payments that have no amount', () => {
  const form = after(...workedExample)
  expect(invoiceBody(form, 'ana', method, formTotals(form, nio, currencies, noCharges), 'session')).toEqual({
    clientId: 'ana',
    currencyId: 'NIO',
    items: [
      {
        itemType: 'package',
        packageId: 'first',
        description: null,
        quantity: 3.33,
        unitPrice: 3.75,
        discountType: 'none',
        discountValue: 0,
        amount: 12.49,
      },
      {
        itemType: 'package',
        packageId: 'second',
        description: null,
        quantity: 3.1,
        unitPrice: 3.427419,
        discountType: 'fixed_amount',
        discountValue: 0.5,
        amount: 10.63,
      },
    ],
    payments: [
      { total: 10, method: 'cash', reference: '', currencyId: 'USD' },
      { total: 200, method: 'transfer', reference: 'TRF-1', currencyId: 'NIO' },
    ],
    generalDiscountType: 'percentage',
    generalDiscountValue: 10,
    shipping: {
      shippingMethodId: 'moto',
      currencyId: 'USD',
      shippingPrice: 5,
      shippingAddress: 'Km 4.5',
      shippingCity: '',
      shippingDepartment: '',
      comments: '',
    },
    status: 'pending',
    charges: [],
    waivedCharges: [],
    cashSessionId: 'session',
    change: null,
    expectedTotal: 914.53,
  })
})

test('a slip of the hand is asked about: an open payment without an amount, a change that is larger than the total', () => {
  const opened: InvoiceAction = { type: 'paymentsToggled', currencyId: 'USD' }
  const paid = (total: string): InvoiceAction => ({ type: 'paymentChanged', key: 1, change: { total } })
  const doubt = (...actions: InvoiceAction[]) => {
    const form = after(chosen, loaded, ...actions)
    return firstDoubt(form, formTotals(form, usd, currencies, noCharges))?.sentence
  }
  expect(doubt()).toBeUndefined()
  expect(doubt(opened)).toBeUndefined()
  const noted: InvoiceAction = { type: 'paymentChanged', key: 1, change: { reference: 'TRF-1' } }
  expect(doubt(opened, noted)).toContain('Hay un pago sin monto, que no se guardará')
  const zero: InvoiceAction = { type: 'paymentChanged', key: 1, change: { total: '0' } }
  expect(doubt(opened, zero)).toContain('Hay un pago sin monto, que no se guardará')
  expect(doubt(opened, opened)).toBeUndefined()
  const { totalAmount } = formTotals(after(chosen, loaded), usd, currencies, noCharges)
  expect(doubt(opened, paid(String(2 * totalAmount)))).toBeUndefined()
  expect(doubt(opened, paid(String(2 * totalAmount + 0.01)))).toMatch(/^El vuelto sería US\$/)
})

test('an invoice is not sent while a text in it is no amount', () => {
  const opened: InvoiceAction = { type: 'paymentsToggled', currencyId: 'USD' }
  const paid = (total: string): InvoiceAction => ({ type: 'paymentChanged', key: 1, change: { total } })
  const problem = (...actions: InvoiceAction[]) =>
    firstProblem(after(chosen, loaded, ...actions), { currency: usd, method })?.sentence
  expect(problem(opened, paid('1.234'))).toBe('Escriba el monto así: 1234.50')
  expect(problem(opened, paid('1,234'))).toBeUndefined()
  expect(problem(opened, paid('1.234'), opened)).toBeUndefined()
  const taken = (value: string): InvoiceAction => ({
    type: 'discountChanged',
    id: 'first',
    discount: { type: 'fixed_amount', value },
  })
  expect(problem(taken('1.234'))).toBe('Escriba el monto así: 1234.50')
  expect(problem(taken('1.23'))).toBeUndefined()
})

test('a refusal is shown at the package of the line that was sent', () => {
  const totals = formTotals(after(chosen, loaded), usd, currencies, noCharges)
  const sentence = 'El paquete #2 cambió; vuelva a cargar la lista'
  expect(findRefusedPackage({ 'items.1.packageId': sentence }, totals)).toEqual({ row: second, sentence })
  expect(findRefusedPackage({ currencyId: 'El registro elegido ya no existe' }, totals)).toBeUndefined()
})

test('the form asks before a new start only when it would lose input', () => {
  expect(isEntered(after(chosen, loaded))).toBe(false)
  expect(isEntered(after(chosen, loaded, { type: 'ticked', id: 'first' }))).toBe(true)
  expect(isEntered(after(chosen, loaded, shipped))).toBe(true)
  expect(isEntered(after(chosen, loaded, { type: 'paymentsToggled', currencyId: 'USD' }))).toBe(false)
})

test('another try removes the errors of the last one', () => {
  const refused: InvoiceAction = { type: 'packageRefused', id: 'first', sentence: 'El paquete #1 cambió' }
  const form = after(chosen, loaded, refused, { type: 'answerLost' }, { type: 'sending' })
  expect(form).toMatchObject({ notice: 'none', key: 'key' })
  expect(form.refusals.size).toBe(0)
})

test('an invoice that nothing is paid of is asked about by its balance, and one that is paid or costs nothing is not', () => {
  const totalsOf = (form: InvoiceForm) => formTotals(form, usd, currencies, noCharges)
  const doubt = (...actions: InvoiceAction[]) => {
    const form = after(chosen, loaded, ...actions)
    return doubtUnpaid(form, totalsOf(form))
  }
  const asked = 'Sin pago: la factura queda pendiente por US$23.12. Si es correcto, presione Ctrl+Enter otra vez'
  expect(doubt()).toEqual({ sentence: asked, field: 'payments' })
  expect(doubt({ type: 'paymentsToggled', currencyId: 'USD' })).toEqual({ sentence: asked, field: 'payment-1' })
  expect(doubt({ type: 'paymentCompleted', currencyId: 'USD', total: '5' })).toBeUndefined()
  const free: InvoiceAction = { type: 'generalDiscountChanged', discount: { type: 'percentage', value: '100' } }
  expect(doubt(free)).toBeUndefined()
})

test('the last currency of the client is taken before the packages are there, and none that was chosen gives way to it', () => {
  const remembered: InvoiceAction = { type: 'currencyRemembered', clientId: 'ana', id: 'NIO' }
  expect(after(chosen, remembered, loaded).currencyId).toBe('NIO')
  expect(after(chosen, { type: 'currencyChosen', id: 'USD' }, remembered).currencyId).toBe('USD')
  expect(after(chosen, loaded, remembered).currencyId).toBeUndefined()
  expect(after(chosen, { ...remembered, clientId: 'luis' }).currencyId).toBeUndefined()
  expect(after(remembered).currencyId).toBeUndefined()
})
