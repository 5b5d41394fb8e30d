import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buildWeb } from './build-web.mjs'
import { check } from './check.mjs'
import { runToEnd } from './child-process.mjs'
import { ensureChromium } from './chromium.mjs'
import { buildImage } from './image.mjs'
import { ensureOffice } from './office.mjs'
import { ensurePgClient } from './pg-client.mjs'
import { ensureProgram } from './unpacked-program.mjs'

const messageLines = 12
const slowestFiles = 10

// What a run samples, it samples by the day, so that the runs of a day try the same and those of a month leave out hardly a call.
process.env.SEED ||= new Date().toISOString().slice(0, 10).replaceAll('-', '')
// A red test runs once more where no person watches: green then, it is named and counted, and the run passes.
const retries = process.env.CI ? 1 : 0

// The stories wait for half of their time, and Vitest has the cores meanwhile: with these both end at about the same time.
const besideVitest = ['--workers=2']
const besideStories = ['--maxWorkers=3']

/**
 * Runs the tests, the static checks first: one that is red ends the run, because the tests take many times longer. The stories run
 * beside Vitest. A filter is for Vitest, and then the stories stay out; a shard is of both.
 *
 * @param {string} node
 * @param {string[]} parameters
 * @param {{ isWhole?: boolean }} [options] whether all is tried of which `npm test` tries a sample (decision 046)
 */
export async function testProduct(node, parameters, { isWhole = false } = {}) {
  if (isWhole) process.env.TESTS = 'all'
  const withBrowser = parameters.every((each) => each.startsWith('--shard=')) && existsSync('playwright.config.ts')
  // What is fetched comes while the checks have the cores.
  const [checked, chromium] = await Promise.all([
    check(node),
    fetchPrograms(node, parameters, withBrowser),
    buildWeb(node),
  ])
  if (checked !== 0) return checked
  const results = chromium
    ? await Promise.all([
        runVitest(node, [...besideStories, ...parameters], lineByLine),
        runPlaywright(node, [...besideVitest, ...parameters], chromium, lineByLine),
      ])
    : [await runVitest(node, parameters)]
  if (withBrowser && !chromium)
    console.log('The stories are skipped: no Chromium is here (CHROMIUM_PATH names one), and none could be fetched.')
  listSlowest(results.flatMap(({ files }) => files))
  return summarise(results)
}

const lineByLine = { isLineByLine: true, env: process.stdout.isTTY ? { FORCE_COLOR: '1' } : {} }

/** What the run spends its time on: a file that grew is seen the day it does. */
function listSlowest(files) {
  const seconds = (ms) => String(Math.round(ms / 1000))
  console.log(`${seconds(files.reduce((total, { ms }) => total + ms, 0))} seconds in ${files.length} files, most in:`)
  const slowest = files.toSorted((one, other) => other.ms - one.ms).slice(0, slowestFiles)
  for (const { file, ms } of slowest) console.log(`${seconds(ms).padStart(6)}  ${file}`)
}

/** One after the other: only one program installs packages at a time. */
async function fetchPrograms(node, parameters, withBrowser) {
  const chromium = withBrowser ? await findBrowser(node) : undefined
  await ensureOfficeFor(parameters)
  return chromium
}

/** Without a browser the other tests still say much; where no person reads what is skipped, it is a failure. */
async function findBrowser(node) {
  try {
    return await ensureChromium(node)
  } catch (error) {
    if (process.env.CI) throw error
    return undefined
  }
}

/**
 * @param {string} node
 * @param {string[]} parameters
 */
export async function testUnits(node, parameters) {
  await ensureOfficeFor(parameters)
  return summarise([await runVitest(node, parameters)])
}

/**
 * Runs the security suite; a whole run that passed writes results/security.md, one with a filter does not.
 *
 * @param {string} node
 * @param {string[]} parameters
 */
