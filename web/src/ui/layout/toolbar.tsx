import { Plus } from 'lucide-react'
import type { ReactNode } from 'react'
import { Button } from '../controls/button.tsx'

type ToolbarProps = {
  /** Shows only the icon if there is little room. */
  action?: { label: string; run: () => void } | undefined
  note?: string
  children: ReactNode
}

/** For a list that is not alone on its page. */
export function Toolbar({ action, note, children }: ToolbarProps) {
  return (
    <div className="mb-3 flex flex-wrap items-center gap-x-3 gap-y-2">
      <div className="min-w-0 max-w-[372px] flex-1">{children}</div>
      {note !== undefined && <p className="ml-auto text-body text-muted max-md:order-last max-md:w-full">{note}</p>}
      {action && (
        <Button
          variant="primary"
          icon={<Plus size={16} aria-hidden="true" />}
          className={
            note === undefined ? 'ml-auto max-md:w-(--control) max-md:px-0' : 'max-md:w-(--control) max-md:px-0'
          }
          onClick={action.run}
        >
          <span className="max-md:sr-only">{action.label}</span>
        </Button>
      )}
    </div>
  )
}
