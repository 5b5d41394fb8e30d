import { useQuery } from '@tanstack/react-query'
import { cx } from '../../ui/class-names.ts'
import { countsCall } from './conversation-calls.ts'

const refetchMs = 15_000

/** The number of conversations that wait for a person, beside the link to them. docs/product/conversations.md, "Screen". */
export function ConversationsBadge({ isNarrow }: { isNarrow: boolean }) {
  const query = useQuery({ ...countsCall, staleTime: refetchMs, refetchInterval: refetchMs })
  const count = query.data?.data.waiting ?? 0
  if (count === 0) return null
  return (
    <>
      <span
        aria-hidden="true"
        className={cx(
          'grid place-items-center rounded-full bg-primary font-semibold text-primary-fg tabular-nums leading-none',
          isNarrow
            ? 'absolute top-0.5 left-1/2 ml-0.5 h-4 min-w-4 px-1 text-[10px]'
            : 'ml-auto h-5 min-w-5 px-1.5 text-[12px]',
        )}
      >
        {count > 99 ? '99+' : count}
      </span>
      <span className="sr-only">{`, ${count} por atender`}</span>
    </>
  )
}
