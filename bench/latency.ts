import { atMost, type Figure, spreadOf } from './figure.ts'
import { type Asked, openLoop, percentile } from './open-loop.ts'
import { median } from './rounds.ts'
import { onlyRead } from './seed.ts'
import { companyId, headersOf, type Setting } from './setting.ts'

const perSecond = 200

type Times = { p50: number; p99: number }

async function runOnce(url: string, asked: Asked, seconds: number): Promise<Times> {
  const answers = await openLoop(url, { perSecond, seconds }, () => asked)
  const wrong = answers.find(({ status }) => status !== 200)
  if (wrong) throw new Error(`${asked.path}: an answer was ${wrong.status}`)
  return { p50: percentile(answers, 0.5), p99: percentile(answers, 0.99) }
}

/** Measures a clerk's wait for the list at a rate that both sides hold with ease. */
export async function latencyFigures(setting: Setting): Promise<Figure[]> {
  const { ours, raw, effort } = setting
  const path = '/api/packages?page=1&limit=20'
  const rawPath = `/packages?company=${await companyId(setting, onlyRead)}`
  const seconds = effort.seconds * 2
  const rounds: { ours: Times; raw: Times }[] = []
  // The first turn is a warm-up and does not count.
  for (let round = 0; round <= effort.rounds; round += 1) {
    const measured = {
      ours: await runOnce(ours.url, { method: 'GET', path, headers: headersOf(onlyRead) }, seconds),
      raw: await runOnce(raw.url, { method: 'GET', path: rawPath, headers: {} }, seconds),
    }
    if (round > 0) rounds.push(measured)
  }
  const ratios = rounds.map((round) => round.ours.p99 / round.raw.p99)
  const ms = (side: 'ours' | 'raw', share: keyof Times) =>
    Number(median(rounds.map((round) => round[side][share])).toFixed(1))
  return [
    atMost(3, {
      name: `Packages list, ${perSecond} a second, p99`,
      value: median(ratios),
      unit: '× the time of raw',
      spread: spreadOf(ratios),
      beside: {
        'ours p50 ms': ms('ours', 'p50'),
        'raw p50 ms': ms('raw', 'p50'),
        'ours p99 ms': ms('ours', 'p99'),
        'raw p99 ms': ms('raw', 'p99'),
      },
    }),
  ]
}
