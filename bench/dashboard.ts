import { reportNames } from '@casillero/shared/domain/report-names'
import autocannon from 'autocannon'
import { atMost, type Figure } from './figure.ts'
import { yearly, yearlyPackages } from './seed.ts'
import { ask, type Setting } from './setting.ts'

/** The mean time of a read over one connection, after a warm-up that has read it from the disk. */
async function timeOf(setting: Setting, path: string): Promise<number> {
  const { title, options } = ask(setting, yearly, path)
  const run = (more: { amount: number } | { duration: number }) => autocannon({ ...options, connections: 1, ...more })
  for (let attempt = 0; attempt < 3; attempt += 1) await run({ amount: 2 })
  const { requests, non2xx, errors, timeouts, duration } = await run({ duration: setting.effort.seconds })
  if (non2xx + errors + timeouts > 0 || requests.total === 0) throw new Error(`${title} was answered wrongly`)
  return (duration * 1000) / requests.total
}

const day = (daysAgo: number) => new Date(Date.now() - daysAgo * 86_400_000).toISOString().slice(0, 10)

/** Measures the figures, the charts and every report over a year, in the company with a year behind it, by single requests. */
export async function dashboardFigures(setting: Setting): Promise<Figure[]> {
  const year = `from=${day(365)}&to=${day(0)}`
  const ofCompany = `of a company of ${yearlyPackages(setting.size).toLocaleString('en')} packages`
  const dashboard = await timeOf(setting, '/api/dashboard')
  const charts = await timeOf(setting, '/api/dashboard/charts')
  const times: Record<string, number> = {}
  for (const name of reportNames) {
    times[name] = Number((await timeOf(setting, `/api/reports/${name}?${year}`)).toFixed(1))
  }
  return [
    atMost(100, {
      name: `Dashboard ${ofCompany}`,
      value: dashboard,
      unit: 'ms',
      beside: { 'charts ms': Number(charts.toFixed(1)) },
    }),
    atMost(300, {
      name: `The slowest report over a year ${ofCompany}`,
      value: Math.max(...Object.values(times)),
      unit: 'ms',
      beside: times,
    }),
  ]
}
