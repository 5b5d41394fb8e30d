import { atLeast, besides, type Figure, spreadOf } from './figure.ts'
import { compare } from './rounds.ts'
import { onlyRead, ordinaryPackages, whale, whalePackages } from './seed.ts'
import { ask, askRaw, companyId, type Setting } from './setting.ts'

const formatCount = (count: number) => count.toLocaleString('en')

/** Measures the two calls that a client's page begins with, for a client in the middle of a company. */
export async function accountFigures(setting: Setting): Promise<Figure[]> {
  const figures: Figure[] = []
  for (const [subdomain, packages] of [
    [onlyRead, ordinaryPackages],
    [whale, whalePackages(setting.size)],
  ] as const) {
    const company = await companyId(setting, subdomain)
    const { rows } = await setting.superuser.query<{ id: string }>(
      'select client_id as id from packages where company_id = $1 and company_package_id = 500',
      [company],
    )
    const id = rows[0]?.id ?? ''
    for (const [what, path, raw] of [
      ['what a client owes and can pick up', 'account', '/account'],
      ['packages of a client', 'packages?page=1&delivered=false', '/client-packages'],
    ] as const) {
      const measured = await compare(
        ask(setting, subdomain, `/api/clients/${id}/${path}`),
        askRaw(setting, `${raw}?company=${company}&client=${id}`),
        setting.cluster.pid(),
        setting.effort,
      )
      figures.push(
        atLeast(0.5, {
          name: `Client's page in a company of ${formatCount(packages)}: ${what}`,
          value: measured.ratio,
          unit: 'of the rate of raw with the same answer',
          spread: spreadOf(measured.ratios),
          beside: besides(measured.one, measured.other),
        }),
      )
    }
  }
  return figures
}

/** Measures the search for anything over one connection: a part of a tracking, and a common surname. */
export async function searchAllFigures(setting: Setting): Promise<Figure[]> {
  const company = await companyId(setting, whale)
  const { rows } = await setting.superuser.query<{ part: string }>(
    'select lower(substr(tracking, 8, 6)) as part from packages where company_id = $1 and company_package_id = 4321',
    [company],
  )
  const figures: Figure[] = []
  for (const [what, text] of [
    ['a part of a tracking', rows[0]?.part ?? ''],
    ['a common surname', 'zeledon'],
  ] as const) {
    const measured = await compare(
      ask(setting, whale, `/api/search?q=${text}`),
      askRaw(setting, `/search-all?company=${company}&search=${text}`),
      setting.cluster.pid(),
      { ...setting.effort, connections: 1 },
    )
    figures.push(
      atLeast(0.5, {
        name: `Search for anything among ${formatCount(whalePackages(setting.size))} packages: ${what}`,
        value: measured.ratio,
        unit: 'of the rate of four raw statements',
        spread: spreadOf(measured.ratios),
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
