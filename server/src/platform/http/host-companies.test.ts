import { afterEach, expect, test, vi } from 'vitest'
import type { HostCompany } from '../auth/session.ts'
import type { AnonymousCaller, Database } from '../database/database.ts'
import { createCachedHostCompanies, hostAnswerMs } from './host-companies.ts'

afterEach(() => {
  vi.restoreAllMocks()
})

const volcanes: HostCompany = { id: '1', name: 'Tres Volcanes', subdomain: 'volcanes', logoUrl: null }
const away = new Error('away')

/** A memory of hosts over a database that answers when and what a test says, and a clock that a test sets. */
function openMemory() {
  const questions: { caller: AnonymousCaller; answer: (company?: HostCompany) => void; fail: () => void }[] = []
  const database = {
    asAnonymous: (caller: AnonymousCaller) =>
      new Promise((resolve, reject) => {
        questions.push({ caller, answer: resolve, fail: () => reject(away) })
      }),
  }
  // Of a database it asks nothing else.
  const hosts = createCachedHostCompanies(database as unknown as Database)
  const clock = vi.spyOn(performance, 'now').mockReturnValue(1_000)
  return {
    questions,
    hosts,
    passMs: (ms: number) => clock.mockReturnValue(performance.now() + ms),
    async learn(company: HostCompany | undefined, subdomain = 'volcanes') {
      const found = hosts.find(subdomain, '192.0.2.1')
      questions.at(-1)?.answer(company)
      expect(await found).toBe(company)
    },
  }
}

test('a host is answered from memory until its time is over, and then looked up anew', async () => {
  const { hosts, questions, learn, passMs } = openMemory()
  await learn(volcanes)
  await learn(undefined, 'nadie')
  passMs(hostAnswerMs - 1)
  expect([await hosts.find('volcanes', '192.0.2.2'), await hosts.find('nadie', '192.0.2.2')]).toEqual([
    volcanes,
    undefined,
  ])
  expect(questions).toHaveLength(2)
  passMs(1)
  await learn(undefined)
  await learn(volcanes, 'nadie')
  expect(questions).toHaveLength(4)
})

test('no answer from before a change in this process is given, not even that of a look-up under way', async () => {
  const { hosts, questions, learn, passMs } = openMemory()
  await learn(volcanes)
  passMs(hostAnswerMs)
  const before = hosts.find('volcanes', '192.0.2.1')
  passMs(1)
  hosts.forget()
  passMs(1)
  const after = hosts.find('volcanes', '192.0.2.1')
  questions[1]?.answer(volcanes)
  questions[2]?.answer(undefined)
  expect([await before, await after]).toEqual([volcanes, undefined])
  expect(await hosts.find('volcanes', '192.0.2.1')).toBeUndefined()
  expect(questions).toHaveLength(3)
})

test('callers of a company that was open share one query, and a name that may be made up has one for each address', async () => {
  const { hosts, questions, learn, passMs } = openMemory()
  for (const address of ['192.0.2.1', '192.0.2.1', '192.0.2.2']) void hosts.find('volcanes', address)
  expect(questions.map(({ caller }) => caller)).toEqual([
    { door: 'health', address: '192.0.2.1', known: undefined },
    { door: 'health', address: '192.0.2.2', known: undefined },
  ])
  await learn(volcanes, 'lagos')
  passMs(hostAnswerMs)
  const shared = ['192.0.2.3', '192.0.2.4'].map((address) => hosts.find('lagos', address))
  expect(questions).toHaveLength(4)
  expect(questions[3]?.caller).toEqual({ door: 'health', address: '192.0.2.3', known: 'lagos' })
  questions[3]?.answer(volcanes)
  expect(await Promise.all(shared)).toEqual([volcanes, volcanes])
})

test('a look-up that fails throws its error, and the next one queries again', async () => {
  const { hosts, questions, learn } = openMemory()
  const failing = hosts.find('volcanes', '192.0.2.1')
  questions[0]?.fail()
  await expect(failing).rejects.toBe(away)
  await learn(volcanes)
})

test('a known company stays known after any number of made-up names', async () => {
  const { hosts, questions, learn, passMs } = openMemory()
  await learn(volcanes)
  for (let n = 0; n < 6_000; n += 1) await learn(undefined, `x${n}`)
  passMs(hostAnswerMs)
  void hosts.find('volcanes', '192.0.2.9')
  expect(questions.at(-1)?.caller.known).toBe('volcanes')
})
