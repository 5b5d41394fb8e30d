import { completePhone, cutExtension, internationalPhone, phoneDigits } from '@casillero/shared/domain/phone'
import { type ChangeEvent, type KeyboardEvent, useRef, useState } from 'react'
import { type FieldValues, useController } from 'react-hook-form'
import { controlClass } from './control-class.ts'
import { Field } from './field.tsx'
import { phoneTable } from './phone-table.ts'
import type { Bound } from './text-fields.tsx'

type PhoneCountry = {
  /** The country code in the flags' file names. */
  id: string
  code: string
  mask: string
  /** First digits of its numbers, if an earlier country shares the calling code. */
  beginnings: readonly string[]
}

/** `number` excludes the calling code. */
type PhoneNumber = {
  country: PhoneCountry
  number: string
  /** A plus and an incomplete calling code. */
  begun?: string | undefined
}

export const phoneCountries: readonly PhoneCountry[] = phoneTable
  .flatMap((line) => line.split(','))
  .map((entry) => {
    const [name = '', mask = '', beginnings] = entry.split(':')
    return { id: name.slice(0, 2), code: name.slice(2), mask, beginnings: beginnings?.split('/') ?? [] }
  })

export function phoneCountry(id: string): PhoneCountry {
  const country = phoneCountries.find((one) => one.id === id)
  if (country === undefined) throw new Error(`There is no country ${id}`)
  return country
}

export const nicaragua = phoneCountry('ni')

/** If countries share a code, the number's first digits decide. The chosen country stays while it is still possible. */
export function countryOfPhone(digits: string, chosen?: PhoneCountry): PhoneCountry | undefined {
  const sharing = phoneCountries.filter(({ code }) => digits.startsWith(code))
  const number = digits.slice(sharing[0]?.code.length)
  const named = sharing.find(({ beginnings }) => beginnings.some((beginning) => number.startsWith(beginning)))
  if (named !== undefined) return named
  const isOpen = ({ beginnings }: PhoneCountry) =>
    beginnings.length === 0 || beginnings.some((beginning) => beginning.startsWith(number))
  return chosen !== undefined && sharing.includes(chosen) && isOpen(chosen) ? chosen : sharing[0]
}

/** Without a known calling code, the number belongs to `country`. */
export function readPhoneNumber(phone: string, country: PhoneCountry): PhoneNumber {
  const whole = phone.startsWith('+') ? phone : internationalPhone(phone)
  const digits = phoneDigits(whole)
  const named = whole.startsWith('+') ? countryOfPhone(digits, country) : undefined
  return named === undefined ? { country, number: digits } : { country: named, number: digits.slice(named.code.length) }
}

/** Returns a plus and digits; empty without digits. */
export const phoneText = ({ country, number }: PhoneNumber): string =>
  number === '' ? '' : `+${country.code}${number}`

/** `(3) 3-4`; further digits follow the mask. */
export function groupDigits(digits: string, mask: string): string {
  let rest = digits
  let text = ''
  for (const part of mask.match(/\d|\D+/g) ?? []) {
    if (rest === '') break
    const length = Number(part)
    text += length > 0 ? rest.slice(0, length) : part
    if (length > 0) rest = rest.slice(length)
  }
  return text + rest
}

/** `+505 8888-8888`. */
export function buildExample({ code, mask }: PhoneCountry): string {
  const text = mask.replace(/\d/g, (length) => '8'.repeat(Number(length)))
  return `+${code} ${text.replace(/^8888 8888$/, '8888-8888')}`
}

/** `deleted`: the side of the caret where a key deleted. */
type Edit = { text: string; caret: number; deleted?: 'before' | 'after' | undefined }

const countDigits = (mask: string): number => (mask.match(/\d/g) ?? []).reduce((sum, part) => sum + Number(part), 0)

/** Drops the calling code if the digits without it make a whole number of the country. */
function dropCode(digits: string, { code, mask }: PhoneCountry): string {
  return digits.startsWith(code) && digits.length === code.length + countDigits(mask)
    ? digits.slice(code.length)
    : digits
}

/** After a plus or `00`, a complete calling code selects its country. */
function typeWhole(phone: PhoneNumber, text: string): PhoneNumber {
  const digits = phoneDigits(text.trimStart().replace(/^00/, ''))
  const country = countryOfPhone(digits, phone.country)
  if (country === undefined) return { country: phone.country, number: '', begun: text.trim() }
  return { country, number: digits.slice(country.code.length) }
}

