import { cx } from '../class-names.ts'
import { Button } from '../controls/button.tsx'
import { useTooltip } from '../controls/tooltip.tsx'
import type { MenuItem } from '../overlays/menu.tsx'

type MainActionProps = { action: MenuItem; name: string; className?: string }

/** Not `disabled` while it is blocked, so that the reason stays reachable. */
export function MainAction({ action: { label, blocked, run }, name, className }: MainActionProps) {
  const { handlers, bubble } = useTooltip(blocked)
  return (
    <>
      <Button
        {...handlers}
        size="sm"
        className={cx(
          'aria-disabled:cursor-not-allowed aria-disabled:border-transparent aria-disabled:bg-surface-3 aria-disabled:text-subtle',
          className,
        )}
        aria-label={[`${label}: ${name}`, blocked].filter(Boolean).join('. ')}
        aria-disabled={blocked !== undefined || undefined}
        // After the first click removed a row, the second click of a double click may hit the next one.
        onClick={({ detail }) => blocked === undefined && detail < 2 && run()}
      >
        {label}
      </Button>
      {bubble}
    </>
  )
}
