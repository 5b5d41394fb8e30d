import type { Tariff } from '@casillero/shared/contract/tariffs'
import { createElement as h } from 'react'
import type { Db } from '../../platform/database/database.ts'
import { listCharges } from '../charges/queries.ts'
import { findCordoba } from '../currencies/queries.ts'
import { chooseFields, estimatePrice } from './estimate-price.ts'
import { EstimateCard } from './price-answer.ts'
import { FormCard, type PricePath } from './price-form.ts'
import { readPurchase, readText, readTyped } from './read-purchase.ts'

type Query = Readonly<Record<string, unknown>>

const Sentence = ({ title, text }: { title: string; text: string }) =>
  h('section', { id: 'precio', role: 'status' }, h('h2', null, title), h('small', null, text))

export const isPressed = (query: Query): boolean => readText(query, 'calcular') !== ''

/** The form, and the answer if there is one. A tariff that is not among these is as one that there is not. */
export async function buildPriceCards(
  db: Db,
  {
    path,
    tariffs,
    query,
    isTooMany = false,
  }: { path: PricePath; tariffs: Tariff[]; query: Query; isTooMany?: boolean },
) {
  const chosen = tariffs.find(({ id }) => id === readText(query, 'tarifa')) ?? tariffs[0]
  if (!chosen) {
    const text = 'Escríbanos y le decimos cuánto cuesta.'
    return { form: h(Sentence, { title: 'Por ahora no hay tarifas publicadas', text }), answer: null }
  }
  const charges = await listCharges(db, false)
  const typed = readTyped(query)
  const asked = chooseFields(chosen, charges)
  const form = { path, tariffs, chosen, asked, typed }
  if (isTooMany) {
    const text = 'Se hicieron muchos cálculos seguidos. Vuelva a calcular en un minuto.'
    return { form: h(FormCard, { ...form, faults: {} }), answer: h(Sentence, { title: 'Espere un minuto', text }) }
  }
  const read = isPressed(query) ? readPurchase(typed, asked) : { faults: {} }
  if ('faults' in read) return { form: h(FormCard, { ...form, faults: read.faults }), answer: null }
  const exchange = await findCordoba(db)
  const estimate = estimatePrice(chosen, charges, read.purchase, exchange)
  const hasAdvances = charges.some(({ kind }) => kind === 'advance')
  return {
    form: h(FormCard, { ...form, faults: {} }),
    answer: estimate && h(EstimateCard, { estimate, exchange, hasAdvances }),
  }
}
