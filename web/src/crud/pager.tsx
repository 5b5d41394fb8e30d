import { cx } from '../ui/class-names.ts'
import { buttonClass } from '../ui/controls/button.tsx'
import { useMedia } from '../ui/layout/media.ts'

export type PagerTexts = { wide: string; narrow: string }

type PagerProps = { page: number; pages: number; onPage: (page: number) => void; texts?: PagerTexts | undefined }

/** Renders nothing for a single page. docs/product/lists-and-forms.md, "Pages". */
export function Pager({ page, pages, onPage, texts = usualTexts(page, pages) }: PagerProps) {
  const isWide = useMedia('(min-width: 768px)')
  if (pages <= 1) return null
  const previous = (
    <button
      type="button"
      disabled={page <= 1}
      onClick={() => onPage(page - 1)}
      className={buttonClass('secondary', 'sm')}
    >
      Anterior
    </button>
  )
  const next = (
    <button
      type="button"
      disabled={page >= pages}
      onClick={() => onPage(page + 1)}
      className={buttonClass('secondary', 'sm')}
    >
      Siguiente
    </button>
  )
  if (!isWide) {
    return (
      <nav aria-label="Páginas" className="mt-3 flex items-center justify-between gap-2">
        {previous}
        <span className="text-label text-muted">{texts.narrow}</span>
        {next}
      </nav>
    )
  }
  return (
    <nav aria-label="Páginas" className="mt-2.5 flex items-center gap-1 px-1">
      <span className="mr-auto text-label text-muted">{texts.wide}</span>
      {previous}
      <Numbers page={page} pages={pages} onPage={onPage} />
      {next}
    </nav>
  )
}

function Numbers({ page, pages, onPage }: PagerProps) {
  return pageNumbers(page, pages).map((entry) =>
    typeof entry === 'string' ? (
      <span key={entry} className="px-1 text-muted" aria-hidden="true">
        …
      </span>
    ) : (
      <button
        key={entry}
        type="button"
        aria-label={`Página ${entry}`}
        aria-current={entry === page ? 'page' : undefined}
        onClick={() => onPage(entry)}
        className={cx(
          'min-h-8 min-w-8 rounded-md px-1.5 font-semibold text-label tabular-nums pointer-coarse:min-h-11 pointer-coarse:min-w-11',
          entry === page ? 'bg-primary-soft text-primary-text' : 'hover:bg-surface-3',
        )}
      >
        {entry}
      </button>
    ),
  )
}

const usualTexts = (page: number, pages: number): PagerTexts => ({
  wide: `Mostrando página ${page} de ${pages}`,
  narrow: `Página ${page} de ${pages}`,
})

type PageEntry = number | 'gap-before' | 'gap-after'

/** A gap never stands for a single page. */
export function pageNumbers(page: number, pages: number): PageEntry[] {
  const current = Math.min(Math.max(page, 1), pages)
  const start = Math.min(current - 1, pages - 2)
  const end = Math.max(current + 1, 3)
  const from = start <= 3 ? 1 : start
  const to = pages - end <= 2 ? pages : end
  const middle = Array.from({ length: to - from + 1 }, (_, index) => from + index)
  return [
    ...(from > 1 ? ([1, 'gap-before'] as const) : []),
    ...middle,
    ...(to < pages ? (['gap-after', pages] as const) : []),
  ]
}