export async function testSecurity(node, parameters) {
  process.env.TESTS = 'all'
  // Rows that an earlier run left must not stand in for those that this one does not reach.
  rmSync(join('results', 'security'), { recursive: true, force: true })
  const code = summarise([await runVitest(node, ['--project', 'security*', ...parameters])])
  if (code !== 0 || parameters.length > 0) return code
  return await runToEnd(node, ['tests/security/support/write-security-page.ts'])
}

/**
 * @param {string} node
 * @param {string[]} parameters
 */
export async function testEndToEnd(node, parameters) {
  const chromium = await ensureChromium(node)
  await buildWeb(node)
  return summarise([await runPlaywright(node, parameters, chromium)])
}

/**
 * Breaks things on purpose, one row of the fault table after the other, and writes down what came of it.
 *
 * @param {string} node
 * @param {string[]} parameters filters for Vitest
 */
export async function testChaos(node, parameters) {
  process.env.CHAOS ||= 'short'
  process.env.CHROMIUM_PATH = await ensureChromium(node)
  await buildWeb(node)
  // One after the other: each row measures, and kills at moments that it chooses.
  return summarise([await runVitest(node, ['--project', 'chaos', '--no-file-parallelism', ...parameters])])
}

/**
 * Two instances behind nginx as `deploy/` has it.
 *
 * @param {string} node
 * @param {string[]} parameters filters for Vitest
 */
export async function testCluster(node, parameters) {
  process.env.CLUSTER ||= 'short'
  const nginx = await ensureProgram('nginx')
  if (!nginx) throw new Error('These tests need nginx, and none was found or could be fetched: name one in NGINX_PATH.')
  process.env.NGINX_PATH = nginx.program
  await buildWeb(node)
  return summarise([await runVitest(node, ['--project', 'cluster', '--no-file-parallelism', ...parameters])])
}

/**
 * A primary, a synchronous standby and HAProxy as `deploy/` has it: the primary is killed and the standby promoted, again and again.
 *
 * @param {string} node
 * @param {string[]} parameters filters for Vitest
 */
export async function testStandby(node, parameters) {
  // The libraries of Debian 12 and 13.
  const libraries = ['liblua5.3-0', 'libopentracing-c-wrapper0', 'libopentracing1']
  const haproxy = await ensureProgram('haproxy', libraries)
  if (!haproxy) {
    console.log('The standby is not tried: no HAProxy is here (HAPROXY_PATH names one), and none could be fetched.')
    return 0
  }
  process.env.STANDBY ||= '10'
  process.env.HAPROXY_PATH = haproxy.program
  process.env.HAPROXY_LIBRARIES = haproxy.libraries
  process.env.CHROMIUM_PATH = await ensureChromium(node)
  await buildWeb(node)
  return summarise([await runVitest(node, ['--project', 'standby', '--no-file-parallelism', ...parameters])])
}

/**
 * Builds the image of `deploy/Dockerfile`, or as much of it as this machine lets, and runs every command of an installation
 * in it, as its user, on a root that cannot be written to.
 *
 * @param {string} node
 * @param {string[]} parameters filters for Vitest
 */
export async function testImage(node, parameters) {
  const image = await buildImage(node)
  const client = await ensurePgClient()
  if (client) process.env.PG_CLIENT = client.join(' ')
  try {
    Object.assign(process.env, { IMAGE_KIND: image.kind, IMAGE_ROOT: image.root, IMAGE_MIB: String(image.mebibytes) })
    return summarise([await runVitest(node, ['--project', 'image', ...parameters])])
  } finally {
    image.remove()
  }
}

/** Those who run other files alone do not wait for an installation. */
async function ensureOfficeFor(parameters) {
  if (parameters.length === 0 || parameters.some((each) => each.includes('office'))) await ensureOffice()
}

