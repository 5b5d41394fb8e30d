import type { CourierPackage } from '@casillero/shared/contract/packages'
import { useQuery } from '@tanstack/react-query'
import { Tabs } from '../../../ui/layout/tabs.tsx'
import { historyCount } from '../package-text.ts'
import { readPhotos } from '../photos/read-photos.ts'

export type PackageTab = 'details' | 'photos' | 'history' | 'messages'

type PackageTabsProps = { courierPackage: CourierPackage; current: PackageTab; onChange: (tab: PackageTab) => void }

export function PackageTabs({ courierPackage, current, onChange }: PackageTabsProps) {
  const photos = useQuery(readPhotos(courierPackage.id)).data?.data.photos
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
      // All four tabs fit a phone 360 pixels wide; longer counts make them scroll.
      className="mb-3 px-4 max-md:gap-0 max-md:overflow-x-auto max-md:overflow-y-hidden max-md:*:shrink-0 max-md:*:gap-1 max-md:*:px-1.5 md:px-5"
    />
  )
}
