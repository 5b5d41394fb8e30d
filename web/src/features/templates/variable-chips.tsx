import { templateGroups } from '@casillero/shared/domain/template'
import type { ReactNode } from 'react'

type Insert = (token: string) => void

export function VariableButtons({
  variables,
  onInsert,
}: {
  variables: readonly { name: string; label: string }[]
  onInsert: Insert
}) {
  return (
    <div className="flex flex-wrap gap-1 max-lg:gap-2">
      {variables.map(({ name, label }) => (
        <button
          key={name}
          type="button"
          title={`{{${name}}}`}
          onClick={() => onInsert(`{{${name}}}`)}
          className="min-h-6 rounded-sm border border-grey-line bg-surface px-2 text-[12px] text-fg leading-4 hover:bg-surface-2 max-lg:min-h-11 max-lg:px-3 max-lg:text-label pointer-coarse:min-h-11"
        >
          {label}
        </button>
      ))}
    </div>
  )
}

export const VariablePart = ({ children }: { children: ReactNode }) => (
  <section aria-label="Insertar variable" className="border-line border-t px-4 py-3">
    <p aria-hidden="true" className="mb-2 text-help text-muted">
      Insertar variable
    </p>
    {children}
  </section>
)

export function VariableChips({ onInsert }: { onInsert: Insert }) {
  return (
    <VariablePart>
      <div className="grid gap-x-3 gap-y-2 sm:grid-cols-[56px_1fr] sm:gap-y-1.5">
        {templateGroups.map((group) => (
          <fieldset key={group.name} className="contents">
            <legend className="sr-only">{group.name}</legend>
            <p aria-hidden="true" className="text-help text-muted sm:pt-1">
              {group.name}
            </p>
            <VariableButtons variables={group.variables} onInsert={onInsert} />
          </fieldset>
        ))}
      </div>
    </VariablePart>
  )
}
