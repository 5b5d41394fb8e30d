import { addPhoto } from '../features/packages/photos/package-photos.ts'
import type { Db } from '../platform/database/database.ts'
import { type PhotoSizes, redrawPhotoInSizes } from '../platform/http/picture.ts'
import type { BusinessCalendar } from './business-calendar.ts'
import { drawPackage, type Shot } from './pictures.ts'
import { demoCompany } from './staff.ts'
import type { Deed } from './write-history.ts'

const evening = 16 * 60 + 50
const origin = `http://${demoCompany.subdomain}.localhost`

/** The packages of clients that came last and were weighed. */
const lastReceived = (db: Db) =>
  db
    .selectFrom('packages')
    .select(['id', 'weight'])
    .where('deleted_at', 'is', null)
    .where('client_id', 'is not', null)
    .where('weight', 'is not', null)
    .orderBy('company_package_id', 'desc')
    .limit(6)
    .execute()

/** Pictures that show no number are drawn once. */
function createDrawer() {
  const drawn = new Map<string, Promise<PhotoSizes>>()
  return (shot: Shot): Promise<PhotoSizes> => {
    const known = drawn.get(JSON.stringify(shot))
    const draw = async () =>
      await redrawPhotoInSizes({ company: 'demo', rank: 'staff', origin: 'demo' }, await drawPackage(shot))
    const picture = known ?? draw()
    drawn.set(JSON.stringify(shot), picture)
    return picture
  }
}

/** Photos of what came last: all of them on the scale, some with their label, and one box that was hit. */
export const photoDeeds = (calendar: BusinessCalendar): Deed[] => [
  {
    at: calendar.at(calendar.openDay(-1), evening),
    by: 'warehouse',
    async run(db) {
      const draw = createDrawer()
      for (const [place, { id, weight }] of (await lastReceived(db)).entries()) {
        const add = async (shot: Shot, caption: string) =>
          await addPhoto(db, id, { ...(await draw(shot)), caption, origin })
        await add({ of: 'scale', pounds: weight ?? 0 }, 'Peso, al recibir')
        if (place % 2 === 0) await add({ of: 'label' }, 'Etiqueta, al recibir')
        if (place === 0) await add({ of: 'box' }, 'Caja golpeada en una esquina')
      }
    },
  },
]
