import { formatTariffPrice } from '@casillero/shared/domain/money-format'
import { useQuery } from '@tanstack/react-query'
import { useId } from 'react'
import { useController, useFormContext } from 'react-hook-form'
import { listFaults } from '../../crud/list-faults.ts'
import { describeError, read } from '../../lib/api.ts'
import { CheckBox } from '../../ui/forms/checkbox.tsx'
import { FieldFoot } from '../../ui/forms/field.tsx'
import { createFields } from '../../ui/forms/form-fields.tsx'
import { ShippingKindIcon } from '../tariffs/shipping-kind.tsx'

type Form = { hasPublicTariffs: boolean; publicTariffIds: string[] }

const Fields = createFields<Form>()
const failed = 'Error al cargar las tarifas'

/** docs/product/public-tariffs.md, "Setting up". */
export function PublicTariffs() {
  return (
    <div>
      <Fields.Check name="hasPublicTariffs" label="Publicar tarifas" />
      <p className="text-help text-muted">
        Cualquiera calcula un precio con las tarifas marcadas, sin ser cliente, en{' '}
        <a
          className="break-all text-primary-text underline underline-offset-2"
          href="/precios"
          target="_blank"
          rel="noopener"
        >
          {`${location.host}/precios`}
        </a>
      </p>
      <TariffChecks />
    </div>
  )
}

function TariffChecks() {
  const id = useId()
  const loaded = useQuery({ ...read('GET /api/tariffs', { query: { isActive: 'true' } }), meta: { failed } })
  const { formState } = useFormContext<Form>()
  const { field } = useController<Form, 'publicTariffIds'>({ name: 'publicTariffIds' })
  const error = listFaults(formState.errors.publicTariffIds)[0]?.message
  const { value: chosen, onChange } = field
  const tariffs = loaded.data?.data ?? []
  if (loaded.isError) return <p className="mt-2 text-danger-text text-label">{describeError(loaded.error, failed)}</p>
  const toggle = (tariffId: string) =>
    onChange(chosen.includes(tariffId) ? chosen.filter((one) => one !== tariffId) : [...chosen, tariffId].toSorted())
  const shown = tariffs.filter((tariff) => chosen.includes(tariff.id)).length
  return (
    <fieldset className="mt-3 min-w-0" aria-describedby={`${id}-${error === undefined ? 'help' : 'error'}`}>
      <legend className="sr-only">Tarifas públicas</legend>
      {tariffs.length > 0 && (
        <div className="overflow-clip rounded-md border border-control">
          {tariffs.map((tariff, index) => (
            <label
              key={tariff.id}
              htmlFor={`${id}-${tariff.id}`}
              className={`flex min-h-11 items-center gap-2.5 border-line px-3 py-1.5 ${index > 0 ? 'border-t' : ''}`}
            >
              <CheckBox
                id={`${id}-${tariff.id}`}
                ref={index === 0 ? field.ref : undefined}
                checked={chosen.includes(tariff.id)}
                aria-invalid={error !== undefined}
                onChange={() => toggle(tariff.id)}
              />
              <span className="text-muted">
                <ShippingKindIcon kind={tariff.type} />
              </span>
              <span className="wrap-anywhere min-w-0 flex-1">{tariff.name}</span>
              <span className="whitespace-nowrap tabular-nums">
                {formatTariffPrice(tariff.pricePerPound, tariff.unit)}
              </span>
            </label>
          ))}
        </div>
      )}
      <div className="mt-1">
        <FieldFoot
          id={id}
          error={error}
          help={
            tariffs.length === 0 && !loaded.isPending
              ? 'Todavía no hay tarifas activas'
              : `${shown} de ${tariffs.length} publicadas. Los cargos que se aplican solos se suman al precio estimado.`
          }
        />
      </div>
    </fieldset>
  )
}
