import { reportNames } from '@casillero/shared/domain/report-names'
import autocannon from 'autocannon'
import { atMost, type Figure } from './figure.ts'
import { large, whale, whalePackages } from './seed.ts'
import { ask, type Setting } from './setting.ts'

const formatCount = (count: number) => count.toLocaleString('en')

/** The mean time of a read over one connection, after a warm-up. */
async function timeOf(setting: Setting, subdomain: string, path: string): Promise<number> {
  const { title, options } = ask(setting, subdomain, path)
  const run = (duration: number) => autocannon({ ...options, connections: 1, duration })
  await run(1)
  const { requests, non2xx, errors, timeouts, duration } = await run(setting.effort.seconds)
  if (non2xx + errors + timeouts > 0 || requests.total === 0) throw new Error(`${title} was answered wrongly`)
  return (duration * 1000) / requests.total
}

const day = (daysAgo: number) => new Date(Date.now() - daysAgo * 86_400_000).toISOString().slice(0, 10)

/** Measures the figures, the charts and every report over a year, in a large company and in the whale, by single requests. */
export async function dashboardFigures(setting: Setting): Promise<Figure[]> {
  const year = `from=${day(365)}&to=${day(0)}`
  const companies = [
    [large(1), setting.size.largePackages],
    [whale, whalePackages(setting.size)],
  ] as const
  const figures: Figure[] = []
  for (const [subdomain, packages] of companies) {
    const size = formatCount(packages)
    const dashboard = await timeOf(setting, subdomain, '/api/dashboard')
    const charts = await timeOf(setting, subdomain, '/api/dashboard/charts')
    figures.push(
      atMost(100, {
        name: `Dashboard of a company of ${size} packages`,
        value: dashboard,
        unit: 'ms',
        beside: { 'charts ms': Number(charts.toFixed(1)) },
      }),
    )
    const times: Record<string, number> = {}
    for (const name of reportNames) {
      times[name] = Number((await timeOf(setting, subdomain, `/api/reports/${name}?${year}`)).toFixed(1))
    }
    figures.push(
      atMost(300, {
        name: `The slowest report over a year of a company of ${size} packages`,
        value: Math.max(...Object.values(times)),
        unit: 'ms',
        beside: times,
      }),
    )
  }
  return figures
}
