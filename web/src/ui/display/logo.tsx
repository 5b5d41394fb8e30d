import { useState } from 'react'
import { cx } from '../class-names.ts'

type LogoProps = { name: string; url: string | null; className: string }

/** White background in both themes. Shows the initial if there is no logo or it fails to load. */
export function Logo({ name, url, className }: LogoProps) {
  const [failed, setFailed] = useState<string>()
  const box = cx('grid shrink-0 place-items-center overflow-hidden border border-line', className)
  if (url === null || url === failed) {
    return (
      <span aria-hidden="true" className={cx(box, 'bg-primary-soft font-semibold text-primary-text')}>
        {name.trim().charAt(0).toUpperCase()}
      </span>
    )
  }
  return (
    <span className={cx(box, 'bg-white')}>
      <img
        src={/^(\/|blob:)/.test(url) ? url : `/logos/${url}`}
        alt=""
        className="size-full object-contain"
        onError={() => setFailed(url)}
      />
    </span>
  )
}
