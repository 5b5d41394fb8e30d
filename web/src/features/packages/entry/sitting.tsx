import type { CourierPackage, PackageDraft } from '@casillero/shared/contract/packages'
import { useMutation } from '@tanstack/react-query'
import { CircleCheck } from 'lucide-react'
import { useState } from 'react'
import type { WeightSource } from '../../../devices/scale/weighing.ts'
import { ApiError, call, describeError } from '../../../lib/api.ts'
import { cx } from '../../../ui/class-names.ts'
import { Button } from '../../../ui/controls/button.tsx'
import { Spinner } from '../../../ui/controls/spinner.tsx'
import { Note } from '../../../ui/feedback/note.tsx'
import { labelSaved } from '../labels/label-after-saving.ts'
import { packageNumber, priceText, trackingText, weightText } from '../package-text.ts'
import { type ScannedOwner, scannedOwner } from './find-owner.ts'
import type { PackageFields } from './package-draft.ts'
import { sentSource } from './weight-line.tsx'

/** A package that was entered; the form is free for the next one. */
export type Entered = {
  draft: PackageDraft
  fields: PackageFields
  owner: ScannedOwner | undefined
  weightSource: WeightSource | undefined
}

export type Unsaved = Entered & { key: string; problem: string | undefined }

/** Adds the client and the tariff, or throws a refusal under the client's field. */
export type AddOwner = (draft: PackageDraft, owner: Entered['owner']) => Promise<PackageDraft>

/** docs/product/packages.md, "Receiving". */
export function useSitting(addOwner: AddOwner) {
  const [unsaved, setUnsaved] = useState<readonly Unsaved[]>([])
  const [saved, setSaved] = useState<{ count: number; last: CourierPackage }>()
  const drop = (key: string) => setUnsaved((all) => all.filter((one) => one.key !== key))
  const countOne = (last: CourierPackage) => setSaved((before) => ({ count: (before?.count ?? 0) + 1, last }))
  const { mutate } = useMutation({
    // One at a time, so that numbers follow the order of scanning.
    scope: { id: 'receive packages' },
    // The idempotency key prevents saving twice if an answer was lost.
    retry: (failures, error) => failures < 2 && error instanceof ApiError && error.status === 0,
    mutationFn: async ({ key, draft, owner, weightSource }: Unsaved) =>
      call('POST /api/packages', {
        body: { ...(await addOwner(draft, owner)), weightSource: sentSource(draft.weight, weightSource) },
        headers: { 'Idempotency-Key': key },
      }),
    onSuccess: ({ data }, { key }) => {
      drop(key)
      countOne(data)
      labelSaved(data.id)
    },
    onError: (error, { key }) => {
      const problem = describeError(error, 'No hay conexión con el servidor')
      setUnsaved((all) => all.map((one) => (one.key === key ? { ...one, problem } : one)))
    },
  })
  const send = (one: Unsaved) => {
    setUnsaved((all) => [...all.filter(({ key }) => key !== one.key), one])
    mutate(one)
  }
  return {
    unsaved,
    saved,
    drop,
    add: (entered: Entered, key: string) => send({ ...entered, key, problem: undefined }),
    again: (one: Unsaved) => send({ ...one, owner: one.owner && scannedOwner(one.owner.text), problem: undefined }),
  }
}

export type Sitting = ReturnType<typeof useSitting>

type SittingLineProps = { sitting: Sitting; onMend: (unsaved: Unsaved) => void }

/** Shows the results of earlier packages. */
export function SittingLine({ sitting: { unsaved, saved, again }, onMend }: SittingLineProps) {
  const refused = unsaved.filter(({ problem }) => problem !== undefined)
  const waiting = unsaved.length - refused.length
  return (
    <div className="grid gap-2 px-4 pb-2 md:px-5">
      <p role="status" className="flex min-h-5 items-start gap-2 text-label text-muted">
        {waiting > 0 ? (
          <>
            <Spinner />
            <span>{waiting === 1 ? 'Guardando 1 paquete...' : `Guardando ${waiting} paquetes...`}</span>
          </>
        ) : (
          saved && (
            <>
              <CircleCheck size={16} className="mt-px shrink-0 text-green-text" aria-hidden="true" />
              <span className="min-w-0 break-words">
                Paquete creado exitosamente: <b className="font-semibold text-fg">{packageNumber(saved.last)}</b> ·{' '}
                {trackingText(saved.last)} · {weightText(saved.last)} · {priceText(saved.last)}
                {saved.count > 1 && ` · van ${saved.count}`}
              </span>
            </>
          )
        )}
      </p>
      <div className={cx('grid max-h-[200px] gap-2 overflow-y-auto', refused.length === 0 && 'hidden')}>
        {refused.map((one) => (
          <Note key={one.key} tone="red">
            <p className="break-words">
              No se guardó {one.draft.tracking ?? one.draft.warehouseTracking}: {one.problem}
            </p>
            <div className="mt-2 flex flex-wrap gap-2">
              <Button size="sm" onClick={() => again(one)}>
                Reintentar
              </Button>
              <Button size="sm" onClick={() => onMend(one)}>
                Corregir
              </Button>
            </div>
          </Note>
        ))}
      </div>
    </div>
  )
}
