import { phoneDigits } from '@casillero/shared/domain/phone'
import { type ChangeEvent, type KeyboardEvent, useRef, useState } from 'react'
import { type FieldValues, useController } from 'react-hook-form'
import { controlClass } from './control-class.ts'
import { Field } from './field.tsx'
import {
  buildExample,
  caretAfter,
  countryOfPhone,
  editPhone,
  groupDigits,
  nicaragua,
  type PhoneNumber,
  phoneCountries,
  phoneCountry,
  phoneText,
  readPhoneNumber,
} from './phone-number.ts'
import type { Bound } from './text-fields.tsx'

const names = new Intl.DisplayNames('es', { type: 'region' })
const { compare } = new Intl.Collator('es')
const formatCountryName = (id: string) => names.of(id.toUpperCase()) ?? id
const others = phoneCountries
  .map(({ id }) => id)
  .sort((one, other) => compare(formatCountryName(one), formatCountryName(other)))
const preferred = ['ni', 'us']
const countryOption = (id: string) => (
  <option key={id} value={id}>{`${formatCountryName(id)} (+${phoneCountry(id).code})`}</option>
)
// Made once: a key that is typed leaves them alone.
const countryOptions = [
  ...preferred.map(countryOption),
  <hr key="hr" />,
  ...others.filter((id) => !preferred.includes(id)).map(countryOption),
]

/** The calling code follows the country. The draft keeps `+` and digits, or nothing. */
export function PhoneField<Draft extends FieldValues>({ name, ...texts }: Bound<Draft>) {
  const { field, fieldState } = useController<Draft>({ name })
  const { phone, keep, step } = usePhoneSteps(String(field.value ?? ''), field.onChange)
  const input = useRef<HTMLInputElement>(null)

  const type = ({ currentTarget, nativeEvent }: ChangeEvent<HTMLInputElement>) => {
    const { value, selectionStart } = currentTarget
    const edit = { text: value, caret: selectionStart ?? value.length, deleted: deletedSide(nativeEvent) }
    const { phone: next, before } = editPhone(phone, edit)
    // Written before React does, which would put the caret at the end.
    currentTarget.value = shownNumber(next)
    const caret = next.begun === undefined ? caretAfter(currentTarget.value, before) : currentTarget.value.length
    currentTarget.setSelectionRange(caret, caret)
    keep(next)
  }
  const choose = (id: string) => {
    const country = phoneCountry(id)
    // The typed number stays, unless with the new code it would be a number of yet another country.
    const stays = countryOfPhone(country.code + phone.number, country) === country
    keep({ country, number: stays ? phone.number : '' })
    input.current?.focus()
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (!(event.ctrlKey || event.metaKey) || event.key.toLowerCase() !== 'z') return
    event.preventDefault()
    step(event.shiftKey ? 1 : -1)
  }
  const { id, code } = phone.country
  return (
    <Field {...texts} error={fieldState.error?.message}>
      {(control) => (
        <div className="flex min-w-0">
          <span className="relative flex shrink-0 items-center gap-1.5 rounded-l-md border border-control border-r-0 bg-surface-2 px-2.5 text-label text-muted focus-within:outline-2 focus-within:outline-focus focus-within:-outline-offset-1">
            <img
              src={`/flags/${id}.svg`}
              alt=""
              width={20}
              height={14}
              className="h-3.5 w-5 rounded-[2px] object-cover"
            />
            +{code}
            <select
              aria-label={`País del ${texts.label.toLowerCase()}`}
              value={id}
              onChange={(event) => choose(event.target.value)}
              className="absolute inset-0 w-full cursor-pointer appearance-none opacity-0"
            >
              {countryOptions}
            </select>
          </span>
          <input
            {...control}
            ref={(element) => {
              input.current = element
              field.ref(element)
            }}
            name={field.name}
            type="tel"
            autoComplete="off"
            placeholder={buildExample(phone.country)}
            value={shownNumber(phone)}
            onChange={type}
            onKeyDown={onKeyDown}
            onBlur={field.onBlur}
            className={`${controlClass} rounded-l-none`}
          />
        </div>
      )}
    </Field>
  )
}

const shownNumber = ({ begun, number, country }: PhoneNumber): string => begun ?? groupDigits(number, country.mask)

/** A browser forgets its own steps when a text is grouped while it is typed. */
function usePhoneSteps(draft: string, onChange: (draft: string) => void) {
  const [{ steps, at }, setHistory] = useState(() => ({ steps: [readPhoneNumber(draft, nicaragua)], at: 0 }))
  const latest = steps[at]
  const isLatest = latest !== undefined && phoneDigits(phoneText(latest)) === phoneDigits(draft)
  const show = (history: { steps: readonly PhoneNumber[]; at: number }) => {
    const phone = history.steps[history.at]
    if (phone === undefined) return
    setHistory({ steps: [...history.steps], at: history.at })
    onChange(phoneText(phone))
  }
  return {
    phone: isLatest ? latest : readPhoneNumber(draft, nicaragua),
    keep: (phone: PhoneNumber) => show({ steps: [...steps.slice(0, at + 1), phone], at: at + 1 }),
    step: (by: 1 | -1) => show({ steps, at: at + by }),
  }
}

function deletedSide(event: Event): 'before' | 'after' | undefined {
  if (!(event instanceof InputEvent)) return undefined
  if (event.inputType === 'deleteContentBackward') return 'before'
  return event.inputType === 'deleteContentForward' ? 'after' : undefined
}
