import type { Status } from '@casillero/shared/contract/statuses'
import { X } from 'lucide-react'
import { useRef, useState } from 'react'
import { cx } from '../../ui/class-names.ts'
import { Button } from '../../ui/controls/button.tsx'
import { IconButton } from '../../ui/controls/icon-button.tsx'
import { CodeField } from '../../ui/forms/code-field.tsx'
import { Field } from '../../ui/forms/field.tsx'
import { SelectInput } from '../../ui/forms/select-input.tsx'
import { Dialog } from '../../ui/overlays/dialog.tsx'
import { DiscardDialog } from '../../ui/overlays/discard-dialog.tsx'
import { clientName } from './package-text.ts'
import { type Scanned, useScannedPackages } from './scanned-packages.ts'
import { type StatusChange, StatusDialog } from './status-dialog.tsx'

type ScanDialogProps = {
  statuses: readonly Status[]
  onDone: (change: StatusChange) => void
  onClose: () => void
}

const key = 'scan-status'

/** docs/product/packages.md, "Escanear". */
export function ScanDialog({ statuses, onDone, onClose }: ScanDialogProps) {
  const [statusId, setStatusId] = useState(() => statuses.find(({ id }) => id === localStorage.getItem(key))?.id ?? '')
  const status = statuses.find(({ id }) => id === statusId)
  const { scans, packageIds, isWaiting, scan, remove } = useScannedPackages(statusId)
  const [open, setOpen] = useState<'confirm' | 'discard'>()
  const box = useRef<HTMLDivElement>(null)
  const goOn = () => box.current?.querySelector<HTMLElement>('[data-scan]')?.focus()
  const close = () => {
    if (packageIds.length > 0) setOpen('discard')
    else onClose()
  }
  const last = scans[0]
  return (
    <Dialog
      title="Escanear paquetes"
      size="2xl"
      firstFocus="[data-scan]"
      holds={() => packageIds.length > 0}
      onClose={close}
      footer={
        <>
          <span aria-live="polite" className="mr-auto font-semibold text-body tabular-nums max-md:w-full">
            {packageIds.length === 1 ? '1 paquete' : `${packageIds.length} paquetes`}
          </span>
          <Button className="max-md:flex-1" onClick={close}>
            Cancelar
          </Button>
          <Button
            variant="primary"
            className="max-md:flex-1"
            disabled={packageIds.length === 0 || isWaiting}
            onClick={() => setOpen('confirm')}
          >
            Terminar
          </Button>
        </>
      }
    >
      <div ref={box} className="grid gap-3 px-4 pt-1 pb-4 md:px-5">
        <Field label="Estado" required>
          {(control) => (
            <SelectInput
              {...control}
              value={statusId}
              disabled={packageIds.length > 0 || isWaiting}
              // A scan must not choose another status by its letters.
              onKeyDown={({ key, ctrlKey, metaKey }) => {
                if ([...key].length === 1 && key !== ' ' && !ctrlKey && !metaKey) goOn()
              }}
              onChange={({ target }) => {
                localStorage.setItem(key, target.value)
                setStatusId(target.value)
                goOn()
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
        <CodeField
          label="Código"
          placeholder="Escanee una etiqueta o un tracking..."
          onScan={({ code }) => scan(code)}
        />
        <p
          role="status"
          className={cx(
            'min-h-11 rounded-md px-3 py-2.5 font-semibold text-body',
            last ? looks[last.signal] : 'text-muted',
          )}
        >
          {last
            ? `${last.sentence}${last.courierPackage ? ` · ${clientName(last.courierPackage)}` : ''}`
            : 'Listo para escanear'}
        </p>
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

const looks: Record<Scanned['signal'], string> = {
  waiting: 'bg-surface-2 text-muted',
  good: 'bg-green-soft text-green-text',
  again: 'bg-yellow-soft text-yellow-text',
  bad: 'bg-danger-soft text-danger-text',
}

function ScanRow({ scanned, onRemove }: { scanned: Scanned; onRemove: () => void }) {
  const { code, signal, sentence, courierPackage } = scanned
  return (
    <li className="flex min-h-11 items-center gap-3 border-line border-b py-1.5">
      <div className="min-w-0 flex-1">
        <p className={cx('break-words font-medium text-body', signal !== 'good' && looks[signal].split(' ')[1])}>
          {courierPackage ? `${sentence} · ${clientName(courierPackage)}` : sentence}
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
