import { atMost, type Figure, spreadOf } from './figure.ts'
import { type Asked, openLoop } from './open-loop.ts'
import { median } from './rounds.ts'
import { companyId, headersOf, type Setting } from './setting.ts'

const count = 1_000
/** A call takes no more. */
const atOnce = 500
const company = 'large1'
const rounds = 5

async function call({ ours }: Setting, packageIds: string[], statusId: string): Promise<number> {
  let text = ''
  const asked: Asked = {
    method: 'PATCH',
    path: '/api/packages/status',
    headers: headersOf(company),
    body: JSON.stringify({ packageIds, statusId }),
    answered: (answer) => {
      text = answer
    },
  }
  const [answer] = await openLoop(ours.url, { perSecond: 1, seconds: 1 }, () => asked)
  if (answer?.status !== 200) throw new Error(`A change of status was answered with ${answer?.status}: ${text}`)
  return answer.ms
}

/** Moves the packages to a status, 500 with each call; gives the milliseconds of all calls. */
async function move(setting: Setting, packageIds: string[], statusId: string): Promise<number> {
  let ms = 0
  for (let from = 0; from < packageIds.length; from += atOnce) {
    ms += await call(setting, packageIds.slice(from, from + atOnce), statusId)
  }
  return ms
}

/** So many webhooks of the company, whose address no call leaves for: it is this machine's. */
async function setWebhooks({ superuser }: Setting, id: string, wanted: number): Promise<void> {
  await superuser.query('delete from webhook_deliveries where company_id = $1', [id])
  await superuser.query('delete from webhook_turns where company_id = $1', [id])
  await superuser.query('delete from webhooks where company_id = $1', [id])
  await superuser.query(
    `with made as (
       insert into webhooks (company_id, address, events, secret)
       select $1, 'https://127.0.0.1/' || n, array['package.status_changed'], 'whsec_' || md5(n::text)
       from generate_series(1, $2) n returning id)
     insert into webhook_turns (company_id, webhook_id) select $1, id from made`,
    [id, wanted],
  )
}

/** Measures what webhooks add to the calls that move 1,000 packages: none, one, and as many as a company may have. */
export async function webhookFigures(setting: Setting): Promise<Figure[]> {
  const { superuser } = setting
  const id = await companyId(setting, company)
  const packages = await superuser.query<{ id: string }>(
    `select p.id from packages p where p.company_id = $1 and p.deleted_at is null
       and not exists (select from invoice_items i where i.company_id = p.company_id and i.package_id = p.id)
     order by p.company_package_id limit $2`,
    [id, count],
  )
  const ids = packages.rows.map((row) => row.id)
  if (ids.length < count) throw new Error(`The bench has ${ids.length} packages that may move`)
  const { rows: statuses } = await superuser.query<{ id: string }>(
    'select id from statuses where company_id = $1 and role is null and deleted_at is null order by order_position limit 2',
    [id],
  )
  const [here = '', there = ''] = statuses.map((status) => status.id)
  await move(setting, ids, here)
  const times: Record<number, number[]> = { 0: [], 1: [], 10: [] }
  for (let round = 0; round < rounds; round += 1) {
    for (const [webhooks, measured] of Object.entries(times)) {
      await setWebhooks(setting, id, Number(webhooks))
      measured.push(((await move(setting, ids, there)) + (await move(setting, ids, here))) / 2)
    }
  }
  await setWebhooks(setting, id, 0)
  const without = times[0] ?? []
  return [1, 10].map((webhooks) => {
    const ratios = (times[webhooks] ?? []).map((ms, at) => ms / (without[at] ?? Number.NaN))
    const what = webhooks === 1 ? 'a webhook' : `${webhooks} webhooks`
    return atMost(webhooks === 1 ? 1.5 : 4, {
      name: `A change of status of ${count.toLocaleString('en')} packages, with ${what}`,
      value: median(ratios),
      unit: 'times the time without',
      spread: spreadOf(ratios),
      beside: { 'with ms': Math.round(median(times[webhooks] ?? [])), 'without ms': Math.round(median(without)) },
    })
  })
}
