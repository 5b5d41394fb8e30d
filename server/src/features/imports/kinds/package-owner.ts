import { fitName, sharesName } from '@casillero/shared/domain/name-match'
import type { FoundClient } from './find-clients.ts'
import { buildProblem, type FileRow, joinNames, type Problem } from './kind.ts'
import type { PackageLookups } from './package-lookups.ts'

/** `label` is for a package without an owner. */
type Owner = { client: FoundClient | null; label: string | null }

const longestLabel = 120
const none: Owner = { client: null, label: null }

export const ownerNames = (row: FileRow): string[] =>
  ['clientName', 'clientPackageName'].map((field) => row.text(field)).filter((name) => name !== '')

const labelText = (row: FileRow): string => [...new Set(ownerNames(row))].join(' / ')

/** Undefined if name and mailbox number agree. A label may have a relative's name, if no other client has it. */
function findContradiction(row: FileRow, client: FoundClient, lookups: PackageLookups): string | undefined {
  for (const name of ownerNames(row)) {
    if (fitName(name, client)) continue
    const { named: other } = lookups.byName(name)
    if (other) return `«${name}» es ${other.casillero}, no ${client.casillero}`
    if (name === row.text('clientName') && !sharesName(name, client)) return `«${name}» no es ${client.casillero}`
  }
  return undefined
}

function readNumbered(row: FileRow, lookups: PackageLookups, problems: Problem[], notes: string[]): Owner {
  const typed = row.text('casillero')
  const client = lookups.byNumber(typed)
  if (!client) {
    const message = `no hay un cliente ${lookups.readNumber(typed) ?? `«${typed}»`}`
    problems.push(buildProblem('packages', 'casillero', message))
    return none
  }
  const contradiction = findContradiction(row, client, lookups)
  if (contradiction !== undefined) {
    notes.push(contradiction)
    // “Sin dueño” offers both clients.
    return { client: null, label: `${labelText(row)} ${client.casillero}`.slice(0, longestLabel) }
  }
  if (typed.toUpperCase() !== client.casillero) notes.push(`«${typed}» se leyó ${client.casillero}`)
  return { client, label: null }
}

/**
 * Uses the mailbox number, else a name that means exactly one client; otherwise the package goes to “Sin dueño”.
 * docs/product/imports.md, "Names".
 */
export function readOwner(row: FileRow, lookups: PackageLookups, problems: Problem[], notes: string[]): Owner {
  if (row.text('casillero') !== '') return readNumbered(row, lookups, problems, notes)
  const [name] = ownerNames(row)
  if (name === undefined) return none
  const { named, candidates } = lookups.byName(name)
  if (named) return { client: named, label: null }
  if (candidates.length > 0)
    notes.push(`«${name}» puede ser ${joinNames(candidates.map(({ casillero }) => casillero))}`)
  return { client: null, label: labelText(row).slice(0, longestLabel) }
}
