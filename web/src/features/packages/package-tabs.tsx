import { Tabs } from '../../ui/layout/tabs.tsx'

export type PackageTab = 'details' | 'history' | 'messages'

type PackageTabsProps = { current: PackageTab; count: number; onChange: (tab: PackageTab) => void }

export const PackageTabs = ({ current, count, onChange }: PackageTabsProps) => (
  <Tabs
    label="Paquete"
    tabs={[
      { id: 'details', label: 'Detalles' },
      { id: 'history', label: 'Historial', count },
      { id: 'messages', label: 'Mensajes' },
    ]}
    current={current}
    onChange={onChange}
    className="mb-3 px-4 md:px-5"
  />
)
