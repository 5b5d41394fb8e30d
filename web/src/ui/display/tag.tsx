/** A mailbox number, or a number beside a title. */
export function Tag({ children }: { children: string }) {
  return (
    <span className="inline-flex h-5 shrink-0 items-center rounded-[5px] border border-grey-line bg-surface-2 px-1.5 font-medium text-[12px] text-muted tabular-nums">
      {children}
    </span>
  )
}
