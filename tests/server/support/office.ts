import { execFile, spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type { TestContext } from 'vitest'

const start = promisify(execFile)
const maxBuffer = 64 * 1024 * 1024

/** Programs of the distribution, each with the Debian package that has it; `npm test` installs them as root. */
const packages = { soffice: 'libreoffice-calc-nogui', ssconvert: 'gnumeric', python3: 'python3' }

type Program = keyof typeof packages

const isThere = (program: Program) => spawnSync(program, ['--version'], { stdio: 'ignore' }).error === undefined

/** Leaves a test out on a machine that lacks a program, or may not start it, with a sentence that names the packages. */
export function needPrograms(test: TestContext, ...programs: Program[]): void {
  const missing = programs.filter((program) => !isThere(program)).map((program) => packages[program])
  if (missing.length > 0) test.skip(`It needs other programs: install ${missing.join(' ')}.`)
}

const run = async (program: Program, parameters: string[]): Promise<string> =>
  (await start(program, parameters, { maxBuffer })).stdout

/** LibreOffice's filter: which sign parts cells, which one quotes, in which character set, of which texts stay texts. */
const csvFilter = (separator: ',' | ';', charset: 'UTF-8' | 'Windows-1252') =>
  `csv:Text - txt - csv (StarCalc):${separator.charCodeAt(0)},34,${charset === 'UTF-8' ? 76 : 1},1,,0,false,false`

const readsCsv = `import csv, json, sys
def rows(path):
    with open(path, encoding='utf-8-sig', newline='') as lines:
        return list(csv.reader(lines))
print(json.dumps([rows(path) for path in sys.argv[1:]]))`

/** Python's own reader of archives: each file's name with its rows. */
const readsZip = `import csv, io, json, sys, zipfile
with zipfile.ZipFile(sys.argv[1]) as archive:
    assert archive.testzip() is None
    print(json.dumps({name: list(csv.reader(io.StringIO(archive.read(name).decode('utf-8-sig'), newline=''))) for name in archive.namelist()}))`

/** A folder in which programs that are not ours read what was exported and write what is imported. */
export function openOffice() {
  const folder = mkdtempSync(join(tmpdir(), 'casillero-office-'))
  const into = join(folder, 'written')
  mkdirSync(into)
  const pathOf = (name: string) => join(folder, name)
  /** One start of LibreOffice for all files: it takes longer than the files do. */
  const libreOffice = (names: readonly string[], to: string, from: string[] = []) =>
    run('soffice', [
      '--headless',
      `-env:UserInstallation=file://${pathOf('profile')}`,
      ...from,
      '--convert-to',
      to,
      '--outdir',
      into,
      ...names.map(pathOf),
    ])
  const written = (name: string) => join(into, name)
  const pythonRows = async (paths: readonly string[]): Promise<string[][][]> =>
    JSON.parse(await run('python3', ['-c', readsCsv, ...paths]))
  const workbook = 'xlsx:Calc MS Excel 2007 XML'
  return {
    put: (name: string, content: Buffer) => writeFileSync(pathOf(name), content),
    written: (name: string): Buffer => readFileSync(written(name)),
    /** What LibreOffice reads in workbooks, by their names without an ending. */
    async readByLibreOffice(names: readonly string[]): Promise<string[][][]> {
      await libreOffice(
        names.map((name) => `${name}.xlsx`),
        csvFilter(',', 'UTF-8'),
      )
      return await pythonRows(names.map((name) => written(`${name}.csv`)))
    },
    saveByLibreOffice: (names: readonly string[]) => libreOffice(names, workbook),
    saveAsOldCsv: (names: readonly string[]) => libreOffice(names, csvFilter(';', 'Windows-1252')),
    /** Opens CSVs as a person does, formulas and all, and saves them as workbooks. */
    openCsv: (names: readonly string[]) =>
      libreOffice(names, workbook, ['--infilter=CSV:44,34,76,1,,0,false,true,false,false,false,0,true']),
    async readByGnumeric(names: readonly string[]): Promise<string[][][]> {
      const texts = names.map((name) => written(`${name}.gnumeric.csv`))
      for (const [index, name] of names.entries())
        await run('ssconvert', ['-T', 'Gnumeric_stf:stf_csv', pathOf(`${name}.xlsx`), texts[index] ?? ''])
      return await pythonRows(texts)
    },
    saveByGnumeric: (name: string) =>
      run('ssconvert', ['-T', 'Gnumeric_Excel:xlsx2', pathOf(name), written(`gnumeric-${name}`)]),
    readByPython: (names: readonly string[]) => pythonRows(names.map(pathOf)),
    async readArchive(name: string): Promise<Record<string, string[][]>> {
      return JSON.parse(await run('python3', ['-c', readsZip, pathOf(name)]))
    },
    close: () => rmSync(folder, { recursive: true, force: true }),
  }
}
