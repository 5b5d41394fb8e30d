import { type CourierPackage, type PackageDraft, packageDraft } from '@casillero/shared/contract/packages'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { FormDialog } from '../../crud/form-dialog.tsx'
import { call, newIdempotencyKey, read, sentenceOf } from '../../lib/api.ts'
import { deferred } from '../../ui/deferred.tsx'
import { DialogWait } from '../../ui/dialog-wait.tsx'
import { TabPanel } from '../../ui/tabs.tsx'
import { toastError } from '../../ui/toast.tsx'
import { EstimatedTotal } from './estimated-total.tsx'
import { type PackageChoices, usePackageChoices } from './package-choices.ts'
import { PackageDetails } from './package-details.tsx'
import { fieldsOfPackage, newPackage } from './package-draft.ts'
import { type PackageTab, PackageTabs } from './package-tabs.tsx'
import { historyCount, packageNumber } from './package-text.ts'

const PackageHistory = deferred(() => import('./package-history.tsx').then((module) => module.PackageHistory))
const MessageTab = deferred(() => import('../messages/message-list.tsx').then((module) => module.MessageTab))

const creating = {
  title: 'Nuevo Paquete',
  save: 'Crear Paquete',
  saving: 'Creando...',
  saved: 'Paquete creado exitosamente',
  failed: 'Error al guardar el paquete',
}
const editing = {
  title: 'Editar Paquete',
  save: 'Guardar Cambios',
  saving: 'Guardando...',
  saved: 'Paquete actualizado exitosamente',
  failed: 'Error al guardar el paquete',
}

type PackageFormProps = {
  parcel?: CourierPackage | undefined
  /** Another package that somebody wants to look at meanwhile. */
  onOpenOther: (parcel: CourierPackage) => void
  onClose: () => void
}

export function PackageForm(props: PackageFormProps) {
  const choices = usePackageChoices()
  return choices === undefined ? <DialogWait /> : <LoadedForm {...props} choices={choices} />
}

function LoadedForm({ parcel, choices, onOpenOther, onClose }: PackageFormProps & { choices: PackageChoices }) {
  const client = useQueryClient()
  const [key] = useState(newIdempotencyKey)
  const [current, setCurrent] = useState(parcel)
  const [tab, setTab] = useState<PackageTab>('details')

  const save = (body: PackageDraft) =>
    parcel === undefined
      ? call('POST /api/packages', { body, headers: { 'Idempotency-Key': key } })
      : call('PUT /api/packages/:id', { params: { id: parcel.id }, body })
  const reload = async (id: string) => {
    const { data } = await call('GET /api/packages/:id', { params: { id } })
    setCurrent(data)
    return fieldsOfPackage(data)
  }
  const openOther = async (id: string) => {
    try {
      onOpenOther((await client.fetchQuery(read('GET /api/packages/:id', { params: { id } }))).data)
    } catch (error) {
      toastError(sentenceOf(error, 'Error al cargar los paquetes'))
    }
  }
  const details = <PackageDetails parcel={current} choices={choices} onOpenOther={(id) => void openOther(id)} />

  return (
    <FormDialog
      texts={current === undefined ? creating : { ...editing, badge: packageNumber(current) }}
      size="3xl"
      schema={packageDraft}
      values={parcel === undefined ? newPackage(choices) : fieldsOfPackage(parcel)}
      save={tab === 'details' ? save : undefined}
      reload={parcel && (() => reload(parcel.id))}
      head={current && <PackageTabs current={tab} count={historyCount(current)} onChange={setTab} />}
      aside={tab === 'details' ? <EstimatedTotal parcel={current} choices={choices} /> : undefined}
      onClose={onClose}
    >
      {current === undefined ? (
        details
      ) : (
        <>
          <div hidden={tab !== 'details'}>
            <TabPanel id="details">{details}</TabPanel>
          </div>
          {tab === 'messages' && (
            <TabPanel id="messages">
              <MessageTab filter={{ packageId: current.id }} />
            </TabPanel>
          )}
          {tab === 'history' && (
            <TabPanel id="history">
              <PackageHistory parcel={current} statuses={choices.statuses} />
            </TabPanel>
          )}
        </>
      )}
    </FormDialog>
  )
}
