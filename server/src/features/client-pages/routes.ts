import { deviceName } from '@casillero/shared/domain/device-name'
import { phoneDigits } from '@casillero/shared/domain/phone'
import { validate } from 'uuid'
import { hashLinkToken } from '../../platform/auth/link-token.ts'
import type { Database, Db } from '../../platform/database/database.ts'
import type { Party } from '../../platform/database/fair-turns.ts'
import { visitHost } from '../../platform/http/host-visit.ts'
import { longestPhone, type PageAnswer, type PageVisit } from '../../platform/http/public-pages.ts'
import { createVisitLimit } from '../../platform/http/visit-limit.ts'
import { getInvoicePaper } from '../invoices/papers/invoice-paper.ts'
import { readOwnPhone } from '../own-account/own-data.ts'
import { readOwnPickup } from '../own-account/own-pickup.ts'
import { endOwnDevice, listOwnDevices, listOwnInvoices, ownsInvoice } from '../own-account/read-account.ts'
import { findOwnPackage } from '../own-account/read-packages.ts'
import { type Entrance, readEntrance, readViewer } from '../own-account/read-shop.ts'
import { findPicture } from '../packages/photos/package-photos.ts'
import { createClientDoor, deviceSeconds, type Visit } from './client-door.ts'
import { manifestAddress, writeManifest } from './client-manifest.ts'
import { type EntryNote, readEntryNote, renderEntry, renderLinkPage } from './entry-pages.ts'
import { createFileDoor } from './file-door.ts'
import { prealertForm, voucherForm } from './file-forms.ts'
import { renderAddress, renderDevices, renderInvoices, renderMore, renderWelcome } from './other-pages.ts'
import { type OwnForm, type OwnPage, ownForms, ownPages } from './own-pages.ts'
import { renderPackage } from './package-page.ts'
import { renderSentence } from './page-frame.ts'

type Parts = { database: Database; draw: (party: Party, drawing: object) => Promise<Uint8Array> }
/** A visit on the host of a company. */
type HostVisit = PageVisit & Visit
const absent: PageAnswer = { status: 404, html: renderSentence('Esta página no está disponible.') }
const outside: PageAnswer = { goTo: '/mi/entrar' }
const tooFast: PageAnswer = { status: 429, html: renderSentence('Espere unos minutos y vuelva a intentarlo.') }
/** Changes by one client. */
const formsAllowed = { most: 40, perMs: 10 * 60_000 }

/** Answers only on a company's host. */
const onHost =
  (open: (visit: HostVisit) => Promise<PageAnswer>) =>
  async (visit: PageVisit): Promise<PageAnswer> => {
    const { subdomain } = visit
    return subdomain === null ? absent : await open({ ...visit, subdomain })
  }

