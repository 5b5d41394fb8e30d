import type { LabelSize } from '@casillero/shared/contract/labels'
import { useState } from 'react'

/** `kiosk`: a browser started with printing that asks nothing; `zpl`: a file of printer commands. */
export type LabelWay = 'pdf' | 'kiosk' | 'usb' | 'serial' | 'zpl'

export const labelSizes: readonly { value: LabelSize; label: string }[] = [
  { value: '4x6', label: '4 × 6 in' },
  { value: 'small', label: '2.25 × 1.25 in' },
  { value: '62', label: '62 mm' },
]
export const labelWays: readonly { value: LabelWay; label: string }[] = [
  { value: 'pdf', label: 'Navegador' },
  { value: 'kiosk', label: 'Navegador, impresión directa' },
  { value: 'usb', label: 'Impresora ZPL por USB' },
  { value: 'serial', label: 'Impresora ZPL por puerto serie' },
  { value: 'zpl', label: 'Archivo ZPL' },
]
const afterSaving = [{ value: 'yes' }, { value: 'no' }] as const

const keys = { size: 'label-size', way: 'label-way', after: 'label-after-saving' }

/** Ignores values that another version stored. */
const readKept = <Value extends string>(key: string, choices: readonly { value: Value }[], first: Value): Value =>
  choices.find(({ value }) => value === localStorage.getItem(key))?.value ?? first

export const readLabelSize = (): LabelSize => readKept(keys.size, labelSizes, '4x6')
export const readLabelWay = (): LabelWay => readKept(keys.way, labelWays, 'pdf')

/** Returns true if printing asks nothing, so that a label can print while the user continues. */
export const isSilent = (way: LabelWay): boolean => way === 'kiosk' || way === 'usb' || way === 'serial'

/** docs/product/devices.md, "Label printer". */
export const printsAfterSaving = (): boolean =>
  isSilent(readLabelWay()) && readKept(keys.after, afterSaving, 'yes') === 'yes'

export function useLabelChoice() {
  const [, setCount] = useState(0)
  const keep = (key: string, value: string) => {
    localStorage.setItem(key, value)
    setCount((count) => count + 1)
  }
  return {
    size: readLabelSize(),
    way: readLabelWay(),
    after: readKept(keys.after, afterSaving, 'yes') === 'yes',
    chooseSize: (size: LabelSize) => keep(keys.size, size),
    chooseWay: (way: LabelWay) => keep(keys.way, way),
    chooseAfter: (isOn: boolean) => keep(keys.after, isOn ? 'yes' : 'no'),
  }
}
