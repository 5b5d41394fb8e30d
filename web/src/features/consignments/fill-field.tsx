import type { Consignment, ScanAnswer } from '@casillero/shared/contract/consignments'
import { nameMethod } from '@casillero/shared/domain/method-word'
import { formatWeight } from '@casillero/shared/domain/money-format'
import { ListPlus } from 'lucide-react'
import { useState } from 'react'
import { Link } from 'react-router'
import { call } from '../../lib/api.ts'
import type { Signal } from '../../lib/sounds.ts'
import { Button, buttonClass } from '../../ui/controls/button.tsx'
import { Spinner } from '../../ui/controls/spinner.tsx'
import { CodeField, type SentCode } from '../../ui/forms/code-field.tsx'
import { Surface } from '../../ui/layout/surface.tsx'
import { formatName, formatNumber } from './consignment-texts.ts'
import { PickDialog } from './pick-dialog.tsx'
import { ScanFailures } from './scan-failures.tsx'
import { ScanLine } from './scan-line.tsx'
import { type Scan, useScanQueue } from './use-scan-queue.ts'

const sender = (id: string, move: boolean) => async (scan: SentCode, key: string) => {
  const sent = { params: { id }, body: { ...scan, move }, headers: { 'Idempotency-Key': key } }
  return (await call('POST /api/shipments/:id/scans', sent)).data
}

const chooseSignal = ({ result }: ScanAnswer): Signal => {
  if (result === 'added') return 'good'
  return result === 'repeated' ? 'again' : 'bad'
}

/** One after the other, or from the list. */
export function FillField({ consignment }: { consignment: Consignment }) {
  const { id } = consignment
  const queue = useScanQueue(sender(id, false), chooseSignal)
  const { last, isWaiting } = queue
  const [isPicking, setIsPicking] = useState(false)
  return (
    <Surface className="grid grid-cols-[minmax(0,1fr)] gap-2.5 p-3 md:p-4">
      <CodeField label="Código del paquete" placeholder="Escanee un paquete para agregarlo..." onScan={queue.scan}>
        <Button
          className="[--control:44px] max-sm:w-full"
          icon={<ListPlus size={18} aria-hidden="true" />}
          onClick={() => setIsPicking(true)}
        >
          Elegir de la lista
        </Button>
        {isWaiting && <Spinner label="Agregando..." />}
      </CodeField>
      {/* A region that arrives with its text is missed by screen readers. */}
      <div role="status" className="grid grid-cols-[minmax(0,1fr)] gap-2 empty:hidden">
        {last?.answer && (
          <Result
            key={last.key}
            scan={last}
            answer={last.answer}
            method={consignment.shippingMethod}
            onMove={() => queue.scan(last, sender(id, true))}
          />
        )}
        <ScanFailures queue={queue} />
      </div>
      {isPicking && <PickDialog consignment={consignment} onClose={() => setIsPicking(false)} />}
    </Surface>
  )
}

type ResultProps = {
  scan: Scan<ScanAnswer>
  answer: ScanAnswer
  method: Consignment['shippingMethod']
  onMove: () => void
}

function Result({ scan: { code }, answer, method, onMove }: ResultProps) {
  const { result, package: found, shipment } = answer
  if (found === undefined) {
    return <ScanLine tone="red" text={`${code}: ningún paquete tiene ese código`} />
  }
  const name = `${formatNumber(found)} · ${formatName(found)}`
  const pounds = found.weight === null ? 'Sin peso' : formatWeight(found.weight)
  if (result === 'added') return <ScanLine tone="green" text={name} end={pounds} />
  if (result === 'repeated') return <ScanLine tone="yellow" text={`${name}: ya está en este embarque`} />
  if (result === 'other_shipment') {
    return (
      <ScanLine tone="yellow" text={`${name}: va en el embarque #${shipment?.companyShipmentId ?? ''}`}>
        <Button size="sm" onClick={onMove}>
          Mover a este
        </Button>
      </ScanLine>
    )
  }
  const own = method === 'aereo' ? 'maritimo' : 'aereo'
  return (
    <ScanLine tone="red" text={`${name}: es ${nameMethod(own)} y este embarque es ${nameMethod(method)}`}>
      <Link to={`/paquetes/${found.id}`} className={buttonClass('secondary', 'sm')}>
        Ver paquete
      </Link>
    </ScanLine>
  )
}
