import type { LabelFormat, LabelSize } from '@casillero/shared/contract/labels'
import { formatDate } from '@casillero/shared/domain/business-date'
import { sql } from 'kysely'
import { matchAny } from '../../platform/database/any-of.ts'
import type { Db } from '../../platform/database/database.ts'
import { AppError } from '../../platform/errors.ts'
import type { FileOrder } from '../../platform/http/endpoint.ts'
import type { LabelFacts, LabelPaper } from '../papers/label-facts.ts'

type Asked = { ids: string[]; format: LabelFormat; size: LabelSize }

const isNumber = (one: string): boolean => /^\d+$/.test(one)

const listLabelled = (db: Db, ids: string[]) =>
  db
    .selectFrom('packages as p')
    .leftJoin('clients as c', 'c.id', 'p.client_id')
    .select([
      'p.id',
      'p.company_package_id as companyPackageId',
      'p.label_code as code',
      'p.shipping_method as method',
      'p.tracking',
      'p.warehouse_tracking as warehouseTracking',
      'p.client_package_name as clientPackageName',
      'p.created_at as createdAt',
      'c.casillero',
      'c.first_name as firstName',
      'c.last_names as lastNames',
    ])
    .where('p.deleted_at', 'is', null)
    .where((where) =>
      where.or([
        where('p.id', '=', matchAny(ids.filter((one) => !isNumber(one)))),
        where('p.company_package_id', '=', sql<number>`any(${ids.filter(isNumber)}::bigint[])`),
      ]),
    )
    .execute()

type Labelled = Awaited<ReturnType<typeof listLabelled>>[number]

const buildFacts = (row: Labelled): LabelFacts => ({
  code: row.code,
  casillero: row.casillero ?? 'SIN CLIENTE',
  name: row.casillero === null ? (row.clientPackageName ?? '') : `${row.firstName} ${row.lastNames}`,
  method: row.method,
  tracking: row.tracking ?? row.warehouseTracking ?? '',
  number: `#${row.companyPackageId}`,
  date: formatDate(new Date(row.createdAt)),
})

/** Keeps the order of `ids`. Throws `not_found` if one is no living package. docs/product/papers.md, "Labels". */
export async function getLabelsPaper(db: Db, { ids, format, size }: Asked): Promise<FileOrder> {
  const [rows, company] = await Promise.all([
    listLabelled(db, ids),
    db.selectFrom('companies').select('name').executeTakeFirstOrThrow(),
  ])
  const byName = new Map(rows.flatMap((row) => [[row.id, row] as const, [String(row.companyPackageId), row] as const]))
  // A package named by both its id and its number gets one label.
  const named = new Set(ids.map((one) => byName.get(one)))
  const found = [...named].filter((row) => row !== undefined)
  if (found.length < named.size) throw new AppError('not_found')
  const createdAt = found.map((row) => row.createdAt).reduce((one, other) => (one > other ? one : other))
  const drawing: LabelPaper = { labels: found.map(buildFacts), format, size, company: company.name, createdAt }
  const [only] = found.length === 1 ? found : []
  const name = only ? `Etiqueta-${only.companyPackageId}` : 'Etiquetas'
  return format === 'zpl'
    ? { fileName: `${name}.zpl`, drawing, type: 'text/plain; charset=utf-8' }
    : { fileName: `${name}.pdf`, drawing }
}
