import { cx } from '../../ui/class-names.ts'
import { useDeviceDrawer } from './device-drawer.ts'

/** Says beside the link in the menu that the drawer of this device is open. */
export function OpenBadge({ isNarrow }: { isNarrow: boolean }) {
  const { forPayments } = useDeviceDrawer()
  if (forPayments === undefined) return null
  return (
    <span
      className={cx(
        'flex items-center gap-1.5 font-normal text-[12px] text-muted',
        isNarrow ? 'absolute top-1.5 right-1.5' : 'ml-auto',
      )}
    >
      <span className="size-2 rounded-full bg-green-text" aria-hidden="true" />
      <span className={isNarrow ? 'sr-only' : undefined}>Abierta</span>
    </span>
  )
}
