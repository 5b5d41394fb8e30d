import { atLeast, atMost, type Figure } from './figure.ts'
import { type Asked, openLoop, percentile } from './open-loop.ts'
import { emailOf, ordinary, password } from './seed.ts'
import { headersOf, type Setting } from './setting.ts'

const loginsPerSecond = 100
const callsPerSecond = 20
const seconds = 30
const companies = 20

const call = (index: number): Asked => ({
  method: 'GET',
  path: '/api/packages?page=1&limit=20',
  headers: headersOf(ordinary((index % companies) + 1)),
})

/** Everybody signs in from an address of their own, as through a proxy in front. */
function login(index: number): Asked {
  const subdomain = ordinary((index % companies) + 1)
  const from = `10.${(index >> 16) & 255}.${(index >> 8) & 255}.${index & 255}`
  return {
    method: 'POST',
    path: '/api/auth/login',
    headers: { host: `${subdomain}.casillero.test`, 'x-forwarded-for': from },
    body: JSON.stringify({ identifier: emailOf(subdomain), password }),
  }
}

/** A Monday morning on which all companies sign in at once, and what it does to those who are at work already. */
export async function loginFigures({ ours }: Setting): Promise<Figure[]> {
  const calm = await openLoop(ours.url, { perSecond: callsPerSecond, seconds: 10 }, call)
  const [calls, logins] = await Promise.all([
    openLoop(ours.url, { perSecond: callsPerSecond, seconds }, call),
    openLoop(ours.url, { perSecond: loginsPerSecond, seconds }, login),
  ])
  const p95 = (told: { ms: number }[]) =>
    percentile(
      told.map(({ ms }) => ms),
      0.95,
    )
  const done = logins.filter(({ status }) => status === 200).length
  const told = logins.filter(({ status }) => status === 429 || status === 503).length
  const name = `${loginsPerSecond} sign-ins a second`
  return [
    atLeast(40, { name, value: done / seconds, unit: 'done a second', beside: { done, 'told to come again': told } }),
    atMost(0, { name: `${name}, answered otherwise`, value: logins.length - done - told, unit: 'sign-ins' }),
    atMost(2, {
      name: `${name}, other calls, 95 of 100`,
      value: p95(calls) / p95(calm),
      unit: '× the time without',
      beside: { 'calm ms': Math.round(p95(calm)), 'meanwhile ms': Math.round(p95(calls)) },
    }),
  ]
}
