import { createElement as h } from 'react'
import { validate } from 'uuid'
import type { Db } from '../../platform/database/database.ts'
import type { PageVisit } from '../../platform/http/public-pages.ts'
import {
  addOwnPicker,
  changeOwnData,
  listOwnPickers,
  type OwnData,
  type OwnPicker,
  readNotices,
  readOwnData,
  removeOwnPicker,
  setNotices,
} from '../own-account/own-data.ts'
import { announcePickup, finishOwnPickup, readOwnPickup } from '../own-account/own-pickup.ts'
import { cancelOwnPrealert, listOwnPrealerts } from '../own-account/own-prealerts.ts'
import { readOwnVouchers } from '../own-account/own-vouchers.ts'
import { readOwnAccount } from '../own-account/read-account.ts'
import { listDeliveredPackages, listOwnPackages } from '../own-account/read-packages.ts'
import type { Viewer } from '../own-account/read-shop.ts'
import { buildPriceCards } from '../public-tariffs/price-cards.ts'
import { listClientTariffs } from '../tariffs/queries.ts'
import { Field, Note, type Outcome } from './form-parts.ts'
import { renderHome } from './home-page.ts'
import { renderDelivered } from './other-pages.ts'
import { BackToMore, renderClientPage } from './page-frame.ts'
import { renderPrealerts } from './prealert-pages.ts'
import { renderVouchers } from './voucher-page.ts'

/** Only the staff may change name and phone. */
const renderOwnData = (
  viewer: Viewer,
  { data, proof }: { data: OwnData; proof: string | undefined },
  { isSaved, errors }: Outcome,
): string =>
  renderClientPage(
    viewer,
    { title: 'Mis datos', place: '/mi/mas' },
    h(BackToMore),
    h(
      'section',
      null,
      h('h1', null, 'Mis datos'),
      h('small', null, `${viewer.firstName} ${viewer.lastNames}. Si cambia de nombre o de teléfono, escríbanos.`),
      h(Note, { isSaved, errors }),
      h(
        'form',
        { action: '/mi/datos', method: 'post' },
        h(Field, {
          name: 'secondPhone',
          label: 'Segundo teléfono',
          type: 'tel',
          autoComplete: 'tel',
          value: data.secondPhone ?? '',
          error: errors?.secondPhone,
          ...(proof === undefined ? {} : { hint: proof }),
        }),
        h(Field, {
          name: 'email',
          label: 'Correo electrónico',
          type: 'email',
          autoComplete: 'email',
          value: data.email ?? '',
          error: errors?.email,
        }),
        h(Field, {
          name: 'address',
          label: 'Dirección',
          autoComplete: 'street-address',
          value: data.address ?? '',
          error: errors?.address,
        }),
        h(Field, { name: 'city', label: 'Ciudad', value: data.city ?? '', error: errors?.city }),
        h(Field, {
          name: 'department',
          label: 'Departamento',
          value: data.department ?? '',
          error: errors?.department,
        }),
        h('button', { type: 'submit' }, 'Guardar'),
      ),
    ),
  )

/** Renders whether the client gets notices, and the button that changes it. */
const renderNotices = (viewer: Viewer, isOn: boolean): string =>
  renderClientPage(
    viewer,
    { title: 'Avisos', place: '/mi/mas' },
    h(BackToMore),
    h(
      'section',
      null,
      h('h1', null, 'Avisos por WhatsApp'),
      h(
        'p',
        { role: 'status' },
        isOn
          ? 'Le avisamos cuando sus paquetes llegan, avanzan y están listos.'
          : 'No le enviamos avisos. Aquí siempre ve cómo van sus paquetes.',
      ),
      h(
        'form',
        { action: '/mi/avisos', method: 'post' },
        h('input', { type: 'hidden', name: 'isOn', value: isOn ? 'no' : 'si' }),
        h(
          'button',
          { type: 'submit', className: isOn ? 'button quiet' : undefined },
          isOn ? 'No quiero avisos' : 'Quiero recibir avisos',
        ),
      ),
    ),
  )

const renderPickers = (
  viewer: Viewer,
  pickers: OwnPicker[],
  typed: Readonly<Record<string, string>>,
  { isSaved, errors }: Outcome,
): string =>
  renderClientPage(
    viewer,
    { title: 'Autorizados', place: '/mi/mas' },
    h(BackToMore),
    h(
      'section',
      null,
      h('h1', null, 'Autorizados'),
      h('small', null, 'Las personas que pueden retirar sus paquetes.'),
      h(
        'ul',
        { className: 'rows' },
        ...pickers.map(({ id, name, cedula }) =>
          h(
            'li',
            { key: id, className: 'row' },
            h('span', null, h('b', null, name), cedula === null ? null : h('small', null, cedula)),
            h(
              'form',
              { action: `/mi/autorizados/${id}`, method: 'post' },
              h('button', { type: 'submit', className: 'quiet', 'aria-label': `Quitar: ${name}` }, 'Quitar'),
            ),
          ),
        ),
      ),
    ),
    h(
      'section',
      { 'aria-labelledby': 'nuevo' },
      h('h2', { id: 'nuevo' }, 'Autorizar a alguien'),
      h(Note, { isSaved, errors }),
      h(
        'form',
        { action: '/mi/autorizados', method: 'post' },
        h(Field, { name: 'name', label: 'Nombre', value: typed.name ?? '', error: errors?.name }),
        h(Field, { name: 'cedula', label: 'Cédula (opcional)', value: typed.cedula ?? '', error: errors?.cedula }),
        h('button', { type: 'submit' }, 'Autorizar'),
      ),
    ),
  )

