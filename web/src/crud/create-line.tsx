import { Plus } from 'lucide-react'
import type { ReactNode } from 'react'
import { Button } from '../ui/controls/button.tsx'

type CreateLineProps = { label: string; onCreate: () => void; children?: ReactNode }

export function CreateLine({ label, onCreate, children }: CreateLineProps) {
  return (
    <div className="mb-3 flex flex-wrap items-center gap-2">
      {children}
      <Button
        variant="primary"
        className="ml-auto max-md:w-full"
        icon={<Plus size={16} aria-hidden="true" />}
        onClick={onCreate}
      >
        {label}
      </Button>
    </div>
  )
}