async function runVitest(node, parameters, options = {}) {
  return withReport(async (report) => {
    const cli = join('node_modules', 'vitest', 'vitest.mjs')
    const env = { ...options.env, TEST_REPORT: report }
    const code = await runToEnd(node, [cli, 'run', `--retry=${retries}`, ...parameters], { ...options, env })
    const {
      numPassedTests = 0,
      numFailedTests = 0,
      numPendingTests = 0,
      numTodoTests = 0,
      testResults = [],
    } = read(report)
    const failures = testResults.flatMap(({ name, status: whole, message, assertionResults }) => {
      const failed = assertionResults.filter(({ status }) => status === 'failed')
      // A file that could not be read, or whose preparation failed, has no failed test.
      if (whole === 'failed' && failed.length === 0) return [{ test: name, message }]
      return failed.map(({ fullName, failureMessages }) => ({
        test: `${name}: ${fullName}`,
        message: failureMessages.join('\n'),
      }))
    })
    const skipped = numPendingTests + numTodoTests
    return {
      code,
      passed: numPassedTests,
      failed: numFailedTests,
      skipped,
      failures,
      ...read(`${report}.run`, { flaky: [], files: [] }),
    }
  })
}

async function runPlaywright(node, parameters, chromium, options = {}) {
  return withReport(async (report) => {
    const cli = join('node_modules', '@playwright', 'test', 'cli.js')
    const env = { ...options.env, CHROMIUM_PATH: chromium, PLAYWRIGHT_JSON_OUTPUT_FILE: report }
    const flags = ['--reporter=list,json', `--retries=${retries}`]
    const code = await runToEnd(node, [cli, 'test', ...flags, ...parameters], { ...options, env })
    const { stats = {}, suites = [] } = read(report)
    const { expected = 0, flaky = 0, unexpected = 0, skipped = 0 } = stats
    const stories = suites.flatMap(listStories)
    return {
      code,
      passed: expected + flaky,
      failed: unexpected,
      skipped,
      failures: stories.filter(({ status }) => status === 'unexpected'),
      flaky: stories.filter(({ status }) => status === 'flaky').map(({ test }) => test),
      files: sumByFile(stories),
    }
  })
}

function listStories({ file, specs = [], suites = [] }) {
  const own = specs.flatMap(({ title, tests }) =>
    tests.map(({ projectName, status, results }) => ({
      file: `tests/e2e/${file}`,
      ms: results.reduce((total, { duration }) => total + duration, 0),
      test: `[${projectName}] ${file}: ${title}`,
      status,
      message: results.flatMap(({ errors = [] }) => errors.map(({ message }) => message)).join('\n'),
    })),
  )
  return [...own, ...suites.flatMap(listStories)]
}

function sumByFile(stories) {
  const sums = new Map()
  for (const { file, ms } of stories) sums.set(file, (sums.get(file) ?? 0) + ms)
  return [...sums].map(([file, ms]) => ({ file, ms }))
}

async function withReport(work) {
  const folder = mkdtempSync(join(tmpdir(), 'casillero-report-'))
  try {
    return await work(join(folder, 'report.json'))
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

function read(report, missing = {}) {
  return existsSync(report) ? JSON.parse(readFileSync(report, 'utf8')) : missing
}

function summarise(results) {
  const sum = (key) => results.reduce((total, result) => total + result[key], 0)
  const wrong = results.find((result) => result.code !== 0)
  const skipped = sum('skipped') > 0 ? `, ${sum('skipped')} skipped` : ''
  // The end of the output names each failed test once more, because a log that is kept is often cut at its start.
  for (const { test, message } of results.flatMap(({ failures }) => failures))
    console.log(`FAILED ${test}\n${message.split('\n').slice(0, messageLines).join('\n')}`)
  const flaky = results.flatMap((result) => result.flaky)
  for (const test of flaky) console.log(`FLAKY ${test}`)
  if (flaky.length > 0) console.log(`${flaky.length} flaky: red at first, green when run once more`)
  console.log(`SEED=${process.env.SEED} repeats this run`)
  // A runner can also fail without a failed test, for example when it cannot start.
  if (wrong && sum('failed') === 0) console.log(`A test runner ended with code ${wrong.code} although no test failed.`)
  console.log(`${sum('passed')} passed, ${sum('failed')} failed${skipped}`)
  return wrong ? wrong.code : 0
}
