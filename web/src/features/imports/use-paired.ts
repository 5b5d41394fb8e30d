import type { PairedValue } from '@casillero/shared/contract/import-columns'
import type { ImportLoad } from '@casillero/shared/contract/imports'
import { useState } from 'react'
import type { Choice } from './column-row.tsx'
import type { Paired } from './paired-values.tsx'

const isSame = (one: Paired, other: Paired): boolean => one.field === other.field && one.value === other.value

/** Those of columns that have the field. */
export function usePaired({ paired, mapping }: ImportLoad, choices: readonly Choice[]) {
  const [chosen, setChosen] = useState<readonly PairedValue[]>(paired)
  const find = (one: Paired) => chosen.find((other) => isSame(one, other))
  const shown = mapping.flatMap(({ field, unpaired }, column): Paired[] => {
    const isPaired = (field === 'status' || field === 'shippingMethod') && field === choices[column]
    return isPaired ? unpaired.map((value) => ({ field, value })) : []
  })
  const sent = shown.flatMap((one) => find(one) ?? [])
  return {
    /** The problems of the answer count these. */
    sent,
    findChoice: (one: Paired): string => find(one)?.to ?? '',
    problemOf(problems: Readonly<Record<string, string>>, one: Paired): string | undefined {
      return problems[`values.${sent.findIndex((other) => isSame(one, other))}`]
    },
    choose(one: Paired, to: string): void {
      const others = chosen.filter((other) => !isSame(one, other))
      setChosen(to === '' ? others : [...others, { ...one, to }])
    },
  }
}
