import type { ClientAccount } from '@casillero/shared/contract/client-account'
import { longestReply } from '@casillero/shared/contract/conversations'
import type { Template } from '@casillero/shared/contract/templates'
import { formatMoney } from '@casillero/shared/domain/money-format'
import { formatPhone } from '@casillero/shared/domain/phone'
import { listVariables, renderTemplate, type TemplateValues } from '@casillero/shared/domain/template'
import { fullName } from '../client-search/client-name.ts'

type Sums = ClientAccount['credit']

const sums = (all: Sums): string => all.map(({ amount, symbol }) => formatMoney(amount, symbol)).join(' · ')

export function findValues(company: string, account: ClientAccount | undefined): TemplateValues {
  if (account === undefined) return { nombre_empresa: company }
  const { client, owed, credit } = account
  const count = owed.reduce((sum, debt) => sum + debt.count, 0)
  return {
    nombre_empresa: company,
    nombre_cliente: fullName(client),
    casillero_cliente: client.casillero,
    telefono_cliente: formatPhone(client.phone),
    debe: sums(owed),
    a_favor: sums(credit),
    cantidad_facturas: count === 0 ? '' : `${count} ${count === 1 ? 'factura' : 'facturas'}`,
  }
}

/** With their text as it would be sent. */
export function fillTemplates(
  templates: readonly Template[],
  values: TemplateValues,
): { title: string; text: string }[] {
  const isFilled = new Set(Object.entries(values).flatMap(([name, value]) => (value === '' ? [] : [name])))
  return templates
    .filter(({ content }) => listVariables(content).every((name) => isFilled.has(name)))
    .map(({ title, content }) => ({ title, text: renderTemplate(content, values) }))
    .filter(({ text }) => text.length <= longestReply)
}
