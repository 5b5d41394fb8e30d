import type { InvoiceShipment } from '@casillero/shared/contract/dispatches'
import { useState } from 'react'
import { call } from '../../lib/api.ts'
import type { Signal } from '../../lib/sounds.ts'
import { Button } from '../../ui/controls/button.tsx'
import { Spinner } from '../../ui/controls/spinner.tsx'
import { Checkbox } from '../../ui/forms/checkbox.tsx'
import { CodeField, type SentCode } from '../../ui/forms/code-field.tsx'
import { Surface } from '../../ui/layout/surface.tsx'
import { ScanFailures } from '../consignments/scan-failures.tsx'
import { type LineTone, ScanLine } from '../consignments/scan-line.tsx'
import { useScanQueue } from '../consignments/use-scan-queue.ts'
import { countText } from '../invoices/invoice-texts.ts'
import { maxShipments } from './dispatch-draft.ts'
import { findBarrier } from './shipment-texts.tsx'

/** A number is the invoice's, though other texts have it too. */
async function findShipments(code: string): Promise<readonly InvoiceShipment[]> {
  const search = code.replace(/^#/, '')
  const find = async (status: 'to_send' | 'all') => {
    const { data } = await call('GET /api/invoice-shipments', { query: { search, status, limit: '10' } })
    const named = data.filter(({ invoice }) => String(invoice.companyInvoiceId) === search)
    return named.length === 1 ? named : data
  }
  const waiting = await find('to_send')
  return waiting.length > 0 ? waiting : await find('all')
}

type Answer = { signal: Signal; tone: LineTone; text: string; end?: string; repeated?: string }

type Bound = { list: () => readonly string[]; onChange: (ids: string[]) => void }

const refuse = (text: string): Answer => ({ signal: 'bad', tone: 'red', text })

/** Reads the list when the answer is there, because earlier scans change it. */
const sender =
  ({ list, onChange }: Bound, isOut: boolean) =>
  async ({ code }: SentCode): Promise<Answer> => {
    const [found, ...others] = await findShipments(code)
    if (found === undefined) return refuse(`${code}: ningún envío tiene ese paquete`)
    if (others.length > 0) return refuse(`${code}: coincide con varios envíos; escanee la etiqueta de un paquete`)
    const ids = list()
    const { id, invoice, client, packageCount } = found
    const title = `#${invoice.companyInvoiceId} · ${client.name}`
    const end = countText(packageCount, 'paquete', 'paquetes')
    const isThere = ids.includes(id)
    if (isOut) {
      if (!isThere) return refuse(`${title}: no está en este despacho`)
      onChange(ids.filter((one) => one !== id))
      return { signal: 'again', tone: 'yellow', text: `${title}: quitado`, end }
    }
    if (isThere) return { signal: 'again', tone: 'yellow', text: `${title}: ya está en este despacho`, repeated: id }
    const barrier = findBarrier(found)
    if (barrier !== undefined) return refuse(`${title}: ${barrier}`)
    if (ids.length >= maxShipments) return refuse(`Un despacho tiene como máximo ${maxShipments} envíos`)
    onChange([...ids, id])
    return { signal: 'good', tone: 'green', text: title, end }
  }

/** Adds and removes the shipments of scanned packages. */
export function DispatchScans(bound: Bound) {
  const [isOut, setIsOut] = useState(false)
  const queue = useScanQueue(sender(bound, isOut), ({ signal }: Answer) => signal)
  const { last, isWaiting } = queue
  const answer = last?.answer
  return (
    <Surface className="grid grid-cols-[minmax(0,1fr)] gap-2.5 p-3 md:p-4">
      <CodeField
        label="Código del paquete"
        placeholder={isOut ? 'Escanee para quitar...' : 'Escanee un paquete...'}
        onScan={queue.scan}
      >
        {isWaiting && <Spinner label="Buscando..." />}
      </CodeField>
      {/* Rendered from the start: screen readers miss a live region that appears with its text. */}
      <div role="status" className="grid grid-cols-[minmax(0,1fr)] gap-2 empty:hidden">
        {answer && (
          <ScanLine key={last.key} tone={answer.tone} text={answer.text} end={answer.end}>
            {answer.repeated !== undefined && (
              <Button size="sm" onClick={() => queue.scan(last, sender(bound, true))}>
                Quitar
              </Button>
            )}
          </ScanLine>
        )}
        <ScanFailures queue={queue} />
      </div>
      <Checkbox label="Quitar lo que se escanee" checked={isOut} onChange={() => setIsOut(!isOut)} />
    </Surface>
  )
}
