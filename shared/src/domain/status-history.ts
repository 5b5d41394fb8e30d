/** Written by the server; the timeline recognises it. */
export const initialComment = 'Initial status'

type EntryBase = { title: string; date: string; userName: string; comment: string }

/** `date` is unparsed; a missing field is an empty text. */
export type HistoryEntry =
  | (EntryBase & { kind: 'initial'; to: string })
  | (EntryBase & { kind: 'change'; from: string; to: string })
  | (EntryBase & { kind: 'update'; from: string; to: string })

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function toText(value: unknown): string {
  return typeof value === 'string' || typeof value === 'number' ? String(value).trim() : ''
}

function historyEntry(raw: Record<string, unknown>): HistoryEntry {
  const [from, to, comment] = [toText(raw.from), toText(raw.to), toText(raw.comment)]
  const base = { date: toText(raw.date), userName: toText(raw.userName), comment }
  if (comment === initialComment) return { kind: 'initial', title: 'Estado Inicial', to, ...base }
  if (from !== '' && to !== '') return { kind: 'change', title: 'Cambio de Estado', from, to, ...base }
  return { kind: 'update', title: 'Actualización', from, to, ...base }
}

/** Empty for invalid text; invalid elements are left out. docs/product/packages.md, "History". */
export function statusHistory(text: string | null): HistoryEntry[] {
  const entries = parseJson(text ?? '')
  return Array.isArray(entries) ? entries.filter(isRecord).map(historyEntry) : []
}
