import { useState } from 'react'
import { Button } from '../../ui/controls/button.tsx'
import { Checkbox } from '../../ui/forms/checkbox.tsx'
import { Field } from '../../ui/forms/field.tsx'
import { Segmented } from '../../ui/forms/segmented.tsx'
import { SelectInput } from '../../ui/forms/select-input.tsx'
import { choosePort, hasPort, portSpeeds, serialPorts } from '../serial-ports.ts'
import { isSilent, type LabelWay, labelSizes, labelWays, useLabelChoice } from './label-way.ts'
import { sentences } from './printer-problem.ts'
import { keepPrinterSpeed, readPrinterSpeed } from './serial-printer.ts'
import { chooseUsbPrinter, hasUsbPrinter, usbDevices } from './usb-printer.ts'

const helps: Partial<Record<LabelWay, string>> = {
  kiosk: 'Solo si el navegador se abrió con --kiosk-printing; si no, preguntará cada vez',
  zpl: 'Para impresoras Zebra: envíe el archivo a la impresora',
}

function describeLabelMode(way: LabelWay): string | undefined {
  if (way === 'usb' && usbDevices() === undefined) return sentences.noUsb
  if (way === 'serial' && serialPorts() === undefined) return sentences.noSerial
  return helps[way]
}

/** docs/product/devices.md, "Label printer". */
export function LabelFields() {
  const { size, way, after, chooseSize, chooseWay, chooseAfter } = useLabelChoice()
  return (
    <>
      <Segmented
        label="Tamaño"
        choices={labelSizes}
        radio={(value) => ({ name: 'size', checked: value === size, onChange: () => chooseSize(value) })}
      />
      <Field label="Impresión" help={describeLabelMode(way)}>
        {(control) => (
          <SelectInput
            {...control}
            value={way}
            onChange={({ target }) => {
              const next = labelWays.find(({ value }) => value === target.value)
              if (next) chooseWay(next.value)
            }}
          >
            {labelWays.map(({ value, label }) => (
              <option key={value} value={value}>
                {label}
              </option>
            ))}
          </SelectInput>
        )}
      </Field>
      {(way === 'usb' || way === 'serial') && <PrinterChoice key={way} way={way} />}
      {isSilent(way) && (
        <Checkbox
          label="Imprimir al guardar un paquete"
          checked={after}
          onChange={({ target }) => chooseAfter(target.checked)}
        />
      )}
    </>
  )
}

function PrinterChoice({ way }: { way: 'usb' | 'serial' }) {
  const isKept = way === 'usb' ? hasUsbPrinter : () => hasPort('printer')
  const [isChosen, setIsChosen] = useState(isKept)
  const [speed, setSpeed] = useState(readPrinterSpeed)
  const choose = async () => {
    if (await (way === 'usb' ? chooseUsbPrinter() : choosePort('printer'))) setIsChosen(true)
  }
  if ((way === 'usb' ? usbDevices() : serialPorts()) === undefined) return null
  return (
    <>
      <p className="flex flex-wrap items-center gap-2 text-body">
        <span className="min-w-0 grow text-muted">
          {isChosen ? 'Impresora elegida en este dispositivo' : sentences.unchosen}
        </span>
        <Button size="sm" onClick={() => void choose()}>
          {isChosen ? 'Elegir otra' : 'Elegir impresora'}
        </Button>
      </p>
      {way === 'serial' && (
        <Field label="Velocidad">
          {(control) => (
            <SelectInput
              {...control}
              value={speed}
              onChange={({ target }) => {
                keepPrinterSpeed(Number(target.value))
                setSpeed(readPrinterSpeed())
              }}
            >
              {portSpeeds.map((one) => (
                <option key={one} value={one}>{`${one} baudios`}</option>
              ))}
            </SelectInput>
          )}
        </Field>
      )}
    </>
  )
}
