import { readFileSync, renameSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs'
import { setTimeout as delay } from 'node:timers/promises'

// The holder renews its file while it works, however long that takes.
const longestSilenceMs = 15 * 60_000
const renewalMs = 60_000

/**
 * Does a piece of work that two commands started at once must not do at the same time.
 *
 * @template Result
 * @param {string} name
 * @param {() => Promise<Result>} work
 * @returns {Promise<Result>}
 */
export async function withLock(name, work) {
  const path = `.${name}.lock`
  let announced = false
  while (!take(path)) {
    if (!announced) console.log(`Another command is busy with the same step (${name}); waiting for it …`)
    announced = true
    await delay(200)
  }
  const renewal = setInterval(() => renew(path), renewalMs)
  try {
    return await work()
  } finally {
    clearInterval(renewal)
    rmSync(path, { force: true })
  }
}

function renew(path) {
  try {
    utimesSync(path, new Date(), new Date())
  } catch {
    // The file was taken for a dead holder's while this process stood still.
  }
}

function take(path) {
  try {
    writeFileSync(path, String(process.pid), { flag: 'wx' })
    return true
  } catch (error) {
    if (error.code !== 'EEXIST') throw error
    dropWhenStale(path)
    return false
  }
}

function dropWhenStale(path) {
  const holder = holderOf(path)
  if (holder === undefined || (isAlive(holder) && !isOld(path))) return
  // Renamed first: of two that find a dead holder only one gets the file, and one taken meanwhile by a live process is put back.
  const aside = `${path}.${process.pid}`
  try {
    renameSync(path, aside)
  } catch {
    return
  }
  if (holderOf(aside) === holder) rmSync(aside, { force: true })
  else renameSync(aside, path)
}

function holderOf(path) {
  try {
    return Number(readFileSync(path, 'utf8')) || undefined
  } catch {
    return undefined
  }
}

/** In containers the number of a killed process soon belongs to another program. */
function isOld(path) {
  const modified = statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? Date.now()
  return Date.now() - modified > longestSilenceMs
}

function isAlive(pid) {
  if (pid === process.pid) return false
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return error.code === 'EPERM'
  }
}
