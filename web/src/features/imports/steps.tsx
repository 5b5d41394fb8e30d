import { Check } from 'lucide-react'
import { cx } from '../../ui/class-names.ts'
import { useIsWide } from '../../ui/layout/media.ts'

const names = { file: 'Archivo', columns: 'Columnas', preview: 'Revisar', run: 'Importar' } as const
export type Step = keyof typeof names

const order = Object.keys(names).filter((name): name is Step => Object.hasOwn(names, name))

export function Steps({ current, isOver }: { current: Step | undefined; isOver: boolean }) {
  const isWide = useIsWide()
  const at = current === undefined ? -1 : order.indexOf(current)
  if (!isWide) {
    return (
      <p className="text-label text-muted">
        {current !== undefined && (
          <>
            Paso {at + 1} de {order.length} · <b className="font-semibold text-fg">{names[current]}</b>
          </>
        )}
      </p>
    )
  }
  return (
    <ol aria-label="Pasos" className="flex shrink-0 items-center gap-2 text-label">
      {order.map((step, index) => {
        const isDone = index < at || (isOver && index === at)
        const isCurrent = index === at
        return (
          <li key={step} aria-current={isCurrent ? 'step' : undefined} className="flex items-center gap-2">
            {index > 0 && <span aria-hidden="true" className="h-px w-[30px] bg-control" />}
            <span
              aria-hidden="true"
              className={cx(
                'grid size-[22px] place-items-center rounded-full border text-[12px] tabular-nums',
                isDone && 'border-green-line bg-green-soft text-green-text',
                !isDone && isCurrent && 'border-fg bg-fg font-semibold text-surface',
                !isDone && !isCurrent && 'border-control text-muted',
              )}
            >
              {isDone ? <Check size={13} strokeWidth={2.5} /> : index + 1}
            </span>
            <span className={isCurrent ? 'font-semibold' : 'text-muted'}>
              {names[step]}
              {isDone && <span className="sr-only"> (listo)</span>}
            </span>
          </li>
        )
      })}
    </ol>
  )
}
