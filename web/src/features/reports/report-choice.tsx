import type { ReportName } from '@casillero/shared/domain/report-names'
import { Link } from 'react-router'
import { Field } from '../../ui/forms/field.tsx'
import { SelectInput } from '../../ui/forms/select-input.tsx'
import { reportTexts } from './report-texts.ts'

type ReportChoiceProps = {
  groups: readonly { title: string; names: readonly ReportName[] }[]
  current: ReportName
  /** Else one control above it. */
  isRoomy: boolean
  buildAddress: (name: ReportName) => string
  onChoose: (name: ReportName) => void
}

export function ReportChoice({ groups, current, isRoomy, buildAddress, onChoose }: ReportChoiceProps) {
  if (!isRoomy) {
    const names = groups.flatMap((group) => group.names)
    return (
      <Field label="Reporte" className="mb-3 print:hidden">
        {(control) => (
          <SelectInput
            {...control}
            value={current}
            onChange={({ target }) => {
              const name = names.find((each) => each === target.value)
              if (name !== undefined) onChoose(name)
            }}
          >
            {groups.map(({ title, names: own }) => (
              <optgroup key={title} label={title}>
                {own.map((name) => (
                  <option key={name} value={name}>
                    {reportTexts[name].title}
                  </option>
                ))}
              </optgroup>
            ))}
          </SelectInput>
        )}
      </Field>
    )
  }
  return (
    <nav aria-label="Reportes" className="print:hidden">
      {groups.map(({ title, names }) => (
        <section key={title} className="mb-2">
          <h2 className="px-2.5 py-1 font-medium text-label text-muted">{title}</h2>
          <ul>
            {names.map((name) => (
              <li key={name}>
                <Link
                  to={buildAddress(name)}
                  aria-current={name === current ? 'page' : undefined}
                  className="flex min-h-8 items-center rounded-md border-transparent border-l-[3px] px-2 py-1 text-body hover:bg-surface-3 aria-[current]:border-primary aria-[current]:bg-primary-soft aria-[current]:font-semibold aria-[current]:text-primary-text"
                >
                  {reportTexts[name].label}
                </Link>
              </li>
            ))}
          </ul>
        </section>
      ))}
    </nav>
  )
}
