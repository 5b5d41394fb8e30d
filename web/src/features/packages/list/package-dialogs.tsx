import type { CourierPackage } from '@casillero/shared/contract/packages'
import type { Status } from '@casillero/shared/contract/statuses'
import { readLabelCode } from '@casillero/shared/domain/label-code'
import { readPackageNumber } from '@casillero/shared/domain/package-number'
import { readTracking, searchedText } from '@casillero/shared/domain/tracking-code'
import { X } from 'lucide-react'
import { useRef, useState } from 'react'
import { RemoveDialog } from '../../../crud/remove-dialog.tsx'
import { call, describeError } from '../../../lib/api.ts'
import { type Signal, sound } from '../../../lib/sounds.ts'
import { cx } from '../../../ui/class-names.ts'
import { Button } from '../../../ui/controls/button.tsx'
import { IconButton } from '../../../ui/controls/icon-button.tsx'
import { CodeField } from '../../../ui/forms/code-field.tsx'
import { Field } from '../../../ui/forms/field.tsx'
import { SelectInput } from '../../../ui/forms/select-input.tsx'
import { Dialog } from '../../../ui/overlays/dialog.tsx'
import { DiscardDialog } from '../../../ui/overlays/discard-dialog.tsx'
import { OpenedPackage } from '../entry/package-dialog.tsx'
import { clientName, packageNumber, trackingText } from '../package-text.ts'
import { type StatusChange, StatusDialog } from '../status/status-dialog.tsx'

const most = 500

/** Shown in the list if it has a package. */
type Scanned = {
  id: number
  code: string
  signal: Signal | 'waiting'
  sentence: string
  courierPackage?: CourierPackage
}

/** True for the whole code, not a part of it. */
function isNamedBy(code: string, one: CourierPackage): boolean {
  const { tracking } = readTracking(code)
  return (
    one.labelCode === readLabelCode(code) ||
    one.tracking === tracking ||
    one.warehouseTracking === tracking ||
    readPackageNumber(code, { isScanned: true }) === one.companyPackageId
  )
}

async function findNamed(code: string): Promise<CourierPackage[]> {
  const { data } = await call('GET /api/packages', { query: { search: searchedText(code).slice(0, 100), limit: '20' } })
  const named = data.filter((one) => isNamedBy(code, one))
  const labelled = named.filter((one) => one.labelCode === readLabelCode(code))
  return labelled.length > 0 ? labelled : named
}

/** Returns the only package that the scan names, if it can change to the status. */
function findOutcome(
  named: readonly CourierPackage[],
  { statusId, listed }: { statusId: string; listed: ReadonlySet<string> },
): Omit<Scanned, 'id' | 'code'> {
  const [one, ...others] = named
  if (statusId === '') return { signal: 'bad', sentence: 'Elija un estado' }
  if (one === undefined) return { signal: 'bad', sentence: 'Ningún paquete tiene ese código' }
  const name = `Paquete ${packageNumber(one)}`
  if (others.length > 0) return { signal: 'bad', sentence: 'Varios paquetes tienen ese tracking; escanee la etiqueta' }
  if (listed.has(one.id)) return { signal: 'again', sentence: `${name}: ya está en la lista` }
  if (one.statusId === statusId) return { signal: 'again', sentence: `${name}: ya está en ese estado` }
  if (listed.size >= most) return { signal: 'bad', sentence: `Elija como máximo ${most} paquetes` }
  return { signal: 'good', sentence: name, courierPackage: one }
}

