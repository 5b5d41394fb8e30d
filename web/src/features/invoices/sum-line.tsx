import { Amount } from '../../ui/display/amount.tsx'

type SumLineProps = { label: string; children: string }

export function SumLine({ label, children }: SumLineProps) {
  return (
    <p className="flex justify-between gap-3 py-1">
      <span className="text-muted">{label}</span>
      <span className="shrink-0 text-right max-w-[70%]">
        <Amount>{children}</Amount>
      </span>
    </p>
  )
}
