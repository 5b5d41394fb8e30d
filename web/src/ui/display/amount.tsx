import { Fragment } from 'react'

type AmountProps = { children: string; code?: string }

const nowrap = 'whitespace-nowrap tabular-nums'

/** Never shortened; sums of several currencies wrap between them, never inside one. The currency's code follows in small letters. */
export function Amount({ children, code }: AmountProps) {
  const sums = children.split(/(?<= [+·]) /)
  if (sums.length > 1)
    return sums.map((one, at) => (
      <Fragment key={one}>
        {at > 0 && ' '}
        <span className={nowrap}>{one}</span>
      </Fragment>
    ))
  return (
    <span className={nowrap}>
      {children}
      {code !== undefined && <span className="ml-1 font-normal text-[12px] text-muted">{code}</span>}
    </span>
  )
}
