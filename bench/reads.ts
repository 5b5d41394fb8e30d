import { atLeast, atMost, besides, type Figure, spread } from './figure.ts'
import { type Asked, askAtRate, compare, median, percentile } from './load.ts'
import { large, onlyRead, ordinaryPackages, whale, whalePackages } from './seed.ts'
import { askForList, companyId, firstPage, readOurs, readRaw, type Setting } from './setting.ts'

const formatCount = (count: number) => count.toLocaleString('en')
const rateOfRaw = 'of the rate of raw with the same answer'

/** Measures the list of packages against one prepared statement with an exact count, in companies of three sizes. */
export async function listFigures(setting: Setting): Promise<Figure[]> {
  const { size, cluster, effort } = setting
  const figures: Figure[] = []
  for (const [subdomain, packages] of [
    [onlyRead, ordinaryPackages],
    [large(1), size.largePackages],
    [whale, whalePackages(size)],
  ] as const) {
    const raw = readRaw(setting, `/packages?company=${await companyId(setting, subdomain)}`)
    const measured = await compare(readOurs(setting, subdomain, firstPage), raw, cluster.pid(), effort)
    figures.push(
      atLeast(0.65, {
        name: `Packages list, 20 rows, a company of ${formatCount(packages)}`,
        unit: rateOfRaw,
        ...spread(measured.ratios),
        beside: besides(measured),
      }),
    )
  }
  return figures
}

export async function getFigures(setting: Setting): Promise<Figure[]> {
  const company = await companyId(setting, onlyRead)
  const { rows } = await setting.superuser.query<{ id: string }>(
    'select id from packages where company_id = $1 and company_package_id = 500',
    [company],
  )
  const id = rows[0]?.id ?? ''
  const measured = await compare(
    readOurs(setting, onlyRead, `/api/packages/${id}`),
    readRaw(setting, `/packages/${id}?company=${company}`),
    setting.cluster.pid(),
    setting.effort,
  )
  const name = 'One package by its id'
  return [atLeast(0.5, { name, unit: rateOfRaw, ...spread(measured.ratios), beside: besides(measured) })]
}

/** Measures the time of single searches over one connection, not how many fit beside each other. */
export async function searchFigures(setting: Setting): Promise<Figure[]> {
  const figures: Figure[] = []
  for (const [subdomain, packages] of [
    [large(1), setting.size.largePackages],
    [whale, whalePackages(setting.size)],
  ] as const) {
    const company = await companyId(setting, subdomain)
    const { rows } = await setting.superuser.query<{ part: string }>(
      'select lower(substr(tracking, 8, 6)) as part from packages where company_id = $1 and company_package_id = 4321',
      [company],
    )
    for (const [what, text] of [
      ['a part of a tracking', rows[0]?.part ?? ''],
      ['a common surname', 'zeledon'],
    ] as const) {
      const measured = await compare(
        readOurs(setting, subdomain, `${firstPage}&search=${text}`),
        readRaw(setting, `/search?company=${company}&search=${text}`),
        setting.cluster.pid(),
        { ...setting.effort, connections: 1 },
      )
      figures.push(
        atMost(1.2, {
          name: `Search among ${formatCount(packages)}: ${what}`,
          unit: '× the time without row-level security',
          ...spread(measured.ratios.map((ratio) => 1 / ratio)),
          beside: besides(measured),
        }),
      )
    }
  }
  return figures
}

/** Measures a clerk's wait for the list at a rate that both sides hold with ease. */
export async function latencyFigures(setting: Setting): Promise<Figure[]> {
  const { ours, raw, effort } = setting
  const rate = { perSecond: 200, seconds: effort.seconds * 2 }
  const rawList: Asked = {
    method: 'GET',
    path: `/packages?company=${await companyId(setting, onlyRead)}`,
    headers: {},
  }
  const p99 = async (url: string, asked: Asked) => percentile(await askAtRate(url, rate, asked), 0.99)
  const rounds: { ours: number; raw: number }[] = []
  for (let round = 0; round <= effort.rounds; round += 1)
    rounds.push({ ours: await p99(ours.url, askForList(onlyRead)), raw: await p99(raw.url, rawList) })
  // The first turn is a warm-up and does not count.
  const counted = rounds.slice(1)
  return [
    atMost(3, {
      name: `Packages list, ${rate.perSecond} a second, p99`,
      unit: '× the time of raw',
      ...spread(counted.map((round) => round.ours / round.raw)),
      beside: {
        'ours p99 ms': Number(median(counted.map((round) => round.ours)).toFixed(1)),
        'raw p99 ms': Number(median(counted.map((round) => round.raw)).toFixed(1)),
      },
    }),
  ]
}
