import type { CourierPackage } from '@casillero/shared/contract/packages'
import { useQueryClient } from '@tanstack/react-query'
import { type ComponentType, useState } from 'react'
import { describeError, read } from '../../../lib/api.ts'
import { toastError } from '../../../ui/feedback/toast.tsx'

type OtherDialog = ComponentType<{ courierPackage: CourierPackage; onClose: () => void }>

/** Opens another package, such as the one that has the same tracking, over a package's form. */
export function useOtherPackage(PackageDialog: OtherDialog) {
  const [other, setOther] = useState<CourierPackage>()
  const client = useQueryClient()
  const load = async (id: string) => {
    try {
      setOther((await client.fetchQuery(read('GET /api/packages/:id', { params: { id } }))).data)
    } catch (error) {
      toastError(describeError(error, 'Error al cargar los paquetes'))
    }
  }
  const dialog = other && <PackageDialog courierPackage={other} onClose={() => setOther(undefined)} />
  return { open: (id: string) => void load(id), dialog }
}
