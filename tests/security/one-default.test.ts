import { openShop, type Shop } from '../support/shop.ts'
import { newMark, type World } from '../support/world.ts'
import { asSuperuser, on } from './support/on-world.ts'
import { type Held, threat, tries } from './support/threat.ts'
import { rowLocks, withoutPart } from './support/without-part.ts'

type Answer = { statusCode: number; body: string }
type Swap = (round: number) => Promise<Answer>

/** The catalogues with one default, and the ways in which a user makes another row the default. */
type Kind = { what: string; counted: string; swaps: Swap[] }

const euro = { code: 'EUR', name: 'Euro', symbol: '€', rateCompra: 0.95, rateVenta: 0.9 }

async function kindsOf(shop: Shop): Promise<Kind[]> {
  const { admin, user } = shop
  const currencies = [shop.usd, shop.nio, (await admin.ok('POST /api/currencies', { body: euro })).data.id]
  const methods = await Promise.all(
    ['A', 'B', 'C'].map(async (name) => (await admin.ok('POST /api/shipping-methods', { body: { name } })).data),
  )
  const tariffs = await Promise.all(
    (['aereo', 'aereo', 'maritimo', 'maritimo'] as const).map(
      async (type) => (await admin.ok('POST /api/tariffs', { body: { name: newMark(), type, pricePerPound: 1 } })).data,
    ),
  )
  return [
    {
      what: 'currency',
      counted: 'select count(*)::int as count from currencies where company_id = $1 and is_default',
      swaps: [
        ...currencies.map((id) => () => admin.send('PATCH /api/currencies/:id/set-default', { params: { id } })),
        () => {
          const params = { id: currencies[2] }
          return admin.send('PUT /api/currencies/:id', { params, body: { ...euro, isDefault: true } })
        },
      ],
    },
    {
      what: 'shipping method',
      counted: 'select count(*)::int as count from shipping_methods where company_id = $1 and is_default',
      swaps: [
        ...methods.map(
          ({ id }) =>
            () =>
              admin.send('PUT /api/shipping-methods/:id/set-default', { params: { id } }),
        ),
        () => admin.send('POST /api/shipping-methods', { body: { name: newMark(), isDefault: true } }),
      ],
    },
    ...(['aereo', 'maritimo'] as const).map((type) => ({
      what: `tariff (${type})`,
      counted: `select count(*)::int as count from tariffs where company_id = $1 and is_default and type = '${type}'`,
      swaps: [
        ...tariffs
          .filter((tariff) => tariff.type === type)
          .map(({ id, name }) => () => {
            const body = { name, type, pricePerPound: 1, isDefault: true }
            return user.send('PUT /api/tariffs/:id', { params: { id }, body })
          }),
        () => user.send('POST /api/tariffs', { body: { name: newMark(), type, pricePerPound: 1, isDefault: true } }),
      ],
    })),
  ]
}

/** Lets sixteen users choose another default at once, while another user reads. */
async function swapAtOnce(world: World, held: Held): Promise<void> {
  const shop = await openShop(world)
  for (const { what, counted, swaps } of await kindsOf(shop)) {
    const defaults = async () => (await world.owner.query<{ count: number }>(counted, [shop.id])).rows[0]?.count ?? 0
    for (let round = 0; round < tries(2, 100); round += 1) {
      const going = Promise.all(Array.from({ length: 16 }, (_, n) => swaps[n % swaps.length]?.(n)))
      let isOver = false
      void going.then(() => {
        isOver = true
      })
      const seen = new Set<number>()
      do seen.add(await defaults())
      while (!isOver)
      seen.add(await defaults())
      const refused = (await going).filter((answer) => answer && answer.statusCode >= 300)
      held(seen.size === 1 && seen.has(1), `${what}: ${[...seen]} defaults were seen`)
      held(refused.length === 0, `${what}: ${refused[0]?.body}`)
    }
  }
}

/** Tries to make an unusable row the default. */
async function chooseTheUnusable(world: World, held: Held): Promise<void> {
  const shop = await openShop(world)
  const { admin } = shop
  const off = (await admin.ok('POST /api/shipping-methods', { body: { name: 'Apagado', isActive: false } })).data
  const tariff = { name: 'Apagada', type: 'aereo' as const, pricePerPound: 1, isActive: false, isDefault: true }
  const ended = { startDate: '2020-01-01', endDate: '2020-12-31' }
  const params = { id: off.id }
  const answers = [
    await admin.send('PUT /api/shipping-methods/:id/set-default', { params }),
    await admin.send('PUT /api/shipping-methods/:id', { params, body: { ...off, isDefault: true } }),
    await admin.send('POST /api/shipping-methods', { body: { name: 'Otro', isActive: false, isDefault: true } }),
    await admin.send('PUT /api/shipping-methods/:id/toggle-active', { params: { id: shop.methodId } }),
    await admin.send('POST /api/tariffs', { body: tariff }),
    await admin.send('PUT /api/tariffs/:id', { params: { id: shop.air.id }, body: tariff }),
    await admin.send('POST /api/tariffs', { body: { ...tariff, isActive: true, ...ended } }),
    await admin.send('PUT /api/tariffs/:id', {
      params: { id: shop.air.id },
      body: { ...tariff, isActive: true, ...ended },
    }),
    await admin.send('DELETE /api/currencies/:id', { params: { id: shop.usd } }),
  ]
  for (const { statusCode, body } of answers) held(statusCode === 409, body)
  const careless = [
    'update shipping_methods set is_active = false where company_id = $1 and is_default',
    'update tariffs set is_active = false where company_id = $1 and is_default',
    'update tariffs set deleted_at = now() where company_id = $1 and is_default',
    'update currencies set deleted_at = now() where company_id = $1 and is_default',
    'update currencies set is_default = true where company_id = $1',
    'update shipping_methods set is_default = true where company_id = $1',
  ]
  for (const statement of careless) {
    const code = await world.owner.query(statement, [shop.id]).then(
      () => 'done',
      (error: { code: string }) => error.code,
    )
    held(['23514', '23505'].includes(code), `${statement}: ${code}`)
  }
}

/** Without the locks users deadlock, which PostgreSQL checks once a second. */
async function dropIndexesAndHurry(world: World): Promise<void> {
  await dropIndexes(world)
  const name = new URL(world.ownerUrl).pathname.slice(1)
  await asSuperuser(world, `alter database ${name} set deadlock_timeout = '10ms'`)
}

const dropIndexes = (world: World) =>
  world.owner.query(`
    drop index currencies_company_id_is_default_key;
    drop index shipping_methods_company_id_is_default_key;
    drop index tariffs_company_id_type_is_default_key`)

const locks = new RegExp(`${rowLocks.source}|pg_advisory_xact_lock`, 'g')

threat('T-24', { what: 'Two defaults, or none', asvs: ['2.3.2', '15.4.2'] }, ({ proof, control }) => {
  proof('there is one default at every moment, also while users choose another one', on(swapAtOnce, { instances: 2 }))
  proof('a row that cannot be used cannot be the default', on(chooseTheUnusable))
  control(
    'no lock and no unique index',
    on(swapAtOnce, { weaken: dropIndexesAndHurry, rewire: withoutPart(locks, ' ') }),
  )
  control('no unique index', on(chooseTheUnusable, { weaken: dropIndexes }))
})
