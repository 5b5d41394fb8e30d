type SumLineProps = { label: string; children: string }

export function SumLine({ label, children }: SumLineProps) {
  return (
    <p className="flex justify-between gap-3 py-1">
      <span className="text-muted">{label}</span>
      <span className="whitespace-nowrap tabular-nums">{children}</span>
    </p>
  )
}
