import { createHmac, randomUUID } from 'node:crypto'
import { atMost, type Figure, spread } from './figure.ts'
import { type Answer, type Asked, askAtRate, median, openLoop, percentile } from './load.ts'
import { onlyRead, ordinary } from './seed.ts'
import { askForList, companyId, type Setting } from './setting.ts'

const perMinute = 1_000
const writers = 50
const session = {
  name: 'bench-incoming',
  token: 'token-of-the-bench-for-incoming'.padEnd(40, 'x'),
  key: 'key-of-the-bench'.padEnd(32, 'x'),
}

/** Gives events as the gateway sends them, each a message that was not there before. */
function writeEvent(index: number): Asked {
  const phone = `505869${String(10_000 + (index % writers))}`
  const body = JSON.stringify({
    id: `evt_${randomUUID()}`,
    timestamp: Date.now(),
    event: 'message.any',
    session: session.name,
    payload: {
      id: `false_${phone}@c.us_${randomUUID()}`,
      from: `${phone}@c.us`,
      fromMe: false,
      body: '¿Ya vino mi paquete?',
      timestamp: Math.floor(Date.now() / 1000),
    },
  })
  const headers = {
    'x-webhook-hmac': createHmac('sha512', session.key).update(body).digest('hex'),
    'x-webhook-hmac-algorithm': 'sha512',
  }
  return { method: 'POST', path: `/hooks/waha/${session.token}`, headers, body }
}

/** Measures what a company whose clients write a thousand messages a minute does to the lists of another company. */
export async function incomingFigures(setting: Setting): Promise<Figure[]> {
  const { superuser, ours, effort } = setting
  const company = await companyId(setting, ordinary(1))
  await superuser.query(
    `insert into whatsapp_sessions (company_id, name, webhook_token, hmac_key, status, linked_at) values ($1, $2, $3, $4, 'WORKING', now())
     on conflict (company_id) do update set name = excluded.name, webhook_token = excluded.webhook_token, hmac_key = excluded.hmac_key`,
    [company, session.name, session.token, session.key],
  )
  // Shorter than the server keeps an idle connection, which it would close as it is used.
  const { seconds } = effort
  const readLists = () => askAtRate(ours.url, { perSecond: 50, seconds, connections: 2 }, askForList(onlyRead))
  const events: Answer[] = []
  const rounds: { calm: number; meanwhile: number }[] = []
  try {
    for (let round = 0; round <= effort.rounds; round += 1) {
      const calm = percentile(await readLists(), 0.95)
      const writing = openLoop(ours.url, { perSecond: perMinute / 60, seconds, connections: 2 }, writeEvent)
      const [lists, written] = await Promise.all([readLists(), writing])
      // The first turn is a warm-up and does not count.
      if (round === 0) continue
      rounds.push({ calm, meanwhile: percentile(lists, 0.95) })
      events.push(...written)
    }
    const { rows } = await superuser.query<{ count: number }>(
      'select count(*)::int as count from conversation_messages where company_id = $1',
      [company],
    )
    const name = `${perMinute} incoming messages a minute`
    return [
      atMost(1.5, {
        name: `${name}, lists of another company meanwhile, p95`,
        unit: '× the time without',
        ...spread(rounds.map(({ calm, meanwhile }) => meanwhile / calm)),
        beside: {
          'calm p95 ms': Math.round(median(rounds.map(({ calm }) => calm))),
          'meanwhile p95 ms': Math.round(median(rounds.map(({ meanwhile }) => meanwhile))),
          'events p95 ms': Math.round(percentile(events, 0.95)),
          'messages kept': rows[0]?.count ?? 0,
        },
      }),
      atMost(0, {
        name: `${name}, events refused`,
        value: events.filter(({ status }) => status !== 200).length,
        unit: `of ${events.length}`,
      }),
    ]
  } finally {
    await superuser.query('delete from whatsapp_sessions where name = $1', [session.name])
  }
}
