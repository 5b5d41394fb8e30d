import type { Conversation } from '@casillero/shared/contract/conversations'
import { useQuery } from '@tanstack/react-query'
import { Check, UserCheck, UserPlus } from 'lucide-react'
import { read } from '../../lib/api.ts'
import { useSignedIn } from '../../lib/session.ts'
import { Button } from '../../ui/controls/button.tsx'
import { useTooltip } from '../../ui/controls/tooltip.tsx'
import { Menu } from '../../ui/overlays/menu.tsx'
import { useChange } from './conversation-calls.ts'

/** The user first. docs/product/conversations.md, "Notes and whom it is for". */
export function Assignment({ conversation }: { conversation: Conversation }) {
  const { user } = useSignedIn()
  const { mutate, isPending } = useChange(conversation)
  const colleagues = useQuery({ ...read('GET /api/conversations/colleagues'), staleTime: 60_000 }).data?.data ?? []
  const { assignee } = conversation
  const give = (assigneeId: string | null, saved: string) => {
    if (!isPending && assigneeId !== (assignee?.id ?? null))
      mutate({ attended: !conversation.isWaiting, assigneeId, saved })
  }
  const toItem = ({ id, name }: { id: string; name: string }) => ({
    label: id === user.id ? 'Para mí' : `Para ${name}`,
    icon: id === assignee?.id ? <Check size={18} /> : <span className="size-[18px]" />,
    run: () => give(id, id === user.id ? 'Es para usted' : `Es para ${name}`),
  })
  const ordered = colleagues.toSorted((one, other) => Number(other.id === user.id) - Number(one.id === user.id))
  const items = [
    ...ordered.map(toItem),
    {
      label: 'Sin asignar',
      icon: assignee === null ? <Check size={18} /> : <span className="size-[18px]" />,
      run: () => give(null, 'Es de todos'),
    },
  ]
  const { handlers, bubble } = useTooltip(assignee === null ? 'Asignar' : undefined)
  return (
    <>
      <Menu
        items={items}
        align="end"
        // One button for both, which keeps the focus when one becomes the other.
        trigger={(props) => (
          <Button
            {...handlers}
            {...props}
            busy={isPending}
            {...(assignee === null
              ? { variant: 'ghost', 'aria-label': 'Asignar', className: 'w-(--control) px-0!' }
              : { className: 'min-w-0 max-w-full' })}
            icon={
              assignee === null ? <UserPlus size={18} aria-hidden="true" /> : <UserCheck size={16} aria-hidden="true" />
            }
          >
            {assignee !== null && (
              <span className="truncate">{assignee.id === user.id ? 'Para usted' : `Para ${assignee.name}`}</span>
            )}
          </Button>
        )}
      />
      {bubble}
    </>
  )
}
