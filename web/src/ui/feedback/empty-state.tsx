import { CircleAlert, PackageOpen, RefreshCw } from 'lucide-react'
import type { ReactNode } from 'react'
import { cx } from '../class-names.ts'
import { Button } from '../controls/button.tsx'

type StateProps = {
  title: string
  hint?: ReactNode
  icon?: ReactNode
  tone?: 'grey' | 'red'
  /** A heading if the window shows nothing else. */
  as?: 'h1' | 'p' | undefined
  children?: ReactNode
}

export function EmptyState({ title, hint, icon, tone = 'grey', as: Title = 'p', children }: StateProps) {
  return (
    <div className="flex flex-col items-center px-6 py-10 text-center" role={tone === 'red' ? 'alert' : undefined}>
      <span
        aria-hidden="true"
        className={cx(
          'mb-3 grid size-11 place-items-center rounded-lg',
          tone === 'red' ? 'bg-danger-soft text-danger-text' : 'bg-surface-3 text-muted',
        )}
      >
        {icon ?? <PackageOpen size={20} />}
      </span>
      <Title className="font-semibold text-card">{title}</Title>
      {hint !== undefined && <p className="mt-1 max-w-[320px] text-body text-muted">{hint}</p>}
      {children !== undefined && <div className="mt-4">{children}</div>}
    </div>
  )
}

type ErrorStateProps = { title: string; hint?: string; icon?: ReactNode; as?: 'h1' | 'p'; onRetry: () => void }

export function ErrorState({
  title,
  hint = 'Revise su conexión e intente de nuevo.',
  icon,
  as,
  onRetry,
}: ErrorStateProps) {
  return (
    <EmptyState tone="red" as={as} title={title} hint={hint} icon={icon ?? <CircleAlert size={20} />}>
      <Button icon={<RefreshCw size={16} aria-hidden="true" />} onClick={onRetry}>
        Reintentar
      </Button>
    </EmptyState>
  )
}
