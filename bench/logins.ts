import { atLeast, atMost, type Figure } from './figure.ts'
import { lagOf } from './lag.ts'
import { type Asked, openLoop, percentile } from './open-loop.ts'
import { cpuOf, type RunningServer, residentOf, startProduct } from './process.ts'
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

/** Makes a sign-in from an address of its own, as through a proxy. */
function login(index: number): Asked {
  const subdomain = ordinary((index % companies) + 1)
  const from = `10.${(index >> 16) & 255}.${(index >> 8) & 255}.${index & 255}`
  return {
    method: 'POST',
    path: '/api/auth/login',
    headers: { host: `${subdomain}.casillero.localhost`, 'x-forwarded-for': from },
    body: JSON.stringify({ identifier: emailOf(subdomain), password }),
  }
}

/** Measures sign-ins of all companies at once, and their effect on users who are at work already. */
export async function loginFigures({ cluster, logFolder }: Setting): Promise<Figure[]> {
  const server = await startProduct(cluster.ownerUrl, logFolder, { METRICS_PORT: '0' })
  try {
    // Warmed up first: beside the slow calls of a fresh server, the effect of the sign-ins would look small.
    await openLoop(server.url, { perSecond: loginsPerSecond, seconds: 10 }, call)
    return await stormFigures(server)
  } finally {
    await server.stop()
  }
}

async function stormFigures(server: RunningServer): Promise<Figure[]> {
  const calm = await openLoop(server.url, { perSecond: callsPerSecond, seconds: 10 }, call)
  await lagOf(server)
  const [start, cpu] = [performance.now(), cpuOf(server.pid)]
  const [calls, logins] = await Promise.all([
    openLoop(server.url, { perSecond: callsPerSecond, seconds }, call),
    openLoop(server.url, { perSecond: loginsPerSecond, seconds }, login),
  ])
  const cores = (cpuOf(server.pid) - cpu) / (performance.now() - start)
  const lag = await lagOf(server)
  const [before, meanwhile] = [percentile(calm, 0.95), percentile(calls, 0.95)]
  const done = logins.filter(({ status }) => status === 200).length
  const refused = logins.filter(({ status }) => status === 429 || status === 503).length
  const name = `${loginsPerSecond} sign-ins a second`
  return [
    atLeast(40, {
      name,
      value: done / seconds,
      unit: 'done a second',
      beside: { done, refused },
    }),
    atMost(0, { name: `${name}, answered otherwise`, value: logins.length - done - refused, unit: 'sign-ins' }),
    atMost(2, {
      name: `${name}, other calls, p95`,
      value: meanwhile / before,
      unit: '× the time without',
      beside: { 'calm ms': Math.round(before), 'meanwhile ms': Math.round(meanwhile) },
    }),
    atMost(50, {
      name: `${name}, lag of the event loop, p99`,
      value: lag.p99,
      unit: 'ms',
      beside: {
        'longest ms': Math.round(lag.max),
        'cores that the server used': Number(cores.toFixed(2)),
        'server, MiB resident': Math.round(residentOf(server.pid)),
      },
    }),
  ]
}
