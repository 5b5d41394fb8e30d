/** The largest amount that a form or a call takes, in any currency. docs/product/pricing-and-money.md, "Exact decimals". */
export const maxAmount = 9_999_999.99