/** docs/product/client-pages.md, "Confinement". */
export function createClientPages({ database, draw }: Parts) {
  const door = createClientDoor(database)
  const vouchers = createFileDoor(door, voucherForm)
  const prealerts = createFileDoor(door, prealertForm)
  const allowsForm = createVisitLimit(formsAllowed)

  /** Runs only if the company is open. */
  const forCompany = <T>(visit: Visit, run: (db: Db) => Promise<T>) => visitHost(database, visit, run)

  async function showEntry(visit: Visit, render: (shop: Entrance) => string): Promise<PageAnswer> {
    const shop = await forCompany(visit, readEntrance)
    return shop === undefined ? absent : { status: 200, html: render(shop) }
  }

  const showManifest = onHost(async (visit) => {
    const shop = await forCompany(visit, readEntrance)
    return shop === undefined ? absent : writeManifest(shop)
  })

  /** Leads to the pages of a secret's client; the device keeps those of its other living clients. Undefined if the secret is not valid. */
  async function openAs(visit: HostVisit, secret: string): Promise<PageAnswer | undefined> {
    const others = [visit.secret, ...visit.others]
    const known = await door.open({ ...visit, others }, secret, async (db) => (await readViewer(db)).others)
    if (known === undefined) return undefined
    const living = others.filter((each) => known.some(({ hash }) => hash === hashLinkToken(each).toString('hex')))
    return { goTo: '/mi', kept: { secret, others: living, seconds: deviceSeconds } }
  }

  /** Undefined if no other client is in on the device. */
  async function openNext(visit: HostVisit): Promise<PageAnswer | undefined> {
    for (const next of visit.others) {
      const answer = await openAs(visit, next)
      if (answer) return answer
    }
    return undefined
  }

  /** Asks visitors who are not signed in to sign in. */
  const own = (page: OwnPage) =>
    onHost(async (visit) => {
      const { id = '' } = visit.params
      if (id !== '' && !validate(id)) return absent
      const found = await door.open(visit, visit.secret, async (db, deviceId) => ({
        html: await page(db, await readViewer(db), { id, deviceId, query: visit.query }),
      }))
      if (found === undefined) return (await openNext(visit)) ?? outside
      return found.html === undefined ? absent : { status: 200, html: found.html }
    })

  /** Redirects on success; a refused form is shown again as typed. */
  const ownForm = (path: string, take: OwnForm['take']) =>
    onHost(async (visit) => {
      const taken = await door.open(visit, visit.secret, async (db) => {
        const viewer = await readViewer(db)
        return allowsForm({ subdomain: visit.subdomain, address: viewer.clientId })
          ? { refused: await take(db, viewer, visit) }
          : 'too fast'
      })
      if (taken === undefined) return outside
      if (taken === 'too fast') return tooFast
      return taken.refused === undefined ? { goTo: `${path}?listo` } : { status: 200, html: taken.refused }
    })

  const showPaper = onHost(async (visit) => {
    const { id = '' } = visit.params
    if (!validate(id)) return absent
    // The client's role may not read what the paper needs.
    const found = await door.open(visit, visit.secret, async (db, origin) => ({
      isOwn: await ownsInvoice(db, id),
      origin,
    }))
    if (found === undefined) return outside
    const order = found.isOwn ? await forCompany(visit, (db) => getInvoicePaper(db, id, 'letter')) : undefined
    if (order === undefined) return absent
    const party: Party = { company: visit.subdomain, rank: 'client', origin: found.origin }
    const content = await draw(party, order.drawing)
    return { fileName: order.fileName, type: 'application/pdf', content }
  })

  const showPhoto = onHost(async (visit) => {
    const { id = '', photo: photoId = '' } = visit.params
    if (!validate(id) || !validate(photoId)) return absent
    const size = 'chica' in visit.query ? 'small' : 'whole'
    const found = await door.open(visit, visit.secret, async (db) => ({
      content: await findPicture(db, { id, photoId }, size),
    }))
    if (found === undefined) return outside
    return found.content ? { fileName: 'foto.webp', type: 'image/webp', content: found.content } : absent
  })

  const endDevice = onHost(async (visit) => {
    const { id = '' } = visit.params
    if (validate(id)) await door.open(visit, visit.secret, (db) => endOwnDevice(db, id))
    return { goTo: '/mi/dispositivos' }
  })

  const leave = onHost(async (visit) => {
    await door.open(visit, visit.secret, endOwnDevice)
    return (await openNext(visit)) ?? { ...outside, kept: { secret: '', others: [], seconds: 0 }, phone: '' }
  })

  /** Opens the pages of another client on this device. */
  const change = onHost(async (visit) => {
    const chosen = visit.others.find((each) => hashLinkToken(each).toString('hex') === visit.form.casillero)
    return (chosen === undefined ? undefined : await openAs(visit, chosen)) ?? { goTo: '/mi' }
  })

  const readPhone = ({ form }: HostVisit) => {
    const phone = (form.telefono ?? '').trim().slice(0, longestPhone)
    return { phone, isPhone: phoneDigits(phone).length >= 8 }
  }

  const requestLink = onHost(async (visit) => {
    const { phone, isPhone } = readPhone(visit)
    const note: EntryNote = !isPhone ? 'numero' : (await door.request(visit, phone)) ? 'enviado' : 'espere'
    return { goTo: `/mi/entrar?${note}`, phone }
  })

  const enterByCode = onHost(async (visit) => {
    const { phone, isPhone } = readPhone(visit)
    if (!isPhone) return { goTo: '/mi/entrar?numero', phone }
    const code = (visit.form.codigo ?? '').replace(/\D/g, '')
    const device = deviceName(visit.userAgent)
    const entered = code.length === 6 ? await door.enterByCode(visit, { phone, code, device }) : 'wrong'
    if (typeof entered === 'string') return { goTo: `/mi/entrar?${entered === 'wait' ? 'muchos' : 'codigo'}`, phone }
    return (await openAs(visit, entered.secret)) ?? outside
  })

  /** A device that is in needs no link. */
  async function showOldLink(visit: HostVisit): Promise<PageAnswer> {
    const isIn = await door.open(visit, visit.secret, async () => true)
    return { goTo: isIn ? '/mi' : '/mi/entrar?vencido' }
  }

  const showDoor = (visit: HostVisit) =>
    showEntry(visit, (shop) => renderEntry(shop, { phone: visit.phone, note: readEntryNote(visit.query) }))

  const showLink = onHost(async (visit) => {
    const { token = '' } = visit.params
    if (!(await door.isAlive(visit, token))) return await showOldLink(visit)
    return await showEntry(visit, (shop) => renderLinkPage(shop, token, 'alta' in visit.query))
  })

  const enter = onHost(async (visit) => {
    const kept = await door.enter(visit, visit.params.token ?? '', deviceName(visit.userAgent))
    if (kept === undefined) return await showOldLink(visit)
    const opened = (await openAs(visit, kept)) ?? outside
    return 'alta' in visit.query && opened !== outside ? { ...opened, goTo: '/mi/bienvenida' } : opened
  })

  return [
    ...ownPages.map(({ path, show }) => ({ path, open: own(show) })),
    ...ownForms.map(({ path, goTo, take }) => ({ method: 'POST' as const, path, open: ownForm(goTo, take) })),
    {
      path: '/mi/paquetes/:id',
      open: own(async (db, viewer, { id }) => {
        const [one, pickup] = await Promise.all([findOwnPackage(db, id), readOwnPickup(db)])
        return one && renderPackage(viewer, one, pickup)
      }),
    },
    { path: '/mi/paquetes/:id/fotos/:photo', open: showPhoto },
    { method: 'POST' as const, path: '/mi/comprobante', open: onHost(vouchers.send) },
    { path: '/mi/comprobante/:id', open: onHost(async (visit) => (await vouchers.showFile(visit)) ?? absent) },
    { method: 'POST' as const, path: '/mi/avisar', open: onHost(prealerts.send) },
    { path: '/mi/avisar/:id/factura', open: onHost(async (visit) => (await prealerts.showFile(visit)) ?? absent) },
    { path: '/mi/facturas', open: own(async (db, viewer) => renderInvoices(viewer, await listOwnInvoices(db))) },
    { path: '/mi/facturas/:id/pdf', open: showPaper },
    {
      path: '/mi/direccion',
      open: own(async (_db, viewer) => (viewer.usAddress === null ? undefined : renderAddress(viewer))),
    },
    { path: '/mi/bienvenida', open: own(async (db, viewer) => renderWelcome(viewer, await readOwnPhone(db))) },
    { path: manifestAddress, open: showManifest },
    { path: '/mi/mas', open: own(async (_db, viewer) => renderMore(viewer)) },
    {
      path: '/mi/dispositivos',
      open: own(async (db, viewer, { deviceId }) => renderDevices(viewer, await listOwnDevices(db), deviceId)),
    },
    { method: 'POST' as const, path: '/mi/dispositivos/:id', open: endDevice },
    { method: 'POST' as const, path: '/mi/salir', open: leave },
    { method: 'POST' as const, path: '/mi/cambiar', open: change },
    { path: '/mi/entrar', open: onHost(showDoor) },
    { method: 'POST' as const, path: '/mi/entrar', open: requestLink },
    { method: 'POST' as const, path: '/mi/entrar/codigo', open: enterByCode },
    { path: '/mi/e/:token', open: showLink },
    { method: 'POST' as const, path: '/mi/e/:token', open: enter },
    // Any other address would show the staff's sign-in.
    { path: '/mi/*', open: async () => absent },
  ]
}
