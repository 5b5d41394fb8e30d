import type { AutoAnswers, AutoAnswersDraft } from '@casillero/shared/contract/auto-answers'
import { findAnswerDefault } from '@casillero/shared/domain/auto-answers'
import { sql } from 'kysely'
import { requireVersion } from '../../platform/database/catalogue.ts'
import type { Db } from '../../platform/database/database.ts'
import { listRules, readAutoAnswers, type StoredRule, sumVersions } from './queries.ts'

const isSame = (words: readonly string[], others: readonly string[]): boolean =>
  words.length === others.length && words.every((word, index) => word === others[index])

type Draft = AutoAnswersDraft['answers'][number]

const isChanged = (rule: StoredRule | undefined, draft: Draft, position: number): boolean =>
  rule === undefined ||
  rule.isOn !== draft.isOn ||
  rule.position !== position ||
  rule.content !== draft.content ||
  !isSame(rule.words, draft.words)

/** Puts rules that are not sent in their places, as they are. */
function completeDraft({ answers }: AutoAnswersDraft, rules: readonly StoredRule[]): Draft[] {
  const all = [...answers]
  for (const [index, { key, isOn, words, content }] of rules.entries()) {
    if (!answers.some((sent) => sent.key === key)) all.splice(index, 0, { key, isOn, words: [...words], content })
  }
  return all
}

/** Words and text equal to the defaults are not stored. */
function toColumns({ key, isOn, words, content }: Draft, position: number, origin: string) {
  const first = findAnswerDefault(key)
  return {
    is_on: isOn,
    position,
    words: isSame(words, first.words) ? null : words,
    custom_content: content === first.content ? null : content,
    pages_origin: origin,
  }
}

/**
 * A rule equal to its default needs no row.
 * @param origin the address of the company's pages, for the links in answers
 */
export async function updateAnswers(db: Db, draft: AutoAnswersDraft, origin: string): Promise<AutoAnswers> {
  // Before its first change a rule has no row to lock.
  await db
    .selectFrom('companies')
    .select('id')
    .where('id', '=', sql<string>`current_company()`)
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow()
  const rules = await listRules(db)
  requireVersion(draft, { version: sumVersions(rules) })
  for (const [index, one] of completeDraft(draft, rules).entries()) {
    const rule = rules.find(({ key }) => key === one.key)
    if (!isChanged(rule, one, index + 1) && rule?.isStored !== true) continue
    const columns = toColumns(one, index + 1, origin)
    await db
      .insertInto('auto_answers')
      .values({ key: one.key, ...columns })
      .onConflict((known) =>
        known.columns(['company_id', 'key']).doUpdateSet({ ...columns, updated_at: sql`app_now()` }),
      )
      .execute()
  }
  return await readAutoAnswers(db)
}
