import type { Check } from './check.ts'

/** Follows the domain's `discountOn`. */
const discount = (base: string, type: string, value: string) =>
  `(case ${type} when 'percentage' then ${base} * ${value} * 0.01 when 'fixed_amount' then least(${value}, ${base}) else 0 end)`

/** Plain division would round once before this rounds half up. */
const quotient = (dividend: string, divisor: string, decimals: number) =>
  `(div(2 * 1e${decimals} * ${dividend} + ${divisor}, 2 * ${divisor}) / 1e${decimals})::numeric(30, ${decimals})`

/** Uses the rules kept with the package, else its weight and its tariff's price. */
const quantity = 'coalesce(p.charged_quantity, p.weight)'
const priced = `(${quantity} * coalesce(p.charged_price, p.price_per_pound))`
const net = `(${priced} - ${discount(priced, 'p.discount_type', 'p.discount_value')})`
const isPriced = `p.weight is not null and p.price_per_pound is not null
          and (p.price_rules is null or p.charged_quantity is not null)`
const final = `(${net} - ${discount(net, 'i.discount_type', 'i.discount_value')})`
const gross = '(v.subtotal + v.shipping_total)'
/** Amounts paid on behalf of the client get no discount. */
const discountable = '(v.subtotal + v.shipping_total - v.advances_total)'

/** The result is at least 0.01; null without measures or divisor. */
const volume = (divisor: string) =>
  `(case when p.length is not null and ${divisor} is not null
     then greatest(${quotient('(p.length * p.width * p.height)', divisor, 2)}, 0.01) end)`

/** Restates the rules without the domain's code. docs/product/tariff-rules.md, "Order". */
const byRules = `
      cross join lateral (select p.price_rules ->> 'unit' as unit, (p.price_rules ->> 'roundUpTo')::numeric as step,
        coalesce((p.price_rules ->> 'roundingGrace')::numeric, 0) as grace, (p.price_rules ->> 'minimumPounds')::numeric as minimum,
        (p.price_rules ->> 'volumetricDivisor')::numeric as divisor) r
      cross join lateral (select case r.unit when 'piece' then 1 when 'cubic_foot' then ${volume('1728::numeric')}
        else greatest(p.weight, ${volume('r.divisor')}) end as counted) c
      cross join lateral (select greatest(case when r.step is null or c.counted % r.step = 0 then c.counted
        when c.counted > r.step and c.counted % r.step <= r.grace then c.counted - c.counted % r.step
        else c.counted - c.counted % r.step + r.step end, r.minimum) as quantity) q
      cross join lateral (
        select o.quantity, o.price from (
          select q.quantity, coalesce((select (t ->> 'price')::numeric from jsonb_array_elements(p.price_rules -> 'tiers') t
            where (t ->> 'from')::numeric <= q.quantity order by (t ->> 'from')::numeric desc limit 1), p.price_per_pound) as price
          union all
          select (t ->> 'from')::numeric, (t ->> 'price')::numeric from jsonb_array_elements(p.price_rules -> 'tiers') t
          where (t ->> 'from')::numeric > q.quantity) o
        order by o.quantity * o.price, o.quantity limit 1) best`

