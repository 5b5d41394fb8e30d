import type { ArrivalAnswer, Consignment } from '@casillero/shared/contract/consignments'
import { formatWeight } from '@casillero/shared/domain/money-format'
import { typedCode } from '@casillero/shared/domain/typed-code'
import { Check, TriangleAlert } from 'lucide-react'
import { type FormEvent, useEffect, useId, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { Link } from 'react-router'
import { call } from '../../lib/api.ts'
import { type Signal, sound } from '../../lib/sounds.ts'
import { cx } from '../../ui/class-names.ts'
import { Button, buttonClass } from '../../ui/controls/button.tsx'
import { Spinner } from '../../ui/controls/spinner.tsx'
import { Checkbox } from '../../ui/forms/checkbox.tsx'
import { CodeField, type SentCode } from '../../ui/forms/code-field.tsx'
import { FieldFoot } from '../../ui/forms/field.tsx'
import { TextInput } from '../../ui/forms/text-input.tsx'
import { useScanField } from '../../ui/forms/use-scan-field.ts'
import { Surface } from '../../ui/layout/surface.tsx'
import { isScannedCode, readWeight } from '../reception/entry/entry-texts.ts'
import { formatName, formatNumber } from './consignment-texts.ts'
import { ScanFailures } from './scan-failures.tsx'
import { useScanQueue } from './use-scan-queue.ts'

type WeightFieldProps = {
  code: string
  onWeight: (weight: number | undefined) => void
  /** Called for a code scanned instead of a weight: its digits are not a weight. */
  onScan: (sent: SentCode) => void
}

/** A digit group followed by a decimal mark is a weight: no code begins that way. */
const beginsAsWeight = /^\d{1,4}[.,]/

/** Enter without a weight leaves the package unweighed. */
function WeightField({ code, onWeight, onScan }: WeightFieldProps) {
  const id = useId()
  const [problem, setProblem] = useState<string>()
  const field = useRef<HTMLInputElement>(null)
  const isScan = useScanField(field)
  useEffect(() => field.current?.focus(), [])
  const submit = (event?: FormEvent) => {
    event?.preventDefault()
    const text = field.current?.value.trim() ?? ''
    if (text === '') return onWeight(undefined)
    const read = readWeight(text)
    if (read.weight !== null) return onWeight(read.weight)
    if ((isScan() || isScannedCode(text)) && !beginsAsWeight.test(text))
      return onScan({ code: typedCode(text), isScanned: isScan() })
    sound('bad')
    setProblem(read.problem ?? undefined)
    field.current?.select()
  }
  return (
    <form className="grid gap-1.5" onSubmit={submit}>
      <span className="break-words text-label text-muted tabular-nums">{code}</span>
      <div className="flex items-center gap-2">
        <div className="min-w-0 flex-1">
          <TextInput
            ref={field}
            aria-label={`Peso de ${code}`}
            aria-invalid={problem === undefined ? undefined : true}
            aria-describedby={problem === undefined ? undefined : `${id}-error`}
            placeholder="Peso al llegar"
            inputMode="decimal"
            autoComplete="off"
            spellCheck={false}
            maxLength={500}
            className="text-right"
            after="lbs"
            onChange={() => setProblem(undefined)}
            onKeyDown={(event) => {
              // Handled here, because an Enter replayed from keys kept during loading does not submit a form.
              if (event.key !== 'Enter' || event.nativeEvent.isComposing) return
              event.preventDefault()
              submit()
            }}
          />
        </div>
        <Button type="submit" variant="primary">
          Seguir
        </Button>
      </div>
      {problem !== undefined && <FieldFoot id={id} error={problem} />}
    </form>
  )
}

type Sent = { move?: boolean; weight?: number }

const sender = (id: string, sent: Sent) => async (scan: SentCode, key: string) => {
  const request = { params: { id }, body: { ...scan, ...sent }, headers: { 'Idempotency-Key': key } }
  return (await call('POST /api/shipments/:id/arrivals', request)).data
}

const signals: Record<ArrivalAnswer['result'], Signal> = {
  expected: 'good',
  repeated: 'again',
  extra: 'again',
  other_shipment: 'bad',
  unknown: 'bad',
}

/** Shows the result in large letters, for shelving the package. */
export function ArrivalField({ consignment: { id } }: { consignment: Consignment }) {
  const [isWeighing, setIsWeighing] = useState(false)
  const [unweighed, setUnweighed] = useState<{ scan: SentCode; turn: number }>()
  const queue = useScanQueue(sender(id, {}), ({ result }) => signals[result])
  const { last, isWaiting } = queue
  // Rendered at once, so that the next key finds its field.
  const ask = (next: typeof unweighed) => flushSync(() => setUnweighed(next))
  const onScan = (scan: SentCode) => {
    // A package without a new weight keeps the one it left with.
    if (unweighed !== undefined && unweighed.scan.code !== scan.code) queue.scan(unweighed.scan)
    if (isWeighing) ask({ scan, turn: (unweighed?.turn ?? 0) + 1 })
    else {
      ask(undefined)
      queue.scan(scan)
    }
  }
  const onWeight = (scan: SentCode, weight: number | undefined) => {
    queue.scan(scan, sender(id, weight === undefined ? {} : { weight }))
    ask(undefined)
  }
  return (
    <Surface className="grid grid-cols-[minmax(0,1fr)] gap-3 p-3 md:p-4">
      {unweighed === undefined ? (
        <CodeField label="Código del paquete" placeholder="Escanee el siguiente..." onScan={onScan}>
          {isWaiting && <Spinner label="Guardando..." />}
        </CodeField>
      ) : (
        <WeightField
          key={unweighed.turn}
          code={unweighed.scan.code}
          onWeight={(weight) => onWeight(unweighed.scan, weight)}
          onScan={onScan}
        />
      )}
      <div role="status" className="grid grid-cols-[minmax(0,1fr)] gap-2 empty:hidden">
        {last?.answer && (
          <Result
            key={last.key}
            code={last.code}
            answer={last.answer}
            onMove={() => queue.scan(last, sender(id, { move: true }))}
            onLeave={queue.forget}
          />
        )}
        <ScanFailures queue={queue} />
      </div>
      <Checkbox
        label="Volver a pesar cada uno"
        checked={isWeighing}
        onChange={(event) => setIsWeighing(event.target.checked)}
      />
    </Surface>
  )
}

const looks = {
  green: { box: 'border-green-line bg-green-soft text-green-text', Icon: Check },
  yellow: { box: 'border-yellow-line bg-yellow-soft text-yellow-text', Icon: TriangleAlert },
}

type Said = { tone: keyof typeof looks; title: string; text: string }

function describeAnswer(code: string, { result, shipment }: ArrivalAnswer): Said {
  if (result === 'unknown') return { tone: 'yellow', title: 'Sobrante', text: `${code}: no está en el sistema` }
  if (result === 'expected') return { tone: 'green', title: 'En la lista', text: '' }
  if (result === 'repeated') return { tone: 'yellow', title: 'Ya visto', text: '' }
  if (result === 'extra') return { tone: 'yellow', title: 'Sobrante', text: 'Se agregó a este embarque' }
  const place = `Va en el embarque #${shipment?.companyShipmentId ?? ''}`
  return { tone: 'yellow', title: 'Sobrante', text: shipment?.isClosed === true ? `${place}, que está cerrado` : place }
}

type ResultProps = { code: string; answer: ArrivalAnswer; onMove: () => void; onLeave: () => void }

function Result({ code, answer, onMove, onLeave }: ResultProps) {
  const { tone, title, text } = describeAnswer(code, answer)
  const { box, Icon } = looks[tone]
  const found = answer.package
  const weight = found && (found.arrivalWeight ?? found.weight)
  return (
    <div className={cx('grid grid-cols-[minmax(0,1fr)] gap-1.5 rounded-lg border p-4', box)}>
      <div className="flex flex-wrap items-center gap-x-2.5">
        <Icon size={24} aria-hidden="true" className="shrink-0" />
        <span className="font-semibold text-title">{title}</span>
        {found?.client && (
          <span className="ml-auto font-semibold text-[26px] leading-8 tabular-nums">{found.client.casillero}</span>
        )}
      </div>
      {found && (
        <>
          <p className="break-words font-medium text-body">{formatName(found)}</p>
          <p className="break-words text-label tabular-nums">
            {[formatNumber(found), found.tracking, weight != null && formatWeight(weight)].filter(Boolean).join(' · ')}
          </p>
        </>
      )}
      {text !== '' && <p className="break-words text-body">{text}</p>}
      {answer.result === 'unknown' && (
        <Link
          to={`/recepcion?codigo=${encodeURIComponent(code)}`}
          className={buttonClass('secondary', 'md', 'mt-1 justify-self-start')}
        >
          Recibirlo
        </Link>
      )}
      {answer.result === 'other_shipment' && (
        <div className="mt-1 flex flex-wrap gap-2">
          {answer.shipment?.isClosed === true ? (
            <Link to={`/embarques/${answer.shipment.id}/llegada`} className={buttonClass('secondary')}>
              Ver su llegada
            </Link>
          ) : (
            <Button onClick={onMove}>Mover a este</Button>
          )}
          <Button onClick={onLeave}>Dejar en el suyo</Button>
        </div>
      )}
    </div>
  )
}
