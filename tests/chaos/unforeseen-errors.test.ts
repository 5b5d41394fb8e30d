import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import sharp from 'sharp'
import { afterEach, expect } from 'vitest'
import { type Answer, ask } from '../support/installation/calls.ts'
import { expectNothingLost, figureOf } from '../support/installation/checker.ts'
import { type Installation, openInstallation } from '../support/installation/installation.ts'
import { draftInvoice } from '../support/installation/load.ts'
import { waitForMore } from '../support/installation/moments.ts'
import { stockUp } from '../support/installation/shops.ts'
import { formOf } from '../support/multipart-form.ts'
import { prove } from '../support/proofs.ts'

const preload = pathToFileURL(join(import.meta.dirname, 'support/failing-preload.ts')).href
const places = ['timer', 'stream', 'promise']
const atOnce = 50

let site: Installation
afterEach(() => site.close())

/** Draws a picture of noise, close to the largest upload. */
async function bigPicture(): Promise<Buffer> {
  const side = 800
  const pixels = Buffer.from(Array.from({ length: side * side * 3 }, () => Math.floor(Math.random() * 256)))
  return await sharp(pixels, { raw: { width: side, height: side, channels: 3 } })
    .png()
    .toBuffer()
}

const ticksPerSecond = 100

/** Reads the CPU time of a process, in milliseconds; 0 where the system does not give it. */
function cpuOf(pid: number): number {
  if (!existsSync(`/proc/${pid}/stat`)) return 0
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? []
  return ((Number(fields[11]) + Number(fields[12])) * 1_000) / ticksPerSecond
}

/** Reads the peak memory of a process, in MB; undefined where the system does not give it. */
function peakOf(pid: number): number | undefined {
  try {
    return Math.round(Number(/VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1024)
  } catch {
    return undefined
  }
}

prove('F-17', 'unforeseen errors, and little memory', (row) => {
  row.proof('an error outside of any call is logged and ends the server, and no invoice is lost', async () => {
    site = await openInstallation({
      variables: (n): Record<string, string> =>
        n === 0 ? { NODE_OPTIONS: `--import=${preload}`, LOG_LEVEL: 'fatal' } : {},
    })
    const load = site.invoice(16)
    const [instance] = site.instances
    if (!instance) throw new Error('There is no server')
    const restarts: number[] = []
    const cpu: number[] = []
    for (const place of places) {
      instance.process().kill('SIGTERM')
      await instance.process().ended
      await instance.start({ FAIL_BY: place })
      await waitForMore(load, 30)
      await site.killer.strike([instance.process().pid], 'SIGUSR2')
      expect(await instance.process().ended).toBe(1)
      const log = instance.process().lines.join('\n')
      expect(log).toContain('unforeseen error')
      expect(log).toContain(`thrown in a ${place}`)
      const begun = performance.now()
      await instance.start()
      restarts.push(Math.round(performance.now() - begun))
      cpu.push(cpuOf(instance.process().pid))
    }
    const verdict = await expectNothingLost(load, site)
    // CPU time, because other programs share the machine, and a wait for a core says nothing about the server.
    expect(Math.max(...cpu)).toBeLessThanOrEqual(2_000)
    return `thrown in a ${places.join(', a ')}: 3/3 logged, exit code 1, listening again after ${restarts.join(', ')} ms and ${cpu.join(', ')} ms of processor time; ${figureOf(verdict)}`
  })

  row.proof('an error inside a call gives a 500, and the server goes on', async () => {
    site = await openInstallation({ servers: 1, variables: { LOG_LEVEL: 'error' } })
    const [instance] = site.instances
    const [shop] = site.shops
    const [stock] = await stockUp(site.owner, site.shops.slice(0, 1), 2)
    if (!instance || !shop) throw new Error('There is no server')
    await site.owner.query(`
      create function break() returns trigger language plpgsql as $$ begin raise exception 'broken inside' using errcode = 'XX000'; end $$;
      create trigger break before insert on invoices for each row execute function break()`)
    const invoicing = () =>
      ask(instance.url, {
        ...shop.counter,
        path: '/api/invoices',
        body: draftInvoice(shop.counter, [stock?.packageIds[0]]),
      })
    const pid = instance.process().pid
    const broken = await invoicing()
    expect(broken.status).toBe(500)
    expect(broken.body).not.toContain('broken inside')
    await instance.process().waitForLine('broken inside')
    await site.owner.query('drop trigger break on invoices')
    expect((await invoicing()).status).toBe(201)
    expect(instance.process().pid).toBe(pid)
    return 'thrown in a call: 1/1 logged, 500 without the text of the error, the same process goes on'
  })

  row.proof('fifty uploads and fifty lists at once fit into the memory of the product', async () => {
    site = await openInstallation({
      servers: 1,
      variables: { NODE_OPTIONS: '--max-semi-space-size=8 --max-old-space-size=512' },
    })
    const [instance] = site.instances
    if (!instance) throw new Error('There is no server')
    await stockUp(site.owner, site.shops, 200)
    const content = await bigPicture()
    const calls: Promise<Answer>[] = []
    for (let n = 0; n < atOnce; n += 1) {
      const shop = site.shops[n % site.shops.length]
      const form = formOf([
        { name: 'name', content: `Empresa ${n}` },
        { name: 'logo', content, filename: 'logo.png', type: 'image/png' },
      ])
      const raw = { bytes: form.payload, type: form.contentType }
      calls.push(ask(instance.url, { ...shop?.counter, method: 'PUT', path: '/api/companies/update', raw }))
      calls.push(ask(instance.url, { ...shop?.counter, path: '/api/packages?page=1&limit=100' }))
    }
    const answers = await Promise.all(calls)
    const good = answers.filter(({ status }) => status === 200).length
    expect(answers.filter(({ status }) => status !== 200 && status !== 503)).toEqual([])
    expect(good).toBeGreaterThan(atOnce)
    expect((await ask(instance.url, { path: '/readyz' })).status).toBe(200)
    const peak = peakOf(instance.process().pid)
    return `${atOnce} uploads of ${(content.length / 1024 / 1024).toFixed(1)} MB and ${atOnce} lists: ${good} answered 200, ${answers.length - good} answered 503, no crash${peak === undefined ? '' : `, ${peak} MB at most`}`
  })

  row.control('an error that no handler catches is detected', async () => {
    site = await openInstallation({ servers: 1, variables: { NODE_OPTIONS: '--max-old-space-size=512' } })
    const [instance] = site.instances
    await site.killer.strike([instance?.process().pid ?? 0], 'SIGUSR2')
    // Without the preload the signal ends the process, without a line in the log.
    expect(await instance?.process().ended).toBe('SIGUSR2')
    expect(instance?.process().lines.join('\n')).not.toContain('unforeseen error')
  })
})
