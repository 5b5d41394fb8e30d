import { atLeast, atMost, besides, type Figure, spreadOf } from './figure.ts'
import { compare } from './rounds.ts'
import { onlyRead, tenfold, whale } from './seed.ts'
import { ask, askRaw, companyId, type Setting } from './setting.ts'

const firstPage = '/api/packages?page=1&limit=20'

/** The list of packages against one prepared statement with an exact count. */
export async function listFigures(setting: Setting): Promise<Figure[]> {
  const { cluster, effort } = setting
  const small = await compare(
    ask(setting, onlyRead, firstPage),
    askRaw(setting, `/packages?company=${await companyId(setting, onlyRead)}`),
    cluster.pid(),
    effort,
  )
  const large = await compare(
    ask(setting, whale, firstPage),
    askRaw(setting, `/packages?company=${await companyId(setting, whale)}`),
    cluster.pid(),
    effort,
  )
  const share = 'of the rate of raw'
  return [
    atLeast(0.5, {
      name: 'Packages list, 20 rows, a company of 900',
      value: small.ratio,
      unit: share,
      goal: '≥ 0.65',
      spread: spreadOf(small.ratios),
      beside: besides(small.one, small.other),
    }),
    atMost(3, {
      name: 'Packages list, slowest 1 %',
      value: small.one.median.p99Ms / small.other.median.p99Ms,
      unit: '× the p99 of raw',
    }),
    atLeast(1, {
      name: 'Packages list, a company of 100,000',
      value: large.ratio,
      unit: `${share} with its exact count`,
      spread: spreadOf(large.ratios),
      beside: besides(large.one, large.other),
    }),
  ]
}

export async function getFigures(setting: Setting): Promise<Figure[]> {
  const company = await companyId(setting, onlyRead)
  const { rows } = await setting.superuser.query<{ id: string }>(
    'select id from packages where company_id = $1 and company_package_id = 500',
    [company],
  )
  const id = rows[0]?.id ?? ''
  const measured = await compare(
    ask(setting, onlyRead, `/api/packages/${id}`),
    askRaw(setting, `/packages/${id}?company=${company}`),
    setting.cluster.pid(),
    setting.effort,
  )
  return [
    atLeast(0.4, {
      name: 'One package by its id',
      value: measured.ratio,
      unit: 'of the rate of raw',
      spread: spreadOf(measured.ratios),
      beside: besides(measured.one, measured.other),
    }),
  ]
}

/** One connection: the time of a single search, not how many fit beside each other. */
export async function searchFigures(setting: Setting): Promise<Figure[]> {
  const company = await companyId(setting, whale)
  const { rows } = await setting.superuser.query<{ part: string }>(
    'select lower(substr(tracking, 8, 6)) as part from packages where company_id = $1 and company_package_id = 4321',
    [company],
  )
  const searches = [
    ['a part of a tracking', rows[0]?.part ?? ''],
    ['a surname of many', 'zeledon'],
  ] as const
  const figures: Figure[] = []
  for (const [what, text] of searches) {
    const measured = await compare(
      ask(setting, whale, `${firstPage}&search=${text}`),
      askRaw(setting, `/search?company=${company}&search=${text}`),
      setting.cluster.pid(),
      { ...setting.effort, connections: 1 },
    )
    figures.push(
      atMost(1.5, {
        name: `Search among 100,000: ${what}`,
        value: measured.one.median.meanMs / measured.other.median.meanMs,
        unit: '× the time without row-level security',
        beside: {
          'ours ms': Number(measured.one.median.meanMs.toFixed(2)),
          'raw ms': Number(measured.other.median.meanMs.toFixed(2)),
          ...besides(measured.one, measured.other),
        },
      }),
    )
  }
  return figures
}

const lists = [
  ['packages', firstPage],
  ['clients', '/api/client?page=1&limit=20'],
  ['tariffs', '/api/tariffs?page=1&limit=20'],
  ['invoices', '/api/invoices?page=1&limit=20'],
] as const

/** A company with ten times the rows in every table, by the time of one request after the other. */
export async function growthFigures(setting: Setting): Promise<Figure[]> {
  const figures: Figure[] = []
  for (const [what, path] of lists) {
    const measured = await compare(ask(setting, tenfold, path), ask(setting, onlyRead, path), setting.cluster.pid(), {
      ...setting.effort,
      connections: 1,
    })
    figures.push(
      atMost(1.3, {
        name: `First page of ${what} with ten times the rows`,
        value: measured.one.median.meanMs / measured.other.median.meanMs,
        unit: '× the time',
        beside: besides(measured.one, measured.other, 'small'),
      }),
    )
  }
  return figures
}
