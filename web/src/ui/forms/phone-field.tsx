import { internationalPhone, phoneDigits } from '@casillero/shared/domain/phone'
import { type ChangeEvent, useState } from 'react'
import { type FieldValues, useController } from 'react-hook-form'
import {
  type CountryData,
  defaultCountries,
  guessCountryByPartialPhoneNumber,
  parseCountry,
  usePhoneInput,
} from 'react-international-phone'
import { Field } from './field.tsx'
import type { Bound } from './text-fields.tsx'
import { controlClass } from './text-input.tsx'

const names = new Intl.DisplayNames('es', { type: 'region' })
const preferred = ['ni', 'us']
// The library knows no grouping for Nicaragua.
const masked = defaultCountries.map((data): CountryData => {
  const [name, iso2, dialCode] = data
  return iso2 === 'ni' ? [name, iso2, dialCode, '.... ....'] : data
})
const countries = masked
  .map((data) => parseCountry(data))
  .map(({ iso2, dialCode, format }) => ({
    iso2,
    dialCode,
    name: names.of(iso2.toUpperCase()) ?? iso2,
    example: exampleOf(dialCode, format),
  }))
  .sort((a, b) => a.name.localeCompare(b.name, 'es'))

/** How a number of the country is written: `+505 8888-8888`, `+1 (888) 888-8888`. */
function exampleOf(dialCode: string, format: ReturnType<typeof parseCountry>['format']): string {
  const mask = (typeof format === 'object' ? format.default : format) ?? '.... ....'
  const local = mask.replaceAll('.', '8').replace('8888 8888', '8888-8888')
  return `+${dialCode} ${local}`
}

/** A phone with its country: the calling code follows the country and cannot be edited. The draft keeps `+` and digits, or nothing. */
export function PhoneField<Draft extends FieldValues>({ name, ...texts }: Bound<Draft>) {
  const { field, fieldState } = useController<Draft>({ name })
  const [start] = useState(() => internationalPhone(String(field.value ?? '')))
  const [given, setGiven] = useState(start)
  const phone = usePhoneInput({
    value: given,
    countries: masked,
    defaultCountry: 'ni',
    disableDialCodeAndPrefix: true,
    allowMaskOverflow: true,
    onChange: (next) => {
      setGiven(next.phone)
      const isEmpty = next.phone === `+${next.country.dialCode}` || next.phone === ''
      field.onChange(isEmpty ? '' : next.phone)
    },
  })
  const type = (event: ChangeEvent<HTMLInputElement>) => {
    const text = event.target.value.trim()
    const digits = phoneDigits(text)
    const isWhole = event.nativeEvent instanceof InputEvent && (event.nativeEvent.data?.length ?? 0) > 1
    // A number with its own calling code brings its country with it.
    if (text.startsWith('+') && digits.length >= 8) setGiven(`+${digits}`)
    // The library refuses the spaces that a keyboard's suggestion brings.
    else if (isWhole) setGiven(`+${phone.country.dialCode}${digits}`)
    else phone.handlePhoneValueChange(event)
  }
  const choose = (code: string) => {
    const digits = phoneDigits(phone.inputValue)
    const chosen = countries.find((country) => country.iso2 === code)
    phone.setCountry(code, { focusOnInput: true })
    if (chosen === undefined || digits === '') return
    // What was typed stays, unless with the new code it would be a number of yet another country.
    const kept = `+${chosen.dialCode}${digits}`
    if (guessCountryByPartialPhoneNumber({ phone: kept, countries: masked }).country?.iso2 === code) setGiven(kept)
  }
  const { iso2, dialCode } = phone.country
  return (
    <Field {...texts} error={fieldState.error?.message}>
      {(control) => (
        <div className="flex min-w-0">
          <span className="relative flex shrink-0 items-center gap-1.5 rounded-l-md border border-control border-r-0 bg-surface-2 px-2.5 text-label text-muted focus-within:outline-2 focus-within:outline-focus focus-within:-outline-offset-1">
            <img
              src={`/flags/${iso2}.svg`}
              alt=""
              width={20}
              height={14}
              className="h-3.5 w-5 rounded-[2px] object-cover"
            />
            +{dialCode}
            <select
              aria-label="País del teléfono"
              value={iso2}
              onChange={(event) => choose(event.target.value)}
              className="absolute inset-0 w-full cursor-pointer appearance-none opacity-0"
            >
              {preferred.map((code) => countryOption(code))}
              <hr />
              {countries
                .filter((country) => !preferred.includes(country.iso2))
                .map((country) => countryOption(country.iso2))}
            </select>
          </span>
          <input
            {...control}
            ref={(input) => {
              phone.inputRef.current = input
              field.ref(input)
            }}
            name={field.name}
            type="tel"
            autoComplete="off"
            placeholder={countries.find((country) => country.iso2 === iso2)?.example}
            value={phone.inputValue}
            onChange={type}
            onBlur={field.onBlur}
            className={`${controlClass} rounded-l-none`}
          />
        </div>
      )}
    </Field>
  )
}

function countryOption(iso2: string) {
  const country = countries.find((one) => one.iso2 === iso2)
  return country === undefined ? null : (
    <option key={iso2} value={iso2}>{`${country.name} (+${country.dialCode})`}</option>
  )
}