/** docs/product/public-tariffs.md, "Mi casillero". */
async function renderPrices(db: Db, viewer: Viewer, query: PageVisit['query']): Promise<string | undefined> {
  if (!viewer.shop.hasPublicTariffs) return undefined
  const tariffs = await listClientTariffs(db)
  const { form, answer } = await buildPriceCards(db, { path: '/mi/precios', tariffs, query })
  return renderClientPage(
    viewer,
    { title: 'Cuánto cuesta', place: '/mi/mas' },
    h(BackToMore),
    h('div', { className: 'prices' }, form, answer),
  )
}

/** Returns undefined if there is no such page. */
export type OwnPage = (
  db: Db,
  viewer: Viewer,
  asked: { id: string; deviceId: string; query: PageVisit['query'] },
) => Promise<string | undefined>

/** Success leads to `goTo`; a refusal shows the page with what was typed. */
export type OwnForm = {
  path: string
  goTo: string
  take: (db: Db, viewer: Viewer, visit: Pick<PageVisit, 'form' | 'params'>) => Promise<string | undefined>
}

export const ownPages: readonly { path: string; show: OwnPage }[] = [
  {
    path: '/mi',
    show: async (db, viewer) =>
      renderHome(
        viewer,
        ...(await Promise.all([listOwnPackages(db), listOwnPrealerts(db), readOwnAccount(db), readOwnPickup(db)])),
      ),
  },
  { path: '/mi/entregados', show: async (db, viewer) => renderDelivered(viewer, await listDeliveredPackages(db)) },
  {
    path: '/mi/avisar',
    show: async (db, viewer, { query }) =>
      renderPrealerts(viewer, await listOwnPrealerts(db), {}, { isSaved: 'listo' in query }),
  },
  {
    path: '/mi/comprobante',
    show: async (db, viewer, { query }) => {
      const note = 'listo' in query ? 'received' : 'repetido' in query ? 'known' : undefined
      return renderVouchers(viewer, await readOwnVouchers(db), {}, { note })
    },
  },
  {
    path: '/mi/datos',
    show: async (db, viewer, { query }) => renderOwnData(viewer, await readOwnData(db), { isSaved: 'listo' in query }),
  },
  { path: '/mi/precios', show: async (db, viewer, { query }) => renderPrices(db, viewer, query) },
  { path: '/mi/avisos', show: async (db, viewer) => renderNotices(viewer, await readNotices(db)) },
  {
    path: '/mi/autorizados',
    show: async (db, viewer, { query }) =>
      renderPickers(viewer, await listOwnPickers(db), {}, { isSaved: 'listo' in query }),
  },
]

/** A form that is never refused. */
const buildDeed = (path: string, goTo: string, run: (db: Db, id: string) => Promise<void>): OwnForm => ({
  path,
  goTo,
  async take(db, _viewer, { params: { id = '' } }) {
    if (id === '' || validate(id)) await run(db, id)
    return undefined
  },
})

export const ownForms: readonly OwnForm[] = [
  buildDeed('/mi/voy', '/mi', announcePickup),
  buildDeed('/mi/ya-no-voy', '/mi', finishOwnPickup),
  buildDeed('/mi/avisar/:id', '/mi/avisar', cancelOwnPrealert),
  {
    path: '/mi/datos',
    goTo: '/mi/datos',
    async take(db, viewer, { form }) {
      const errors = await changeOwnData(db, form)
      const data = { secondPhone: '', email: '', address: '', city: '', department: '', ...form }
      return errors && renderOwnData(viewer, { data, proof: undefined }, { isSaved: false, errors })
    },
  },
  {
    path: '/mi/avisos',
    goTo: '/mi/avisos',
    async take(db, _viewer, { form }) {
      await setNotices(db, form.isOn === 'si')
      return undefined
    },
  },
  {
    path: '/mi/autorizados',
    goTo: '/mi/autorizados',
    async take(db, viewer, { form }) {
      const errors = await addOwnPicker(db, form)
      return errors && renderPickers(viewer, await listOwnPickers(db), form, { isSaved: false, errors })
    },
  },
  buildDeed('/mi/autorizados/:id', '/mi/autorizados', removeOwnPicker),
]
