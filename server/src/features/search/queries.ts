import type { Found, FoundClient, FoundInvoice, FoundPackage, FoundShipment } from '@casillero/shared/contract/search'
import { readLabelCode } from '@casillero/shared/domain/label-code'
import { readPackageNumber } from '@casillero/shared/domain/package-number'
import { searchPatterns } from '@casillero/shared/domain/search-text'
import { searchedText } from '@casillero/shared/domain/tracking-code'
import { sql } from 'kysely'
import type { Db } from '../../platform/database/database.ts'
import { parseCasillero, type TypedCasillero } from '../clients/named-clients.ts'

const most = 5
/** Enough to find one casillero among phones with the same ending. */
const mostEndings = 100
/** Further hits are not counted. */
const mostCounted = 1000

type Asked = {
  patterns: string[]
  /** The number of an invoice or a shipment. */
  number: number | null
  packageNumber: number | null
  casillero: TypedCasillero | undefined
  labelCode: string | null
}
type Counted<Row> = Row & { total: number }

/** Reads `57`, `#57`, `0031`. */
function readNumber(text: string): number | null {
  const [, digits] = /^\s*#?\s*0*(\d{1,9})\s*$/.exec(text) ?? []
  return digits === undefined ? null : Number(digits)
}

async function findClients(db: Db, { patterns, casillero }: Asked): Promise<Counted<FoundClient>[]> {
  const [end, exact] = casillero === undefined ? [[], null] : [[casillero.ending], casillero.casillero]
  const { rows } = await sql<Counted<FoundClient>>`
    with numbered as materialized (
      select c.* from search_clients(${end}::text[], ${mostEndings}, 0) hit
      cross join lateral (select * from clients where clients.id = hit.id limit 1) c
      where ${exact !== null}
        and (c.casillero ~ ${exact} or exists (select from unnest(c.former_casilleros) former where former ~ ${exact}))
    ), named as materialized (
      select * from search_clients(${patterns}::text[], ${most}, 0)
    ), chosen as (
      select id, true as is_numbered from numbered
      union all
      select id, false from named where id not in (select id from numbered)
    )
    select c.id, c.casillero, c.first_name as "firstName", c.middle_name as "middleName", c.last_names as "lastNames", c.phone,
      coalesce((select max(total) from named), 0)
        + (select count(*)::int from numbered n where not n.search_text like all (${patterns}::text[])) as total,
      coalesce((
        select json_agg(json_build_object('code', k.code, 'symbol', k.symbol, 'amount', debt.amount) order by k.code)
        from (
          select v.currency_id, sum(v.pending_total) as amount from open_debts v
          where v.client_id = c.id group by v.currency_id
        ) debt join currencies k on k.id = debt.currency_id
      ), '[]'::json) as owed
    from chosen
    cross join lateral (select * from clients where clients.id = chosen.id limit 1) c
    order by chosen.is_numbered desc, c.sort_name, c.id limit ${sql.lit(most)}`.execute(db)
  return rows
}

async function findPackages(db: Db, { patterns, packageNumber, labelCode }: Asked): Promise<Counted<FoundPackage>[]> {
  const { rows } = await sql<Counted<FoundPackage>>`
    with named as materialized (
      select * from search_packages(${patterns}::text[], null, null, null, ${most}, 0)
    ), numbered as materialized (
      select id from packages where company_package_id = ${packageNumber} and deleted_at is null
      union
      select id from packages where label_code = ${labelCode} and deleted_at is null
    ), chosen as (
      select id, true as is_numbered from numbered
      union all
      select id, false from named where id not in (select id from numbered)
    )
    select p.id, p.company_package_id as "companyPackageId", p.description, p.tracking,
      p.warehouse_tracking as "warehouseTracking", p.label_code as "labelCode", c.casillero,
      greatest((select max(total) from named), (select count(*)::int from chosen)) as total,
      case when s.id is not null then json_build_object('name', s.name, 'isFinalStatus', s.is_final_status,
        'orderPosition', s.order_position) end as status
    from chosen
    cross join lateral (select * from packages where packages.id = chosen.id limit 1) p
    left join clients c on c.id = p.client_id
    left join statuses s on s.id = p.status_id
    order by chosen.is_numbered desc, p.company_package_id desc limit ${sql.lit(most)}`.execute(db)
  return rows
}

async function findInvoices(db: Db, { patterns, number }: Asked): Promise<Counted<FoundInvoice>[]> {
  const { rows } = await sql<Counted<FoundInvoice>>`
    with named as materialized (
      select * from search_invoices(${patterns}::text[], null, true, ${most}, 0)
    ), numbered as materialized (
      select id from invoices where company_invoice_id = ${number}
    ), chosen as (
      select id, true as is_numbered from numbered
      union all
      select id, false from named where id not in (select id from numbered)
    )
    select v.id, v.company_invoice_id as "companyInvoiceId", concat_ws(' ', v.client_first_name, v.client_middle_name, v.client_last_names) as "clientName",
      v.created_at as "createdAt", v.currency_code as code, v.currency_symbol as symbol, v.total_amount as "totalAmount", v.status,
      (select max(total) from named) as total
    from chosen
    cross join lateral (select * from invoices where invoices.id = chosen.id limit 1) v
    order by chosen.is_numbered desc, v.company_invoice_id desc limit ${sql.lit(most)}`.execute(db)
  return rows
}

/** Shipments are few enough for one range of an index. */
async function findShipments(db: Db, { patterns, number }: Asked): Promise<Counted<FoundShipment>[]> {
  const { rows } = await sql<Counted<FoundShipment>>`
    select id, company_consignment_id as "companyShipmentId", shipping_method as "shippingMethod", guide, carrier, state,
      least(count(*) over (), ${sql.lit(mostCounted)})::int as total
    from consignments
    where deleted_at is null and (search_text like all (${patterns}::text[]) or company_consignment_id = ${number})
    order by company_consignment_id is not distinct from ${number} desc, company_consignment_id desc
    limit ${sql.lit(most)}`.execute(db)
  return rows
}

const nothing: Found = {
  clients: [],
  packages: [],
  invoices: [],
  shipments: [],
  totals: { clients: 0, packages: 0, invoices: 0, shipments: 0 },
}

const readTotal = ([first]: { total: number }[]): number => first?.total ?? 0

/** Runs one statement for each kind; an exact number comes first. docs/product/screens.md, "Buscar". */
export async function findAnything(db: Db, text: string): Promise<Found> {
  const asked = {
    patterns: searchPatterns(searchedText(text)),
    number: readNumber(text),
    packageNumber: readPackageNumber(text, { isScanned: false }),
    casillero: parseCasillero(text),
    labelCode: readLabelCode(text),
  }
  if (asked.patterns.length === 0) return nothing
  // All queries travel in one round trip.
  const [clients, packages, invoices, shipments] = await Promise.all([
    findClients(db, asked),
    findPackages(db, asked),
    findInvoices(db, asked),
    findShipments(db, asked),
  ])
  return {
    clients,
    packages,
    invoices,
    shipments,
    totals: {
      clients: readTotal(clients),
      packages: readTotal(packages),
      invoices: readTotal(invoices),
      shipments: readTotal(shipments),
    },
  }
}
