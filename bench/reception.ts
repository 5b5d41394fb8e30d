import { randomUUID } from 'node:crypto'
import { atMost, type Figure } from './figure.ts'
import { openLoop, percentile } from './open-loop.ts'
import { whale, whalePackages } from './seed.ts'
import { companyId, headersOf, type Setting } from './setting.ts'

const perSecond = 5
const seconds = 30

/** Measures how long the server takes to receive a package of a known client: fifteen clerks at 20 a minute. */
export async function receptionFigures(setting: Setting): Promise<Figure[]> {
  const company = await companyId(setting, whale)
  const { rows } = await setting.superuser.query<{ clientId: string; tariffId: string; statusId: string }>(
    `select c.id as "clientId", t.id as "tariffId", s.id as "statusId" from clients c
     join lateral (select id from tariffs where company_id = $1 and type = 'aereo' order by id limit 1) t on true
     join statuses s on s.company_id = $1 and s.order_position = 1
     where c.company_id = $1 order by c.id limit $2`,
    [company, perSecond * seconds],
  )
  let last = ''
  const answers = await openLoop(setting.ours.url, { perSecond, seconds, connections: 4 }, (index) => ({
    method: 'POST',
    path: '/api/packages',
    headers: { ...headersOf(whale), 'idempotency-key': randomUUID() },
    body: JSON.stringify({
      shippingMethod: 'aereo',
      ...rows[index % rows.length],
      tracking: `BENCH${randomUUID().slice(0, 13)}`.toUpperCase(),
      weight: 2.5,
      weightSource: 'typed',
    }),
    answered: (body) => {
      last = body
    },
  }))
  if (answers.some(({ status }) => status !== 201)) throw new Error(`A package was not received: ${last}`)
  return [
    atMost(30, {
      name: `Receiving a package in a company of ${whalePackages(setting.size).toLocaleString('en')}, p95`,
      value: percentile(answers, 0.95),
      unit: 'ms',
      beside: { 'median ms': Number(percentile(answers, 0.5).toFixed(1)) },
    }),
  ]
}
