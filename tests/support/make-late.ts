import type pg from 'pg'

/** Makes a package one that was promised for a day of the week before. */
export async function makeLate(owner: pg.Pool, packageId: string, now = new Date()): Promise<void> {
  await owner.query(
    `insert into package_promises
       (company_id, package_id, first_method, first_from, first_to, shipping_method, stage, counted_from, from_on, to_on)
     select p.company_id, p.id, p.shipping_method, d.day, d.day, p.shipping_method, 'received', d.day, d.day, d.day
     from packages p, (select $2::date - 7 as day) d where p.id = $1`,
    [packageId, now],
  )
}
