import type { AutoAnswers } from '@casillero/shared/contract/auto-answers'
import { answerKeys, findAnswerDefault } from '@casillero/shared/domain/auto-answers'
import { sql } from 'kysely'
import type { Db } from '../../platform/database/database.ts'

/** The company's changes to the default rules. */
export async function listRules(db: Db) {
  const changed = await db
    .selectFrom('auto_answers')
    .select(['key', 'is_on as isOn', 'position', 'words', 'custom_content as content', 'pages_origin as origin'])
    .select('version')
    .execute()
  const rules = answerKeys.map((key, index) => {
    const own = changed.find((one) => one.key === key)
    const { words, content } = findAnswerDefault(key)
    return {
      key,
      isOn: own?.isOn ?? false,
      position: own?.position ?? index + 1,
      words: own?.words ?? words,
      content: own?.content ?? content,
      isCustomized: own !== undefined && (own.words !== null || own.content !== null),
      isStored: own !== undefined,
      /** The origin as of the rule's last save. */
      origin: own?.origin ?? '',
      version: own?.version ?? 0,
    }
  })
  return rules.toSorted((one, other) => one.position - other.position)
}

export type StoredRule = Awaited<ReturnType<typeof listRules>>[number]

async function countAnswers(db: Db): Promise<ReadonlyMap<string | null, number>> {
  const rows = await db
    .selectFrom('messages')
    .select(['answer_rule as rule', sql<number>`count(*)::int`.as('count')])
    .where('answer_rule', 'is not', null)
    .where('created_at', '>', sql<string>`app_now() - interval '7 days'`)
    .groupBy('answer_rule')
    .execute()
  return new Map(rows.map(({ rule, count }) => [rule, count]))
}

/** Every change of a rule raises the sum. */
export const sumVersions = (rules: readonly StoredRule[]): number =>
  rules.reduce((all, { version }) => all + version, 1)

/** docs/product/auto-answers.md, "Rules". */
export async function readAutoAnswers(db: Db): Promise<AutoAnswers> {
  const [rules, counts] = await Promise.all([listRules(db), countAnswers(db)])
  const answers = rules.map(({ key, isOn, words, content, isCustomized }) => ({
    key,
    isOn,
    words: [...words],
    content,
    isCustomized,
    answered: counts.get(key) ?? 0,
  }))
  return { answers, version: sumVersions(rules) }
}
