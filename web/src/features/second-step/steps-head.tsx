import { cx } from '../../ui/class-names.ts'

const steps = ['Aplicación', 'Códigos de recuperación', 'Listo']

export function StepsHead({ at }: { at: number }) {
  return (
    <ol className="mx-5 flex items-center gap-2 border-line border-b pb-3 text-label">
      {steps.map((name, index) => (
        <li
          key={name}
          aria-current={index + 1 === at ? 'step' : undefined}
          className={cx(
            'flex items-center gap-2',
            index + 1 < steps.length && 'flex-auto',
            index + 1 === at ? 'font-semibold text-primary-text' : 'text-muted',
          )}
        >
          <span
            className={cx(
              'grid size-6 shrink-0 place-items-center rounded-full border',
              index + 1 === at ? 'border-primary bg-primary text-primary-fg' : 'border-control',
            )}
          >
            {index + 1}
          </span>
          <span className={cx('whitespace-nowrap', index + 1 !== at && 'max-sm:sr-only')}>{name}</span>
          {index + 1 < steps.length && <span aria-hidden="true" className="mx-2 h-px min-w-2 flex-1 bg-line" />}
        </li>
      ))}
    </ol>
  )
}