/** Looks scans up in order while further ones arrive. docs/product/packages.md, "Escanear". */
function useScannedPackages(statusId: string) {
  const [scans, setScans] = useState<readonly Scanned[]>([])
  /** A ref, so that a look-up that ends late does not lose newer scans. */
  const now = useRef<readonly Scanned[]>([])
  const turn = useRef(Promise.resolve())
  const count = useRef(0)

  const change = (next: readonly Scanned[]) => {
    now.current = next
    setScans(next)
  }
  const listIds = (list: readonly Scanned[]) => list.flatMap(({ courierPackage }) => courierPackage?.id ?? [])

  const lookUp = async (id: number, code: string) => {
    const found = await findNamed(code).then(
      (named) => findOutcome(named, { statusId, listed: new Set(listIds(now.current)) }),
      (error: unknown) => ({ signal: 'bad' as const, sentence: describeError(error, 'Error al buscar') }),
    )
    sound(found.signal === 'waiting' ? 'good' : found.signal)
    change(now.current.map((one) => (one.id === id ? { ...one, ...found } : one)))
  }
  const scan = (code: string) => {
    count.current += 1
    const id = count.current
    change([{ id, code, signal: 'waiting', sentence: 'Buscando...' }, ...now.current])
    turn.current = turn.current.then(() => lookUp(id, code))
  }
  return {
    scans,
    packageIds: listIds(scans),
    isWaiting: scans.some(({ signal }) => signal === 'waiting'),
    scan,
    remove: (id: number) => change(now.current.filter((one) => one.id !== id)),
  }
}

type ScanDialogProps = {
  statuses: readonly Status[]
  onDone: (change: StatusChange) => void
  onClose: () => void
}

const key = 'scan-status'

/** docs/product/packages.md, "Escanear". */
function ScanDialog({ statuses, onDone, onClose }: ScanDialogProps) {
  const [statusId, setStatusId] = useState(() => statuses.find(({ id }) => id === localStorage.getItem(key))?.id ?? '')
  const status = statuses.find(({ id }) => id === statusId)
  const { scans, packageIds, isWaiting, scan, remove } = useScannedPackages(statusId)
  const [open, setOpen] = useState<'confirm' | 'discard'>()
  const box = useRef<HTMLDivElement>(null)
  const close = () => {
    if (packageIds.length > 0) setOpen('discard')
    else onClose()
  }
  return (
    <Dialog
      title="Escanear paquetes"
      size="2xl"
      firstFocus="[data-scan]"
      holds={() => packageIds.length > 0}
      onClose={close}
      footer={
        <ScanFooter
          count={packageIds.length}
          isWaiting={isWaiting}
          onClose={close}
          onFinish={() => setOpen('confirm')}
        />
      }
    >
      <div ref={box} className="grid gap-3 px-4 pt-1 pb-4 md:px-5">
        <StatusField
          statuses={statuses}
          value={statusId}
          disabled={packageIds.length > 0 || isWaiting}
          onChange={setStatusId}
          onDone={() => box.current?.querySelector<HTMLElement>('[data-scan]')?.focus()}
        />
        <CodeField
          label="Código"
          placeholder="Escanee una etiqueta o un tracking..."
          onScan={({ code }) => scan(code)}
        />
        <LastScan scanned={scans[0]} />
        <ul aria-label="Escaneados" className="grid">
          {scans.map((one) => (
            <ScanRow key={one.id} scanned={one} onRemove={() => remove(one.id)} />
          ))}
        </ul>
      </div>
      {open === 'confirm' && status !== undefined && (
        <StatusDialog packageIds={packageIds} status={status} onDone={onDone} onClose={() => setOpen(undefined)} />
      )}
      {open === 'discard' && <DiscardDialog onDiscard={onClose} onStay={() => setOpen(undefined)} />}
    </Dialog>
  )
}

type ScanFooterProps = { count: number; isWaiting: boolean; onClose: () => void; onFinish: () => void }

function ScanFooter({ count, isWaiting, onClose, onFinish }: ScanFooterProps) {
  return (
    <>
      <span aria-live="polite" className="mr-auto font-semibold text-body tabular-nums max-md:w-full">
        {count === 1 ? '1 paquete' : `${count} paquetes`}
      </span>
      <Button className="max-md:flex-1" onClick={onClose}>
        Cancelar
      </Button>
      <Button variant="primary" className="max-md:flex-1" disabled={count === 0 || isWaiting} onClick={onFinish}>
        Terminar
      </Button>
    </>
  )
}

type StatusFieldProps = {
  statuses: readonly Status[]
  value: string
  disabled: boolean
  onChange: (statusId: string) => void
  onDone: () => void
}

