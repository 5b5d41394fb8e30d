import { atLeast, atMost, besides, type Figure, spreadOf } from './figure.ts'
import { startProduct } from './process.ts'
import { compare, median } from './rounds.ts'
import { large, onlyRead, ordinaryPackages, tenfold, whale, whalePackages } from './seed.ts'
import { ask, askRaw, companyId, type Setting } from './setting.ts'

const firstPage = '/api/packages?page=1&limit=20'
const formatCount = (count: number) => count.toLocaleString('en')

// Raw has two forms: one that answers all that the product does, and one that leaves out histories, invoices and tariffs.
const whole = '/whole-packages'
const lean = '/packages'
const sameAnswer = 'raw with the same answer'
const lessAnswer = 'raw without histories, invoices, shipments and tariffs'

/** Measures the list of packages against one prepared statement with an exact count, in companies of three sizes. */
export async function listFigures(setting: Setting): Promise<Figure[]> {
  const { size, cluster, effort } = setting
  const companies = [
    [onlyRead, ordinaryPackages, whole, 0.65],
    [onlyRead, ordinaryPackages, lean, 0.5],
    [large(1), size.largePackages, lean, 0.65],
    [whale, whalePackages(size), lean, 1],
  ] as const
  const figures: Figure[] = []
  for (const [subdomain, packages, raw, bound] of companies) {
    const measured = await compare(
      ask(setting, subdomain, firstPage),
      askRaw(setting, `${raw}?company=${await companyId(setting, subdomain)}`),
      cluster.pid(),
      effort,
    )
    figures.push(
      atLeast(bound, {
        name: `Packages list, 20 rows, a company of ${formatCount(packages)}`,
        value: measured.ratio,
        unit: `of the rate of ${raw === whole ? sameAnswer : lessAnswer}`,
        spread: spreadOf(measured.ratios),
        beside: besides(measured.one, measured.other),
      }),
    )
  }
  return figures
}

/** Measures the server's CPU time for compressing a list, as without a proxy in front. */
export async function compressionFigures(setting: Setting): Promise<Figure[]> {
  const ours = await startProduct(setting.cluster.ownerUrl, setting.logFolder, { TRUSTED_PROXY: '' })
  try {
    const side = (accepted: string) => ask({ ...setting, ours }, onlyRead, firstPage, { 'accept-encoding': accepted })
    const { one, other } = await compare(side('gzip'), side('identity'), setting.cluster.pid(), setting.effort)
    const ratios = one.rounds.map((round, at) => round.serverCpuMs / (other.rounds[at]?.serverCpuMs ?? Number.NaN))
    return [
      atMost(3, {
        name: 'Packages list, 20 rows, compressed by the server',
        value: median(ratios),
        unit: '× the CPU time of the server without',
        spread: spreadOf(ratios),
        beside: besides(one, other, 'uncompressed'),
      }),
    ]
  } finally {
    await ours.stop()
  }
}

export async function getFigures(setting: Setting): Promise<Figure[]> {
  const company = await companyId(setting, onlyRead)
  const { rows } = await setting.superuser.query<{ id: string }>(
    'select id from packages where company_id = $1 and company_package_id = 500',
    [company],
  )
  const id = rows[0]?.id ?? ''
  const figures: Figure[] = []
  for (const [raw, bound] of [
    [whole, 0.5],
    [lean, 0.4],
  ] as const) {
    const measured = await compare(
      ask(setting, onlyRead, `/api/packages/${id}`),
      askRaw(setting, `${raw}/${id}?company=${company}`),
      setting.cluster.pid(),
      setting.effort,
    )
    figures.push(
      atLeast(bound, {
        name: 'One package by its id',
        value: measured.ratio,
        unit: `of the rate of ${raw === whole ? sameAnswer : lessAnswer}`,
        spread: spreadOf(measured.ratios),
        beside: besides(measured.one, measured.other),
      }),
    )
  }
  return figures
}

/** The ratio of the times of two sides: the median of the rounds, and their spread. */
function timesAsLong({ ratios }: { ratios: number[] }) {
  const times = ratios.map((ratio) => 1 / ratio)
  return { value: median(times), spread: spreadOf(times) }
}

/** Measures the time of single searches over one connection, not how many fit beside each other. */
export async function searchFigures(setting: Setting): Promise<Figure[]> {
  const companies = [
    [large(1), setting.size.largePackages],
    [whale, whalePackages(setting.size)],
  ] as const
  const figures: Figure[] = []
  for (const [subdomain, packages] of companies) {
    const company = await companyId(setting, subdomain)
    const { rows } = await setting.superuser.query<{ part: string }>(
      'select lower(substr(tracking, 8, 6)) as part from packages where company_id = $1 and company_package_id = 4321',
      [company],
    )
    const searches = [
      ['a part of a tracking', rows[0]?.part ?? ''],
      ['a common surname', 'zeledon'],
    ] as const
    for (const [what, text] of searches) {
      const measured = await compare(
        ask(setting, subdomain, `${firstPage}&search=${text}`),
        askRaw(setting, `/search?company=${company}&search=${text}`),
        setting.cluster.pid(),
        { ...setting.effort, connections: 1 },
      )
      figures.push(
        atMost(1.2, {
          name: `Search among ${formatCount(packages)}: ${what}`,
          unit: '× the time without row-level security',
          ...timesAsLong(measured),
          beside: {
            'ours ms': Number(measured.one.median.meanMs.toFixed(2)),
            'raw ms': Number(measured.other.median.meanMs.toFixed(2)),
            ...besides(measured.one, measured.other),
          },
        }),
      )
    }
  }
  return figures
}

/** Measures the first page of a company with ten times the rows, by single requests. */
export async function growthFigures(setting: Setting): Promise<Figure[]> {
  const comparisons = [
    ['packages', firstPage, tenfold, onlyRead],
    ['clients', '/api/client?page=1&limit=20', tenfold, onlyRead],
    ['tariffs', '/api/tariffs?page=1&limit=20', tenfold, onlyRead],
    ['invoices', '/api/invoices?page=1&limit=20', tenfold, onlyRead],
    [`${formatCount(whalePackages(setting.size))} packages`, firstPage, whale, large(1)],
  ] as const
  const figures: Figure[] = []
  for (const [what, path, big, small] of comparisons) {
    const measured = await compare(ask(setting, big, path), ask(setting, small, path), setting.cluster.pid(), {
      ...setting.effort,
      connections: 1,
    })
    figures.push(
      atMost(1.3, {
        name: `First page of ${what} with ten times the rows`,
        unit: '× the time',
        ...timesAsLong(measured),
        beside: besides(measured.one, measured.other, 'small'),
      }),
    )
  }
  return figures
}
