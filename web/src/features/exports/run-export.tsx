import { create } from 'zustand'
import { describeError } from '../../lib/api.ts'
import { fetchFile } from '../../lib/fetch-file.ts'
import { saveFile } from '../../lib/print-file.ts'
import { toastError, toastSuccess } from '../../ui/feedback/toast.tsx'
import { showToast } from '../../ui/feedback/toast-store.ts'

export type ExportOrder = { path: string; query: Record<string, string | readonly string[] | undefined> }

const decimals = { minimumFractionDigits: 1, maximumFractionDigits: 1 }
const sizeText = (bytes: number): string => `${(bytes / 1024 / 1024).toLocaleString('es-NI', decimals)} MB`

type ProgressProps = { useBytes: () => number; onCancel: () => void }

function Progress({ useBytes, onCancel }: ProgressProps) {
  const bytes = useBytes()
  return (
    <span className="flex flex-wrap items-center justify-between gap-x-3">
      <span className="min-w-0 grow basis-24">
        Exportando... {/* Hidden from screen readers, which would read each new figure. */}
        <span aria-hidden="true" className="text-muted tabular-nums">
          {sizeText(bytes)}
        </span>
      </span>
      <button
        type="button"
        className="-mx-2 -my-1.5 min-h-8 rounded-md px-2 text-left font-semibold text-primary-text pointer-coarse:min-h-11"
        onClick={onCancel}
      >
        Cancelar
      </button>
    </span>
  )
}

const listPairs = (query: ExportOrder['query']): string[][] =>
  Object.entries(query).flatMap(([name, value]) =>
    value === undefined || value === '' ? [] : [value].flat().map((one) => [name, one]),
  )

/** docs/product/exports.md, "Exportar". */
export async function runExport({ path, query }: ExportOrder): Promise<void> {
  const leaving = new AbortController()
  const useBytes = create(() => 0)
  const id = showToast({
    type: 'loading',
    ms: Number.POSITIVE_INFINITY,
    message: <Progress useBytes={useBytes} onCancel={() => leaving.abort()} />,
  })
  try {
    const onBytes = (bytes: number) => useBytes.setState(bytes, true)
    const { content, name } = await fetchFile({ path, query: listPairs(query), signal: leaving.signal, onBytes })
    saveFile(content, name)
    toastSuccess(`${name} está listo`, { replaces: id })
  } catch (error) {
    if (leaving.signal.aborted) toastSuccess('Exportación cancelada', { replaces: id })
    else toastError(describeError(error, 'No se pudo exportar; intente de nuevo'), { replaces: id })
  }
}
