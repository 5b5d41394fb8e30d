import type { Client } from 'pg'
import { openHandle } from '../server/src/platform/database/kysely-handle.ts'
import type { Choice, FilteredList } from './filter-cases.ts'

/** A table with fewer rows is read whole by any plan that needs most of them. */
const largeTable = 50_000

type Node = {
  'Node Type': string
  'Relation Name'?: string
  'Index Name'?: string
  'Actual Rows': number
  'Actual Loops': number
  'Rows Removed by Filter'?: number
  'Rows Removed by Index Recheck'?: number
  Plans?: Node[]
}

/** The company whose rows are read, and the names of the large tables. */
export type Within = { company: string; large: readonly string[] }

/** What a filter reads: whole tables, how many of their rows, and its steps. */
export type Plan = { wholeTables: string[]; rows: number; steps: string }

const nodesOf = (node: Node): Node[] => [node, ...(node.Plans ?? []).flatMap(nodesOf)]

function readPlan(nodes: readonly Node[], large: readonly string[]): Plan {
  const reads = nodes.filter((node) => node['Relation Name'] !== undefined || node['Node Type'] === 'Bitmap Index Scan')
  const rowsOf = (node: Node) =>
    (node['Actual Rows'] + (node['Rows Removed by Filter'] ?? 0) + (node['Rows Removed by Index Recheck'] ?? 0)) *
    node['Actual Loops']
  return {
    wholeTables: reads
      .filter((node) => node['Node Type'].endsWith('Seq Scan') && node['Actual Loops'] > 0)
      .filter((node) => large.includes(node['Relation Name'] ?? ''))
      .map((node) => node['Relation Name'] ?? ''),
    rows: Math.round(reads.reduce((sum, node) => sum + rowsOf(node), 0)),
    steps: nodes
      .map((node) => [node['Node Type'], node['Index Name'] ?? node['Relation Name']].filter(Boolean).join(' '))
      .join(' > '),
  }
}

/** Has the connection tell the plan of every statement, also of those within functions; gives the names of the large tables. */
export async function tellPlans(client: Client): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>(
    "select relname as name from pg_class where relkind = 'r' and reltuples >= $1",
    [largeTable],
  )
  await client.query(`load 'auto_explain'; set auto_explain.log_min_duration = 0; set auto_explain.log_analyze = on;
    set auto_explain.log_timing = off; set auto_explain.log_nested_statements = on; set auto_explain.log_format = 'json';
    set client_min_messages = 'log'`)
  return rows.map(({ name }) => name)
}

/** The plans of the statements of a filtered page as a request of the company has them: in its role, under row-level security, with these values. */
export async function planOf(
  client: Client,
  { company, large }: Within,
  { read }: FilteredList,
  choice: Choice,
): Promise<Plan> {
  const values = new URLSearchParams(choice.query)
  const query = Object.fromEntries(
    [...new Set(values.keys())].map((key) => [
      key,
      values.getAll(key).length > 1 ? values.getAll(key) : values.get(key),
    ]),
  )
  const { db } = openHandle(({ text, values: given }) => client.query(text, [...given]))
  const told: string[] = []
  const listen = ({ message }: { message?: string | undefined }) => told.push(message ?? '')
  client.on('notice', listen)
  try {
    await client.query('begin')
    await client.query('set local role casillero_app')
    await client.query("select set_config('app.company_id', $1, true)", [company])
    told.length = 0
    await read(db, { ...query, page: '1', limit: '20' })
  } finally {
    await client.query('rollback')
    client.off('notice', listen)
  }
  const plans = told.flatMap((text): Node[] => {
    const json = /plan:\s*(\{[\s\S]*\})\s*$/.exec(text)?.[1]
    const parsed: { Plan: Node } | undefined = json ? JSON.parse(json) : undefined
    return parsed ? nodesOf(parsed.Plan) : []
  })
  if (plans.length === 0) throw new Error(`${choice.query} told no plan`)
  return readPlan(plans, large)
}
