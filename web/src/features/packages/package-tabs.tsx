import type { CourierPackage } from '@casillero/shared/contract/packages'
import { useQuery } from '@tanstack/react-query'
import { Tabs } from '../../ui/layout/tabs.tsx'
import { historyCount } from './package-text.ts'
import { photosOf } from './photos-of.ts'

export type PackageTab = 'details' | 'photos' | 'history' | 'messages'

type PackageTabsProps = { courierPackage: CourierPackage; current: PackageTab; onChange: (tab: PackageTab) => void }

export function PackageTabs({ courierPackage, current, onChange }: PackageTabsProps) {
  const photos = useQuery(photosOf(courierPackage.id)).data?.data.photos
  return (
    <Tabs
      label="Paquete"
      tabs={[
        { id: 'details', label: 'Detalles' },
        { id: 'photos', label: 'Fotos', count: photos?.length || undefined },
        { id: 'history', label: 'Historial', count: historyCount(courierPackage) },
        { id: 'messages', label: 'Mensajes' },
      ]}
      current={current}
      onChange={onChange}
      className="mb-3 px-4 max-md:overflow-x-auto max-md:overflow-y-hidden md:px-5"
    />
  )
}
