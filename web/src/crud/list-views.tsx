import { type ListView, type ListViewDraft, listViewDraft } from '@casillero/shared/contract/list-views'
import { useQuery } from '@tanstack/react-query'
import { BookmarkPlus, Pencil, Trash2 } from 'lucide-react'
import { useState } from 'react'
import type * as z from 'zod/mini'
import { call, read } from '../lib/api.ts'
import { useSignedIn } from '../lib/session.ts'
import { Button } from '../ui/controls/button.tsx'
import { createFields } from '../ui/forms/form-fields.tsx'
import { Menu } from '../ui/overlays/menu.tsx'
import { MenuButton } from '../ui/overlays/menu-button.tsx'
import { FormDialog } from './form-dialog.tsx'
import type { ListState } from './list-state.ts'
import { RemoveDialog } from './remove-dialog.tsx'
import { ViewTabs } from './view-tabs.tsx'

type Open = { kind: 'new' } | { kind: 'edit' | 'remove'; view: ListView }

type ListViewsProps = {
  list: ListView['list']
  state: ListState
  keys: readonly string[]
  views: Views
  onSaved: () => void
  isSaving: boolean
}

const buildQuery = (state: ListState, keys: readonly string[]): string =>
  new URLSearchParams(keys.flatMap((key) => state.values(key).map((value) => [key, value]))).toString()

const inOrder = (query: string, keys: readonly string[]): string => {
  const params = new URLSearchParams(query)
  return new URLSearchParams(keys.flatMap((key) => params.getAll(key).map((value) => [key, value]))).toString()
}

export type Views = {
  all: readonly ListView[]
  current: ListView | undefined
  isChanged: boolean
  changeable: ListView | undefined
  offersSaving: boolean
  query: string
  open: Open | undefined
  onOpen: (open: Open | undefined) => void
}

export function useListViews(list: ListView['list'], state: ListState, keys: readonly string[]): Views {
  const isAdmin = useSignedIn().user.type === 'admin'
  const views = useQuery(read('GET /api/list-views', { query: { list } }))
  const [open, onOpen] = useState<Open>()
  const all = views.data?.data ?? []
  const query = buildQuery(state, keys)
  const current = all.find(({ id }) => id === state.value('vista'))
  const isChanged = current !== undefined && inOrder(current.query, keys) !== query
  return {
    all,
    current,
    isChanged,
    changeable: (current?.isShared ? isAdmin : current?.isOwn) ? current : undefined,
    offersSaving: query !== '' && (current === undefined || isChanged),
    query,
    open,
    onOpen,
  }
}

type SaveViewProps = { views: Views; variant: 'link' | 'secondary'; className?: string }

export function SaveView({ views: { changeable, onOpen }, ...button }: SaveViewProps) {
  if (changeable === undefined) return <SaveButton {...button} onClick={() => onOpen({ kind: 'new' })} />
  return (
    <Menu
      items={[
        {
          label: `Guardar en «${changeable.name}»`,
          takesFocus: true,
          run: () => onOpen({ kind: 'edit', view: changeable }),
        },
        { label: 'Guardar como vista nueva', takesFocus: true, run: () => onOpen({ kind: 'new' }) },
      ]}
      trigger={(props) => <SaveButton {...button} {...props} />}
    />
  )
}

function ViewMenu({ view, onOpen }: { view: ListView; onOpen: Views['onOpen'] }) {
  return (
    <MenuButton
      label={`Acciones de la vista: ${view.name}`}
      items={[
        {
          label: 'Editar vista',
          icon: <Pencil size={18} />,
          takesFocus: true,
          run: () => onOpen({ kind: 'edit', view }),
        },
        {
          label: 'Eliminar vista',
          icon: <Trash2 size={18} />,
          tone: 'danger',
          takesFocus: true,
          run: () => onOpen({ kind: 'remove', view }),
        },
      ]}
    />
  )
}

/** docs/product/lists-and-forms.md, "Views". */
export function ListViews({ list, state, keys, views, onSaved, isSaving }: ListViewsProps) {
  const { all, isChanged, changeable, query, open, onOpen } = views
  const show = (view: Pick<ListView, 'id' | 'query'> | undefined) => {
    const params = new URLSearchParams(view?.query)
    const chosen = Object.fromEntries(keys.map((key) => [key, params.getAll(key)]))
    state.setValues({ ...chosen, vista: view === undefined ? [] : [view.id] })
  }
  const tabs = (all.length > 0 || isSaving) && (
    <div className="mb-3 flex flex-wrap items-center gap-x-2 border-line border-b">
      <ViewTabs views={views} onShow={show} />
      {isSaving && <SaveView views={views} variant="link" />}
      {changeable !== undefined && !isChanged && <ViewMenu view={changeable} onOpen={onOpen} />}
    </div>
  )
  return (
    <>
      {tabs}
      {(open?.kind === 'new' || open?.kind === 'edit') && (
        <ViewForm
          list={list}
          query={query}
          view={open.kind === 'edit' ? open.view : undefined}
          onSaved={(view) => {
            state.setValues({ vista: [view.id] })
            onSaved()
          }}
          onClose={() => onOpen(undefined)}
        />
      )}
      {open?.kind === 'remove' && (
        <RemoveDialog
          thing="la vista"
          title={`¿Eliminar la vista «${open.view.name}»?`}
          run={async () => {
            await call('DELETE /api/list-views/:id', { params: { id: open.view.id } })
            state.setValues({ vista: [] })
          }}
          onClose={() => onOpen(undefined)}
        >
          Se eliminará la vista <b className="font-semibold">{open.view.name}</b>; los datos de la lista no cambian.
        </RemoveDialog>
      )}
    </>
  )
}

const SaveButton = (props: Pick<SaveViewProps, 'variant' | 'className'> & { onClick?: () => void }) => (
  <Button icon={<BookmarkPlus size={16} aria-hidden="true" />} {...props}>
    Guardar vista
  </Button>
)

const Fields = createFields<z.input<typeof listViewDraft>>()

const texts = { saving: 'Guardando...', saved: 'Vista guardada', failed: 'Error al guardar la vista' }
const creating = { ...texts, title: 'Guardar vista', save: 'Guardar vista' }
const editing = { ...texts, title: 'Editar vista', save: 'Guardar Cambios' }

type ViewFormProps = {
  list: ListView['list']
  query: string
  view?: ListView | undefined
  onSaved: (view: ListView) => void
  onClose: () => void
}

function ViewForm({ list, query, view, onSaved, onClose }: ViewFormProps) {
  const isAdmin = useSignedIn().user.type === 'admin'
  const save = async (body: ListViewDraft) => {
    const { data } = await (view === undefined
      ? call('POST /api/list-views', { body })
      : call('PUT /api/list-views/:id', { params: { id: view.id }, body }))
    onSaved(data)
  }
  return (
    <FormDialog
      texts={view === undefined ? creating : editing}
      size="sm"
      schema={listViewDraft}
      values={{ list, query, name: view?.name ?? '', isShared: view?.isShared ?? false, version: view?.version }}
      save={save}
      onClose={onClose}
    >
      <div className="grid gap-2 pt-1 pb-5">
        <Fields.Text
          name="name"
          label="Nombre"
          required
          maxLength={40}
          placeholder="Por ejemplo: Listos más de 15 días"
        />
        {isAdmin && <Fields.Check name="isShared" label="Para todos los usuarios" />}
      </div>
    </FormDialog>
  )
}
