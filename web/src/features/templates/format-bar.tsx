import { maxTemplateLength } from '@casillero/shared/domain/template'
import { Bold, Code, Italic, type LucideIcon } from 'lucide-react'
import { cx } from '../../ui/class-names.ts'
import { IconButton } from '../../ui/controls/icon-button.tsx'

const styles = [
  { style: 'bold', label: 'Negrita', icon: Bold },
  { style: 'italic', label: 'Cursiva', icon: Italic },
  { style: 'monospace', label: 'Monoespaciado', icon: Code },
] as const satisfies readonly { style: string; label: string; icon: LucideIcon }[]

export type TextStyle = (typeof styles)[number]['style']

type FormatBarProps = { length: number; onFormat: (style: TextStyle) => void }

export function FormatBar({ length, onFormat }: FormatBarProps) {
  return (
    <div
      role="toolbar"
      aria-label="Formato"
      className="flex items-center gap-1 border-line border-y bg-surface-2 px-2 py-1"
    >
      {styles.map(({ style, label, icon: Icon }) => (
        <IconButton
          key={style}
          label={label}
          icon={<Icon size={16} aria-hidden="true" />}
          onClick={() => onFormat(style)}
        />
      ))}
      <span
        className={cx(
          'ml-auto pr-2 text-help tabular-nums',
          length > maxTemplateLength ? 'font-semibold text-danger-text' : 'text-muted',
        )}
      >
        {length.toLocaleString('en-US')} / {maxTemplateLength.toLocaleString('en-US')} caracteres
      </span>
    </div>
  )
}
