/** The age groups used everywhere. docs/product/cash.md, "Debts". */
export const ageSteps = [
  { from: 0, to: 3, label: '0–3 días' },
  { from: 4, to: 7, label: '4–7 días' },
  { from: 8, to: 15, label: '8–15 días' },
  { from: 16, to: 30, label: '16–30 días' },
  { from: 31, to: null, label: 'Más de 30' },
] as const
