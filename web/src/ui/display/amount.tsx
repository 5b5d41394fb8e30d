type AmountProps = { children: string; code?: string }

/** Never wrapped or shortened. The currency's code follows in small letters. */
export function Amount({ children, code }: AmountProps) {
  return (
    <span className="whitespace-nowrap tabular-nums">
      {children}
      {code !== undefined && <span className="ml-1 font-normal text-[12px] text-muted">{code}</span>}
    </span>
  )
}
