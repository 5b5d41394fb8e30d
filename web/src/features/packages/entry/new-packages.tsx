import { type PackageDraft, packageDraft } from '@casillero/shared/contract/packages'
import { useEffect, useRef, useState } from 'react'
import { FormDialog } from '../../../crud/form-dialog.tsx'
import { savingTexts } from '../../../crud/record-texts.ts'
import type { WeightSource } from '../../../devices/scale/weighing.ts'
import { call, newIdempotencyKey } from '../../../lib/api.ts'
import { Button } from '../../../ui/controls/button.tsx'
import { defer } from '../../../ui/feedback/defer.tsx'
import { DialogWait } from '../../../ui/overlays/dialog-wait.tsx'
import { DiscardDialog } from '../../../ui/overlays/discard-dialog.tsx'
import { useUnsavedWork } from '../../../ui/overlays/use-unsaved-work.tsx'
import { labelSaved } from '../labels/label-after-saving.ts'
import { type PackageChoices, usePackageChoices } from '../package-choices.ts'
import { EstimatedTotal } from './estimated-total.tsx'
import { type ScannedOwner, withOwner } from './find-owner.ts'
import { useOtherPackage } from './other-package.tsx'
import { PackageDetails } from './package-details.tsx'
import { newPackage } from './package-draft.ts'
import { type PackageClient, tariffOfOwner } from './package-tariff.ts'
import { type Entered, SittingLine, type Unsaved, useSitting } from './sitting.tsx'
import { sentSource } from './weight-line.tsx'

const PackageDialog = defer(() => import('./package-dialog.tsx').then((module) => module.PackageDialog), DialogWait)

const { creating } = savingTexts('el paquete')

type NewPackagesProps = { client?: PackageClient | undefined; onClose: () => void }
type NewPackageFormProps = NewPackagesProps & { choices: PackageChoices; onOpenOther: (packageId: string) => void }

/** The package in the form, and the sitting of those entered before. */
function useNewPackages({ tariffs }: PackageChoices) {
  const [key, setKey] = useState(newIdempotencyKey)
  const [isUsual, setIsUsual] = useState(false)
  const owner = useRef<ScannedOwner>(undefined)
  const weightSource = useRef<WeightSource>(undefined)
  const run = useRef(() => {})

  const addOwner = (draft: PackageDraft, found: Entered['owner']) =>
    withOwner(draft, found, tariffOfOwner(undefined, tariffs, draft.shippingMethod))
  const sitting = useSitting(addOwner)

  const save = async (draft: PackageDraft) => {
    const { data } = await call('POST /api/packages', {
      body: { ...(await addOwner(draft, owner.current)), weightSource: sentSource(draft.weight, weightSource.current) },
      headers: { 'Idempotency-Key': key },
    })
    labelSaved(data.id)
  }
  const onEntered = (entered: Entered) => {
    setIsUsual(true)
    sitting.add(entered, key)
    setKey(newIdempotencyKey())
  }
  return { owner, weightSource, sitting, save, another: { run, isUsual, onEntered } }
}

/** Entries are saved before the form closes; otherwise it stays, to correct them. */
function useClosing(unsaved: readonly Unsaved[], onClose: () => void) {
  const [closing, setClosing] = useState<'whenSaved' | 'asking'>()
  useUnsavedWork(unsaved.length > 0)
  const hasRefused = unsaved.some(({ problem }) => problem !== undefined)
  const isDone = closing === 'whenSaved' && unsaved.length === 0
  useEffect(() => {
    if (isDone) onClose()
  }, [isDone, onClose])
  const close = () => {
    if (unsaved.length === 0) onClose()
    else setClosing(hasRefused ? 'asking' : 'whenSaved')
  }
  return { close, isAsking: closing === 'asking' && hasRefused, stay: () => setClosing(undefined) }
}

export function NewPackages(props: NewPackagesProps) {
  const choices = usePackageChoices()
  const other = useOtherPackage(PackageDialog)
  if (choices === undefined) return <DialogWait onClose={props.onClose} />
  return (
    <>
      <NewPackageForm {...props} choices={choices} onOpenOther={other.open} />
      {other.dialog}
    </>
  )
}

function NewPackageForm({ choices, client, onOpenOther, onClose }: NewPackageFormProps) {
  const { owner, weightSource, sitting, save, another } = useNewPackages(choices)
  const { close, isAsking, stay } = useClosing(sitting.unsaved, onClose)
  const [mended, setMended] = useState<Unsaved>()
  return (
    <>
      <FormDialog
        texts={creating}
        size="3xl"
        schema={packageDraft}
        values={newPackage(choices, client)}
        save={save}
        head={another.isUsual && <SittingLine sitting={sitting} onMend={setMended} />}
        foot={{
          start: <EstimatedTotal courierPackage={undefined} choices={choices} />,
          beside: (
            <Button
              className="max-md:flex-1"
              aria-keyshortcuts="Control+Shift+Enter"
              title="Ctrl + Mayús + Enter"
              onClick={() => another.run.current()}
            >
              Crear y otro
            </Button>
          ),
        }}
        onClose={close}
      >
        <PackageDetails
          courierPackage={undefined}
          choices={choices}
          onOpenOther={onOpenOther}
          owner={owner}
          weightSource={weightSource}
          client={client}
          another={another}
        />
      </FormDialog>
      {isAsking && <DiscardDialog onDiscard={onClose} onStay={stay} />}
      {mended && (
        <MendedPackage
          unsaved={mended}
          choices={choices}
          onOpenOther={onOpenOther}
          onSaved={() => sitting.drop(mended.key)}
          onClose={() => setMended(undefined)}
        />
      )}
    </>
  )
}

type MendedPackageProps = NewPackageFormProps & { unsaved: Unsaved; onSaved: () => void }

/** Shows a refused package over the form of the next one. */
function MendedPackage({ unsaved, choices, onOpenOther, onSaved, onClose }: MendedPackageProps) {
  const owner = useRef<ScannedOwner>(undefined)
  const weightSource = useRef<WeightSource>(undefined)
  const save = async (draft: PackageDraft) => {
    const toTariff = tariffOfOwner(undefined, choices.tariffs, draft.shippingMethod)
    const found = await withOwner(draft, owner.current, toTariff)
    const isSame = draft.weight === unsaved.draft.weight
    const source = isSame ? unsaved.weightSource : weightSource.current
    const body = { ...found, weightSource: sentSource(draft.weight, source) }
    const { data } = await call('POST /api/packages', { body, headers: { 'Idempotency-Key': unsaved.key } })
    labelSaved(data.id)
    onSaved()
  }
  return (
    <FormDialog
      texts={creating}
      size="3xl"
      schema={packageDraft}
      values={unsaved.fields}
      save={save}
      foot={{ start: <EstimatedTotal courierPackage={undefined} choices={choices} /> }}
      onClose={onClose}
    >
      <PackageDetails
        courierPackage={undefined}
        choices={choices}
        onOpenOther={onOpenOther}
        owner={owner}
        weightSource={weightSource}
        asked={unsaved.owner?.text}
      />
    </FormDialog>
  )
}