/** These checks restate the domain's arithmetic in SQL on purpose. */
export const amounts: Check[] = [
  {
    says: 'Prices of packages follow from weight, price per pound and discount',
    sql: `
      select p.company_id, format('package #%s: total %s, per pound %s', p.company_package_id, p.total_price, p.final_price_per_pound) as what
      from packages p
      where (p.total_price, p.final_price_per_pound) is distinct from (
        case when ${isPriced} then round(${net}, 2) end,
        case when ${isPriced} then ${quotient(net, quantity, 6)} end)`,
  },
  {
    says: 'Charged quantities and prices follow from the rules that packages keep',
    sql: `
      select p.company_id, format('package #%s: charged %s at %s', p.company_package_id, p.charged_quantity, p.charged_price) as what
      from packages p ${byRules}
      where p.price_rules is not null and p.total_price is not null
        and (p.charged_quantity, p.charged_price) is distinct from (best.quantity, best.price)`,
  },
  {
    // Voided lines are left out: their package may have a new price since.
    says: 'Lines of live invoices follow from their packages, discounts and the rate',
    sql: `
      select i.company_id, format('invoice #%s line %s: package #%s, %s, %s, total %s', v.company_invoice_id, i.position,
                                  p.company_package_id, i.amount, i.final_amount, i.total) as what
      from invoice_items i
      join invoices v on v.company_id = i.company_id and v.id = i.invoice_id
      join packages p on p.company_id = i.company_id and p.id = i.package_id
      where i.voided_at is null
        and (i.quantity, coalesce(i.weight, i.quantity), i.price_rules, i.unit_price, i.amount, i.final_amount, i.total)
          is distinct from (${quantity}, p.weight, p.price_rules, p.final_price_per_pound, p.total_price, round(${final}, 2), round(${final} * v.rate_compra, 2))`,
  },
  {
    says: 'The last correction of a package is what the package is',
    sql: `
      select p.company_id, format('package #%s: %s lb, %s, corrected to %s lb, %s', p.company_package_id, p.weight, p.shipping_method,
                                  c.pounds, c.shipping_method) as what
      from packages p
      cross join lateral (
        select c.sign, c.shipping_method, c.pounds, coalesce(m.merged_into_id, c.client_id) as client_id
        from package_corrections c left join clients m on m.company_id = c.company_id and m.id = c.client_id
        where c.company_id = p.company_id and c.package_id = p.id order by c.id desc limit 1
      ) c
      where (c.sign = 1) <> (p.deleted_at is null)
        or c.sign = 1 and (c.shipping_method, c.pounds, c.client_id) is distinct from (p.shipping_method, coalesce(p.weight, 0), p.client_id)`,
  },
  {
    says: 'Shipping is converted at the rates that its invoice keeps',
    sql: `
      select s.company_id, format('invoice #%s: shipping %s %s counted as %s', v.company_invoice_id, s.shipping_price, s.currency_code, s.converted_price) as what
      from invoice_shipments s join invoices v on v.company_id = s.company_id and v.id = s.invoice_id
      where s.converted_price <> case when s.currency_code = v.currency_code then s.shipping_price
        else ${quotient('s.shipping_price * v.rate_compra', 's.rate_venta', 2)} end`,
  },
  {
    says: 'Charges of invoices follow from their quantity, price and rates',
    sql: `
      select c.company_id, format('invoice #%s charge %s: %s x %s %s, total %s', v.company_invoice_id, c.position, c.quantity,
                                  c.unit_price, c.currency_code, c.total) as what
      from invoice_charges c join invoices v on v.company_id = c.company_id and v.id = c.invoice_id
      where c.total <> case when c.currency_code = 'USD' then round(c.quantity * c.unit_price * case v.currency_code when 'USD' then 1 else v.rate_compra end, 2)
          when c.currency_code = v.currency_code then c.unit_price
          else ${quotient("c.unit_price * case v.currency_code when 'USD' then 1 else v.rate_compra end", 'c.rate_venta', 2)} end
        or (c.percentage is not null and c.unit_price < round(c.declared_value * c.percentage / 100, 2))`,
  },
  {
    // US$ is excepted: its rate is always 1.
    says: 'Payments are converted at the rates that they keep',
    sql: `
      select y.company_id, format('invoice #%s: payment %s of %s %s counted as %s', v.company_invoice_id, y.id, y.total, y.currency_code, y.converted_total) as what
      from invoice_payments y join invoices v on v.company_id = y.company_id and v.id = y.invoice_id
      where y.collection_payment_id is null and (y.currency_code = v.currency_code and y.converted_total <> y.total)
         or y.collection_payment_id is null and (y.currency_code <> v.currency_code and (v.currency_code = 'USD' or y.created_at = v.created_at)
             and y.converted_total <> ${quotient('y.total * v.rate_venta', 'y.rate_compra', 2)})`,
  },
  {
    says: 'Totals of invoices are the sums of their lines, shipping, discount and payments',
    sql: `
      select v.company_id, format('invoice #%s: %s + %s - %s = %s, paid %s, pending %s', v.company_invoice_id, v.subtotal,
                                  v.shipping_total, v.discount_total, v.total_amount, v.paid_total, v.pending_total) as what
      from invoices v
      left join (select company_id, invoice_id, sum(total) as total from invoice_items group by 1, 2) i
        on i.company_id = v.company_id and i.invoice_id = v.id
      left join (select company_id, invoice_id, coalesce(sum(total) filter (where kind <> 'advance'), 0) as charges,
          coalesce(sum(total) filter (where kind = 'advance'), 0) as advances
        from invoice_charges where not is_waived group by 1, 2) c
        on c.company_id = v.company_id and c.invoice_id = v.id
      left join (select company_id, invoice_id, sum(converted_price) as total from invoice_shipments group by 1, 2) s
        on s.company_id = v.company_id and s.invoice_id = v.id
      left join (select company_id, invoice_id, sum(converted_total) as total from invoice_payments where reversed_at is null group by 1, 2) y
        on y.company_id = v.company_id and y.invoice_id = v.id
      where (v.subtotal, v.charges_total, v.advances_total, v.shipping_total, v.discount_total, v.total_amount, v.paid_total, v.pending_total) is distinct from
            (coalesce(i.total, 0) + coalesce(c.charges, 0) + coalesce(c.advances, 0), coalesce(c.charges, 0), coalesce(c.advances, 0),
             coalesce(s.total, 0),
             round(${discount(discountable, 'v.general_discount_type', 'v.general_discount_value')}, 2),
             ${gross} - v.discount_total, coalesce(y.total, 0), case when v.voided_at is null then least(greatest(v.total_amount - v.paid_total + v.given_total, 0), v.total_amount)
               else v.pending_total end)`,
  },
]
