import type { ImportKind } from '@casillero/shared/domain/import-fields'
import { useMutation } from '@tanstack/react-query'
import { FileUp } from 'lucide-react'
import { type ClipboardEvent, type DragEvent, useId, useState } from 'react'
import { useNavigate } from 'react-router'
import { ApiError, call, describeError } from '../../lib/api.ts'
import { cx } from '../../ui/class-names.ts'
import { buttonClass } from '../../ui/controls/button.tsx'
import { Spinner } from '../../ui/controls/spinner.tsx'
import { Note } from '../../ui/feedback/note.tsx'
import { LoadsList } from './loads-list.tsx'
import { SampleButton } from './sample-button.tsx'

const mostBytes = 10 * 1024 * 1024
const accepted = '.xlsx,.xlsm,.csv,.txt,text/csv,application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'

function failureText(error: unknown): string {
  if (error instanceof ApiError && error.status === 0)
    return 'No se pudo enviar el archivo. Revise su conexión e intente de nuevo.'
  const own = error instanceof ApiError ? (error.fields.file ?? error.fields.text) : undefined
  return own ?? describeError(error, 'No se pudo leer el archivo')
}

const progressText = (sent: number): string => (sent < 1 ? 'Enviando el archivo…' : 'Leyendo el archivo…')

type Given = { file: File } | { text: string }

/** docs/product/imports.md, "Files". */
export function FileStep({ kind }: { kind: ImportKind }) {
  const id = useId()
  const navigate = useNavigate()
  const [isOver, setOver] = useState(false)
  const [sent, setSent] = useState(1)
  const sending = useMutation({
    mutationFn: async (given: Given) => {
      if ('text' in given) return await call('POST /api/imports', { body: { kind, text: given.text } })
      if (given.file.size > mostBytes) throw new ApiError(400, { message: 'El archivo debe ser de hasta 10 MB' })
      setSent(0)
      return await call('POST /api/imports', { body: { kind }, files: { file: given.file }, onSent: setSent })
    },
    onSuccess: ({ data }) => void navigate(`/importar/${kind}/${data.id}`),
  })
  const take = (file: File | undefined) => {
    if (file !== undefined && !sending.isPending) sending.mutate({ file })
  }
  const drop = (event: DragEvent) => {
    event.preventDefault()
    setOver(false)
    take(event.dataTransfer.files[0])
  }
  const paste = (event: ClipboardEvent) => {
    const [file] = event.clipboardData.files
    const text = event.clipboardData.getData('text/plain')
    if (file !== undefined) take(file)
    else if (text.trim() !== '' && !sending.isPending) sending.mutate({ text })
  }
  return (
    <>
      {/* Pasting is for those who have cells at hand. */}
      <section
        aria-label="Archivo"
        onDragOver={(event) => {
          event.preventDefault()
          setOver(true)
        }}
        onDragLeave={() => setOver(false)}
        onDrop={drop}
        onPaste={paste}
        className={cx(
          'flex flex-col items-center rounded-lg border border-dashed bg-surface px-6 py-10 text-center',
          isOver ? 'border-primary bg-primary-soft' : 'border-control',
        )}
      >
        <span aria-hidden="true" className="mb-3 grid size-11 place-items-center rounded-lg bg-surface-3 text-muted">
          {sending.isPending ? <Spinner /> : <FileUp size={20} />}
        </span>
        <p className="font-semibold text-card" role="status">
          {sending.isPending ? progressText(sent) : 'Elija un archivo de Excel o CSV'}
          {/* Each of the hundred would be read out. */}
          {sending.isPending && sent < 1 && (
            <span aria-hidden="true" className="tabular-nums">{` ${Math.floor(sent * 100)} %`}</span>
          )}
        </p>
        <p id={`${id}-help`} className="mt-1 max-w-[420px] text-body text-muted">
          Hasta 10 MB y 20,000 filas, con los nombres de las columnas en la primera. También puede arrastrarlo aquí, o
          copiar las celdas y pegarlas.
        </p>
        <div className="mt-4 flex flex-wrap justify-center gap-2">
          <label
            className={buttonClass(
              'primary',
              'md',
              'has-focus-visible:outline-2 has-focus-visible:outline-focus has-focus-visible:outline-offset-2',
            )}
          >
            <input
              type="file"
              accept={accepted}
              aria-describedby={`${id}-help`}
              className="sr-only"
              onChange={(event) => {
                take(event.target.files?.[0])
                // The same file can be picked again after it was mended.
                event.target.value = ''
              }}
            />
            Elegir archivo
          </label>
          <SampleButton kind={kind} />
        </div>
        {sending.isError && (
          <Note tone="red" className="mt-4 max-w-[520px] text-left">
            {failureText(sending.error)}
          </Note>
        )}
      </section>
      <LoadsList />
    </>
  )
}
