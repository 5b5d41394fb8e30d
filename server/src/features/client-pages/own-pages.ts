import { validate } from 'uuid'
import type { Db } from '../../platform/database/database.ts'
import type { PageVisit } from '../../platform/http/public-pages.ts'
import { renderHome } from './home-page.ts'
import {
  addOwnPicker,
  changeOwnData,
  listOwnPickers,
  readNotices,
  readOwnData,
  removeOwnPicker,
  setNotices,
} from './own-data.ts'
import { renderNotices, renderOwnData, renderPickers } from './own-data-pages.ts'
import { announcePickup, finishOwnPickup, readOwnPickup } from './own-pickup.ts'
import { cancelOwnPrealert, listOwnPrealerts } from './own-prealerts.ts'
import { readOwnVouchers } from './own-vouchers.ts'
import { renderPrealerts } from './prealert-pages.ts'
import { readOwnAccount } from './read-account.ts'
import { listOwnPackages } from './read-packages.ts'
import type { Viewer } from './read-shop.ts'
import { renderVouchers } from './voucher-page.ts'

/** Undefined where there is no such page. */
export type OwnPage = (
  db: Db,
  viewer: Viewer,
  asked: { id: string; deviceId: string; query: PageVisit['query'] },
) => Promise<string | undefined>

/** Taken, it leads to `goTo`; refused, it gives the page with what was typed. */
export type OwnForm = {
  path: string
  goTo: string
  take: (db: Db, viewer: Viewer, visit: Pick<PageVisit, 'form' | 'params'>) => Promise<string | undefined>
}

export const ownPages: readonly { path: string; show: OwnPage }[] = [
  {
    path: '/mi',
    show: async (db, viewer) =>
      renderHome(viewer, ...(await Promise.all([listOwnPackages(db), readOwnAccount(db), readOwnPickup(db)]))),
  },
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
  { path: '/mi/avisos', show: async (db, viewer) => renderNotices(viewer, await readNotices(db)) },
  {
    path: '/mi/autorizados',
    show: async (db, viewer, { query }) =>
      renderPickers(viewer, await listOwnPickers(db), {}, { isSaved: 'listo' in query }),
  },
]

/** Never refused. */
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
