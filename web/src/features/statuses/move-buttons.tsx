import type { Status } from '@casillero/shared/contract/statuses'
import { ArrowDown, ArrowUp } from 'lucide-react'
import { IconButton } from '../../ui/controls/icon-button.tsx'

export type Step = -1 | 1
export type MoveStatus = (status: Status, step: Step) => void

type MoveButtonsProps = { status: Status; last: number; move: MoveStatus | undefined }

/** At either end the button stays, and the focus with it. */
export function MoveButtons({ status, last, move }: MoveButtonsProps) {
  if (move === undefined) return null
  const button = (step: Step) => {
    const isAtEnd = status.orderPosition === (step === -1 ? 1 : last)
    const Arrow = step === -1 ? ArrowUp : ArrowDown
    return (
      <IconButton
        label={`${step === -1 ? 'Subir' : 'Bajar'}: ${status.name}`}
        icon={<Arrow size={18} aria-hidden="true" />}
        className="max-lg:w-10"
        aria-disabled={isAtEnd || undefined}
        onClick={isAtEnd ? undefined : () => move(status, step)}
      />
    )
  }
  return (
    <span className="flex gap-0.5">
      {button(-1)}
      {button(1)}
    </span>
  )
}
