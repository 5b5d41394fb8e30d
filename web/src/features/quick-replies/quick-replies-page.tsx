import type { QuickReply } from '@casillero/shared/contract/quick-replies'
import { ResourcePage, useResource } from '../../crud/resource-page.tsx'
import { useInactive, useRecords } from '../../crud/use-records.tsx'
import { wholeList } from '../../crud/whole-list.ts'
import { call, read } from '../../lib/api.ts'
import { Badge } from '../../ui/display/badge.tsx'
import { defer } from '../../ui/feedback/defer.tsx'
import type { Column } from '../../ui/lists/table.tsx'
import { DialogWait } from '../../ui/overlays/dialog-wait.tsx'

const ReplyName = ({ reply: { name, isActive } }: { reply: QuickReply }) => (
  <span className="flex flex-wrap items-center gap-2">
    <span className="min-w-0 wrap-anywhere font-medium">{name}</span>
    {!isActive && <Badge tone="grey">Inactiva</Badge>}
  </span>
)

const columns: readonly Column<QuickReply>[] = [
  { header: 'Orden', width: 72, cell: ({ orderPosition }) => <span className="tabular-nums">{orderPosition}</span> },
  { header: 'Nombre', width: 220, cell: (reply) => <ReplyName reply={reply} /> },
  { header: 'Palabra corta', width: 200, cell: ({ shortWord }) => `/${shortWord}` },
  { header: 'Texto', cell: ({ content }) => <span className="line-clamp-2 text-muted">{content}</span> },
]

const QuickReplyForm = defer(() => import('./quick-reply-form.tsx').then((module) => module.QuickReplyForm), DialogWait)

const texts = {
  title: 'Respuestas rápidas',
  search: 'Buscar respuestas...',
  create: 'Nueva Respuesta',
  empty: 'No se encontraron respuestas rápidas',
  emptyHint: 'Al contestar en Conversaciones, / y su palabra corta ponen el texto.',
  failed: 'Error al cargar las respuestas rápidas',
}

const searched = ({ name, shortWord, content }: QuickReply) => [name, shortWord, content]

/** docs/product/catalogues.md, "Respuestas rápidas". */
export function QuickRepliesPage() {
  const { query, control } = useInactive()
  const resource = useResource(
    ({ search }) => wholeList(read('GET /api/quick-replies', { query }), { search, searched }),
    texts,
  )
  const { create, table, dialogs } = useRecords<QuickReply>({
    thing: 'la respuesta rápida',
    formatName: ({ name }) => name,
    Form: QuickReplyForm,
    remove: (id) => call('DELETE /api/quick-replies/:id', { params: { id } }),
    write: 'templates.manage',
  })
  return (
    <ResourcePage
      resource={resource}
      onCreate={create}
      above={<div className="mb-2.5 flex min-h-(--control) items-center">{control}</div>}
      table={{
        ...table,
        columns,
        card: (reply) => (
          <div className="grid gap-1 pr-10">
            <ReplyName reply={reply} />
            <p className="text-help text-muted">/{reply.shortWord}</p>
            <p className="line-clamp-2 text-help text-muted">{reply.content}</p>
          </div>
        ),
        look: { minWidth: 880, rowHeight: 56, rowClass: ({ isActive }) => (isActive ? undefined : 'text-muted') },
      }}
    >
      {dialogs}
    </ResourcePage>
  )
}
