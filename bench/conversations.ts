import { atMost, besides, type Figure, spread } from './figure.ts'
import { compare } from './load.ts'
import { large, ordinary } from './seed.ts'
import { companyId, readOurs, type Setting } from './setting.ts'

const messagesEach = 50
const few = { company: ordinary(1), conversations: 40 }
const many = { company: large(1), conversations: 2_000 }

/** All of them wait, the first ones with a client, and what was written lies as it came, the chats mixed. */
async function addConversations(setting: Setting, { company, conversations }: typeof few): Promise<string> {
  const { superuser } = setting
  const id = await companyId(setting, company)
  await superuser.query('delete from conversation_messages where company_id = $1', [id])
  await superuser.query('delete from conversations where company_id = $1', [id])
  await superuser.query(
    `insert into conversations (company_id, phone, client_id, search_text, last_incoming_at, last_kind, last_text, waiting_since, waiting_count)
     select $1, '5058' || lpad(n::text, 7, '0'), c.id, '5058' || n, now() - n * interval '1 minute', 'text', '¿Ya vino?', now(), 1
     from generate_series(1, $2::int) n
     left join (select id, row_number() over (order by id) as n from clients where company_id = $1 and deleted_at is null) c using (n)`,
    [id, conversations],
  )
  await superuser.query(
    `insert into conversation_messages (company_id, conversation_id, gateway_message_id, is_own, kind, body, search_text, written_at)
     select $1, v.id, 'bench-' || v.id || n, n % 2 = 0, 'text', '¿Ya vino mi paquete?', 'ya vino mi paquete', v.last_incoming_at - n * interval '1 hour'
     from generate_series(1, $2::int) n cross join conversations v where v.company_id = $1 order by n desc, v.id`,
    [id, messagesEach],
  )
  const { rows } = await superuser.query<{ id: string }>(
    'select id from conversations where company_id = $1 order by last_incoming_at desc limit 1',
    [id],
  )
  return `/api/conversations/${rows[0]?.id}/messages?limit=25`
}

/** Measures the lists and a thread of a company of 2,000 conversations beside those of one with 40. */
export async function conversationFigures(setting: Setting): Promise<Figure[]> {
  const threads = [await addConversations(setting, few), await addConversations(setting, many)] as const
  await setting.superuser.query('vacuum analyze conversations, conversation_messages')
  const list = (state: string) => [state, `/api/conversations?state=${state}&page=1&limit=20`] as const
  const figures: Figure[] = []
  for (const [name, path, other = path] of [list('waiting'), list('all'), ['thread', ...threads] as const]) {
    const measured = await compare(
      readOurs(setting, few.company, path),
      readOurs(setting, many.company, other),
      setting.cluster.pid(),
      { ...setting.effort, connections: 1 },
    )
    figures.push(
      atMost(1.5, {
        name: `Conversations, ${name}, of ${many.conversations} with ${many.conversations * messagesEach} messages`,
        unit: `× the time of ${few.conversations}`,
        ...spread(measured.ratios),
        beside: besides(measured, 'many'),
      }),
    )
  }
  return figures
}
