import type { Conversation } from '@casillero/shared/contract/conversations'
import { formatMoney } from '@casillero/shared/domain/money-format'
import { Check, PanelRight, Undo2, User, UserCog } from 'lucide-react'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { Button } from '../../ui/controls/button.tsx'
import { IconButton } from '../../ui/controls/icon-button.tsx'
import { MenuButton } from '../../ui/overlays/menu-button.tsx'
import { useAccount, useChange } from './conversation-calls.ts'
import { formatName, formatNumber } from './conversation-texts.ts'
import { OtherClientDialog } from './unknown-number.tsx'

/** Does what the present state lacks. */
function useAttending(conversation: Conversation) {
  const { mutate, isPending } = useChange(conversation)
  const { isWaiting } = conversation
  const run = () =>
    isPending ||
    mutate({
      attended: isWaiting,
      saved: isWaiting ? 'Conversación atendida' : 'La conversación vuelve a Por atender',
    })
  return { isWaiting, isPending, run, label: isWaiting ? 'Atendida' : 'Volver a Por atender' }
}

type HeadProps = {
  conversation: Conversation
  /** Left out where it stands beside. */
  onSide: (() => void) | undefined
}

export function WideHead({ conversation, onSide }: HeadProps) {
  const navigate = useNavigate()
  const attending = useAttending(conversation)
  const [isGiving, setIsGiving] = useState(false)
  const { client } = conversation
  return (
    <header className="flex min-h-14 shrink-0 items-center gap-2 border-line border-b py-2 pr-2 pl-4">
      <div className="min-w-0 flex-1">
        <h2 className="wrap-anywhere font-semibold text-card">{formatName(conversation)}</h2>
        <p className="truncate text-help text-muted tabular-nums">{formatNumber(conversation)}</p>
      </div>
      <Button
        busy={attending.isPending}
        icon={attending.isWaiting ? <Check size={16} aria-hidden="true" /> : <Undo2 size={16} aria-hidden="true" />}
        onClick={attending.run}
      >
        {attending.label}
      </Button>
      {onSide && (
        <IconButton label="Datos del cliente" icon={<PanelRight size={18} aria-hidden="true" />} onClick={onSide} />
      )}
      <MenuButton
        items={
          client === null
            ? []
            : [
                { label: 'Ver cliente', icon: <User size={18} />, run: () => void navigate(`/clients/${client.id}`) },
                { label: 'Dar a otro cliente', icon: <UserCog size={18} />, run: () => setIsGiving(true) },
              ]
        }
      />
      {isGiving && <OtherClientDialog conversation={conversation} onClose={() => setIsGiving(false)} />}
    </header>
  )
}

/** With the debt under the name. */
export function NarrowHead({ conversation, onSide }: HeadProps) {
  const account = useAccount(conversation)
  const attending = useAttending(conversation)
  const owed = account?.owed ?? []
  return (
    <>
      <div className="min-w-0 flex-1 py-1">
        <h1 className="line-clamp-2 break-words font-semibold text-card leading-5">{formatName(conversation)}</h1>
        {owed.length > 0 ? (
          <p className="font-medium text-help text-yellow-text tabular-nums">
            {`Debe ${owed.map(({ amount, symbol }) => formatMoney(amount, symbol)).join(' · ')}`}
          </p>
        ) : (
          <p className="truncate text-help text-muted tabular-nums">{formatNumber(conversation)}</p>
        )}
      </div>
      <IconButton
        label={attending.label}
        aria-busy={attending.isPending}
        icon={attending.isWaiting ? <Check size={20} aria-hidden="true" /> : <Undo2 size={20} aria-hidden="true" />}
        onClick={attending.run}
      />
      <IconButton label="Datos del cliente" icon={<PanelRight size={20} aria-hidden="true" />} onClick={onSide} />
    </>
  )
}