/** Also returns the number of digits before the caret. */
export function editPhone(
  phone: PhoneNumber,
  { text: written, caret, deleted }: Edit,
): { phone: PhoneNumber; before: number } {
  const text = cutExtension(written)
  const digits = phoneDigits(text)
  if (/^\s*(?:\+|00)/.test(text)) {
    const whole = typeWhole(phone, text)
    return { phone: whole, before: whole.number.length }
  }
  const before = phoneDigits(text.slice(0, caret)).length
  // A key that would delete only a space or a bracket also deletes the next digit, or it would have no effect.
  const extra = digits !== phone.number || deleted === undefined ? -1 : deleted === 'before' ? before - 1 : before
  const number = dropCode(extra < 0 ? digits : digits.slice(0, extra) + digits.slice(extra + 1), phone.country)
  // Ten digits that are possible in North America belong there.
  const whole = phone.country === nicaragua ? completePhone(number) : number
  if (whole !== number) return { phone: { country: countryOfPhone(whole) ?? phone.country, number }, before }
  const country = countryOfPhone(phone.country.code + number, phone.country) ?? phone.country
  return { phone: { country, number }, before: extra >= 0 && deleted === 'before' ? extra : before }
}

export function caretAfter(text: string, count: number): number {
  let place = 0
  for (let left = count; left > 0 && place < text.length; place += 1) if (/\d/.test(text.charAt(place))) left -= 1
  return place
}

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
// Created once, so that typing does not render them again.
const countryOptions = [
  ...preferred.map(countryOption),
  <hr key="hr" />,
  ...others.filter((id) => !preferred.includes(id)).map(countryOption),
]

type CountrySelectProps = { label: string; country: PhoneCountry; onChoose: (id: string) => void }

function CountrySelect({ label, country: { id, code }, onChoose }: CountrySelectProps) {
  return (
    <span className="relative flex shrink-0 items-center gap-1.5 rounded-l-md border border-control border-r-0 bg-surface-2 px-2.5 text-label text-muted focus-within:outline-2 focus-within:outline-focus focus-within:-outline-offset-1">
      <img src={`/flags/${id}.svg`} alt="" width={20} height={14} className="h-3.5 w-5 rounded-[2px] object-cover" />
      {`+${code}`}
      <select
        aria-label={label}
        value={id}
        onChange={(event) => onChoose(event.target.value)}
        className="absolute inset-0 w-full cursor-pointer appearance-none opacity-0"
      >
        {countryOptions}
      </select>
    </span>
  )
}

/** The calling code follows the country. The draft holds `+` and digits, or is empty. */
export function PhoneField<Draft extends FieldValues>({ name, ...texts }: Bound<Draft>) {
  const { field, fieldState } = useController<Draft>({ name })
  const { phone, keep, step } = usePhoneSteps(String(field.value ?? ''), field.onChange)
  const input = useRef<HTMLInputElement>(null)

  const type = ({ currentTarget, nativeEvent }: ChangeEvent<HTMLInputElement>) => {
    const { value, selectionStart } = currentTarget
    const edit = { text: value, caret: selectionStart ?? value.length, deleted: deletedSide(nativeEvent) }
    const { phone: next, before } = editPhone(phone, edit)
    // Set before React does, which would move the caret to the end.
    currentTarget.value = shownNumber(next)
    const caret = next.begun === undefined ? caretAfter(currentTarget.value, before) : currentTarget.value.length
    currentTarget.setSelectionRange(caret, caret)
    keep(next)
  }
  const choose = (id: string) => {
    const country = phoneCountry(id)
    // The typed number stays, unless the new code would make it a number of a third country.
    const stays = countryOfPhone(country.code + phone.number, country) === country
    keep({ country, number: stays ? phone.number : '' })
    input.current?.focus()
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (!(event.ctrlKey || event.metaKey) || event.key.toLowerCase() !== 'z') return
    event.preventDefault()
    step(event.shiftKey ? 1 : -1)
  }
  return (
    <Field {...texts} error={fieldState.error?.message}>
      {(control) => (
        <div className="flex min-w-0">
          <CountrySelect label={`País del ${texts.label.toLowerCase()}`} country={phone.country} onChoose={choose} />
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

/** Replaces the browser's undo, which is lost when text is regrouped while typing. */
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
