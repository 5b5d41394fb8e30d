import { findAnswerDefault } from '@casillero/shared/domain/auto-answers'
import { expect, test } from 'vitest'
import { shareWorld } from '../../../../tests/support/open-world.ts'
import type { Company } from '../../../../tests/support/world.ts'

const world = shareWorld()

const list = async (of: Company) => (await of.admin.ok('GET /api/auto-answers')).data
type Answers = Awaited<ReturnType<typeof list>>['answers']
const drafts = (answers: Answers, change: (one: Answers[number]) => object = () => ({})) =>
  answers.map((one) => {
    const { key, isOn, words, content } = one
    return { key, isOn, words, content, ...change(one) }
  })

test('the rules of a company are seven to begin with, in their order, and each is off', async () => {
  const { answers, version } = await list(await world.openCompany())
  expect(version).toBe(1)
  expect(answers.map(({ key, isOn, answered, isCustomized }) => [key, isOn, answered, isCustomized])).toEqual(
    ['packages', 'debts', 'address', 'hours', 'tracking', 'voucher', 'closed'].map((key) => [key, false, 0, false]),
  )
})

test('an admin changes what is on, words, text and order of the own company alone, and the log says it', async () => {
  const [company, other] = [await world.openCompany(), await world.openCompany()]
  const { answers, version } = await list(company)
  const changed = drafts(answers.toReversed(), ({ key }) =>
    key === 'debts' ? { isOn: true, words: ['Cuánto es'], content: 'Debe {{debe}}' } : {},
  )
  const saved = (await company.admin.ok('PUT /api/auto-answers', { body: { answers: changed, version } })).data
  expect(saved.answers.map(({ key }) => key)).toEqual(changed.map(({ key }) => key))
  expect(saved.answers.find(({ key }) => key === 'debts')).toMatchObject({
    isOn: true,
    words: ['Cuánto es'],
    content: 'Debe {{debe}}',
    isCustomized: true,
  })
  expect((await list(other)).answers.every(({ isOn }) => !isOn)).toBe(true)
  const { data: log } = await company.admin.ok('GET /api/audit', { query: { entity: 'auto_answers' } })
  expect(log.find(({ label }) => label === 'Cuánto debo')?.after).toMatchObject({
    is_on: true,
    custom_content: 'Debe {{debe}}',
  })

  // Back to what it was at first, nothing of it is the company's own.
  const { words, content } = findAnswerDefault('debts')
  const back = drafts(saved.answers, ({ key }) => (key === 'debts' ? { words: [...words], content } : {}))
  const restored = await company.admin.ok('PUT /api/auto-answers', { body: { answers: back, version: saved.version } })
  expect(restored.data.answers.find(({ key }) => key === 'debts')).toMatchObject({ isOn: true, isCustomized: false })
  const stale = await company.admin.refused('PUT /api/auto-answers', {
    body: { answers: back, version: saved.version },
  })
  expect(stale).toMatchObject({ status: 409, code: 'stale' })
})

test('a text with unknown variables, a word twice, a word without letters and a rule that is missing are refused', async () => {
  const company = await world.openCompany()
  const { answers } = await list(company)
  const refuse = async (body: Answers[number][] | ReturnType<typeof drafts>) =>
    expect(await company.admin.refused('PUT /api/auto-answers', { body: { answers: body } })).toMatchObject({
      status: 400,
    })
  const first = (change: object) => drafts(answers, ({ key }) => (key === 'packages' ? change : {}))
  await refuse(first({ content: 'Hola {{peso}}' }))
  await refuse(first({ content: '  ' }))
  await refuse(first({ words: ['Llegó', 'llego'] }))
  await refuse(first({ words: ['¿?'] }))
  await refuse(drafts(answers).slice(1))
  const byUser = await company.user.refused('PUT /api/auto-answers', { body: { answers: drafts(answers) } })
  expect(byUser).toMatchObject({ status: 403 })
})
