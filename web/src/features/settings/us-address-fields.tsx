import {
  type AddressFields,
  isBlankAddress,
  listAddressProblems,
  readAddress,
  writeAddress,
} from '@casillero/shared/domain/us-address'
import { useWatch } from 'react-hook-form'
import * as z from 'zod/mini'
import { createFields } from '../../ui/forms/form-fields.tsx'
import { FormSection } from '../../ui/forms/form-section.tsx'

const line = z.string().check(z.trim())

/** Null while the lines that are stored cannot be split. */
export const usParts = z.nullable(
  z
    .object({ name: line, street: line, suite: line, city: line, state: line, code: line, phone: line })
    .check(({ value, issues }) => {
      if (isBlankAddress(value)) return
      for (const { name, message } of listAddressProblems(value))
        issues.push({ code: 'custom', message, path: [name], input: value })
    }),
)

type Form = { usAddress: string; usParts: AddressFields | null }

const proposed = { name: '{{nombre}} {{casillero}}', street: '', suite: '', city: '', state: '', code: '', phone: '' }

export const splitAddress = (lines: string | null): AddressFields | null =>
  lines === null ? proposed : (readAddress(lines) ?? null)

/** Lines whose fields are unchanged stay as they were typed. */
export function writeParts(lines: string, parts: AddressFields | null): string {
  if (parts === null) return lines
  if (isBlankAddress(parts)) return ''
  const stored = readAddress(lines)
  const written = writeAddress({ ...parts, state: parts.state.toUpperCase() })
  return stored !== undefined && writeAddress(stored) === written ? lines : written
}

const Fields = createFields<Form>()

const help = 'La que sus clientes copian al comprar. Puede usar {{nombre}} y {{casillero}}'

export function UsAddressFields({ id, title }: { id: string; title: string }) {
  const parts = useWatch<Form, 'usParts'>({ name: 'usParts' })
  if (parts === null)
    return (
      <FormSection id={id} title={title} help={help} columns="">
        <Fields.Area
          name="usAddress"
          label="Dirección en cinco renglones"
          rows={5}
          help="Nombre, dirección, segunda línea, ciudad y teléfono. Con la ciudad escrita como «Miami, FL 33166» se separan en campos al guardar"
        />
      </FormSection>
    )
  return (
    <FormSection id={id} title={title} help={help}>
      <Fields.Text name="usParts.name" label="Nombre del destinatario" maxLength={100} className="sm:col-span-2" />
      <Fields.Text name="usParts.street" label="Calle y número" maxLength={120} />
      <Fields.Text name="usParts.suite" label="Suite o segunda línea" maxLength={80} />
      <div className="grid grid-cols-2 gap-3 sm:col-span-2 sm:grid-cols-[minmax(0,1fr)_72px_112px]">
        <Fields.Text name="usParts.city" label="Ciudad" maxLength={60} className="max-sm:col-span-2" />
        <Fields.Text name="usParts.state" label="Estado" maxLength={2} letters="capital" />
        <Fields.Text name="usParts.code" label="Código postal" maxLength={10} inputMode="numeric" />
      </div>
      <Fields.Text name="usParts.phone" label="Teléfono en EE. UU." maxLength={40} type="tel" inputMode="tel" />
    </FormSection>
  )
}