function StatusField({ statuses, value, disabled, onChange, onDone }: StatusFieldProps) {
  return (
    <Field label="Estado" required>
      {(control) => (
        <SelectInput
          {...control}
          value={value}
          disabled={disabled}
          // Letters of a scan must not change the chosen status.
          onKeyDown={({ key, ctrlKey, metaKey }) => {
            if ([...key].length === 1 && key !== ' ' && !ctrlKey && !metaKey) onDone()
          }}
          onChange={({ target }) => {
            localStorage.setItem(key, target.value)
            onChange(target.value)
            onDone()
          }}
        >
          <option value="" disabled>
            Elija un estado
          </option>
          {statuses.map(({ id, name }) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
        </SelectInput>
      )}
    </Field>
  )
}

const looks: Record<Scanned['signal'], string> = {
  waiting: 'bg-surface-2 text-muted',
  good: 'bg-green-soft text-green-text',
  again: 'bg-yellow-soft text-yellow-text',
  bad: 'bg-danger-soft text-danger-text',
}

const describe = ({ sentence, courierPackage }: Scanned): string =>
  courierPackage ? `${sentence} · ${clientName(courierPackage)}` : sentence

function LastScan({ scanned }: { scanned: Scanned | undefined }) {
  return (
    <p
      role="status"
      className={cx(
        'min-h-11 rounded-md px-3 py-2.5 font-semibold text-body',
        scanned ? looks[scanned.signal] : 'text-muted',
      )}
    >
      {scanned ? describe(scanned) : 'Listo para escanear'}
    </p>
  )
}

function ScanRow({ scanned, onRemove }: { scanned: Scanned; onRemove: () => void }) {
  const { code, signal } = scanned
  return (
    <li className="flex min-h-11 items-center gap-3 border-line border-b py-1.5">
      <div className="min-w-0 flex-1">
        <p className={cx('break-words font-medium text-body', signal !== 'good' && looks[signal].split(' ')[1])}>
          {describe(scanned)}
        </p>
        <p className="break-all text-help text-muted tabular-nums">{code}</p>
      </div>
      <IconButton
        label={`Quitar ${code}`}
        icon={<X size={16} aria-hidden="true" />}
        className="[--icon-btn:44px]"
        onClick={onRemove}
      />
    </li>
  )
}

export type OpenDialog =
  | { kind: 'row'; id: string; row: CourierPackage | undefined }
  | { kind: 'scan' }
  | { kind: 'remove'; courierPackage: CourierPackage }
  | { kind: 'status'; status: Status }

type PackageDialogsProps = {
  open: OpenDialog
  chosen: ReadonlySet<string>
  statuses: readonly Status[]
  onDone: (change: StatusChange) => void
  onClose: () => void
}

/** The code of these dialogs loads when the first one opens. */
export function PackageDialogs({ open, chosen, statuses, onDone, onClose }: PackageDialogsProps) {
  switch (open.kind) {
    case 'row':
      return <OpenedPackage id={open.id} row={open.row} onClose={onClose} />
    case 'scan':
      return <ScanDialog statuses={statuses} onDone={onDone} onClose={onClose} />
    case 'remove':
      return <RemovePackage courierPackage={open.courierPackage} onClose={onClose} />
    case 'status':
      return <StatusDialog packageIds={[...chosen]} status={open.status} onDone={onDone} onClose={onClose} />
  }
}

function RemovePackage({ courierPackage, onClose }: { courierPackage: CourierPackage; onClose: () => void }) {
  return (
    <RemoveDialog
      thing="el paquete"
      title={`¿Eliminar el paquete ${packageNumber(courierPackage)}?`}
      run={() => call('DELETE /api/packages/:id', { params: { id: courierPackage.id } })}
      onClose={onClose}
    >
      Se eliminará el paquete{' '}
      {courierPackage.client === null ? (
        'sin cliente'
      ) : (
        <>
          de <b className="font-semibold">{clientName(courierPackage)}</b>
        </>
      )}{' '}
      ({trackingText(courierPackage)}).
    </RemoveDialog>
  )
}
