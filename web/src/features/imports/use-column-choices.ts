import type { Api } from '@casillero/shared/contract/api'
import type { PairedValue } from '@casillero/shared/contract/import-columns'
import type { ImportLoad } from '@casillero/shared/contract/imports'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { ApiError, call, read } from '../../lib/api.ts'
import { toastFailure } from '../../ui/feedback/failure-toast.tsx'
import type { Choice } from './column-row.tsx'
import { openFields, sentFixed } from './fixed-choices.tsx'
import type { Paired } from './paired-values.tsx'
import { findDoubt, isReadingOpen, type Reading } from './reading-choice.tsx'

const isSame = (one: Paired, other: Paired): boolean => one.field === other.field && one.value === other.value

/** Keeps the choices of columns that have the field. */
function usePaired({ paired, mapping }: ImportLoad, choices: readonly Choice[]) {
  const [chosen, setChosen] = useState<readonly PairedValue[]>(paired)
  const find = (one: Paired) => chosen.find((other) => isSame(one, other))
  const shown = mapping.flatMap(({ field, unpaired }, column): Paired[] => {
    const isPaired = (field === 'status' || field === 'shippingMethod') && field === choices[column]
    return isPaired ? unpaired.map((value) => ({ field, value })) : []
  })
  const sent = shown.flatMap((one) => find(one) ?? [])
  return {
    /** The server's problems refer to positions in these. */
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

const firstChoices = ({ mapping }: ImportLoad): Choice[] =>
  mapping.map(({ field, state }) => (state === 'unclear' && field === null ? undefined : field))

const noReading: Reading = { dates: null, decimals: null }

function readProblems(error: unknown): Readonly<Record<string, string>> {
  return error instanceof ApiError ? error.fields : {}
}

const isOfValue = (name: string): boolean => name.startsWith('values.') || name.startsWith('fixed.')

const openProblem = (choice: Choice): string =>
  choice === undefined ? 'Elija un campo, o «No importar»' : 'Elija cómo se lee'

/** A reading found from the values is not sent, because the column may get another field. */
function toSentReading(choice: Choice, facts: Facts, reading: Reading | undefined): Reading {
  const doubt = findDoubt(choice, facts)
  return doubt === undefined ? noReading : { ...noReading, [doubt]: reading?.[doubt] ?? null }
}

/** The columns that ask for a choice, and the focus on one. */
function useOpenColumns({ columns }: ImportLoad, choices: readonly Choice[], readings: readonly Reading[]) {
  const list = useRef<HTMLUListElement>(null)
  const isReadingAsked = (column: number) => isReadingOpen(choices[column], columns[column]?.facts, readings[column])
  const isOpen = (column: number) => choices[column] === undefined || isReadingAsked(column)
  const undecided = choices.findIndex((_, column) => isOpen(column))
  const first = useRef(undecided)
  useEffect(() => {
    // Focuses the first column that asks for a choice.
    if (first.current >= 0)
      [...(list.current?.children[first.current]?.querySelectorAll('select') ?? [])]
        .at(-1)
        ?.focus({ preventScroll: true })
  }, [])
  // Behind the choice of the field stands the one of how it is read.
  const findSelect = (column: number) =>
    list.current?.children[column]?.querySelectorAll('select')[isReadingAsked(column) ? 1 : 0]
  return { list, isOpen, undecided, focusOn: (column: number) => findSelect(column)?.focus() }
}

type Facts = ImportLoad['columns'][number]['facts'] | undefined
type Body = Api['PUT /api/imports/:id/mapping']['body']

function useSaving({ id }: ImportLoad, buildBody: () => Body, focusOn: (column: number) => void, onDone: () => void) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: () => call('PUT /api/imports/:id/mapping', { params: { id }, body: buildBody() }),
    onSuccess: (reply) => {
      client.setQueryData(read('GET /api/imports/:id', { params: { id } }).queryKey, reply)
      client.removeQueries({ queryKey: ['GET /api/imports/:id/rows'] })
      onDone()
    },
    onError: (error) => {
      const problems = readProblems(error)
      const column = Object.keys(problems).find((name) => name.startsWith('mapping.'))
      if (column !== undefined) focusOn(Number(column.split('.')[1]))
      else if (problems.mapping === undefined && !Object.keys(problems).some(isOfValue))
        toastFailure(error, 'Error al revisar las filas')
    },
  })
}

/** Any change clears the last refusal. */
export function useColumnChoices(load: ImportLoad, onDone: () => void) {
  const [choices, setChoices] = useState(() => firstChoices(load))
  const [readings, setReadings] = useState<readonly Reading[]>(load.mapping)
  const [withHidden, setHidden] = useState(load.withHidden)
  const [fixed, setFixed] = useState(load.fixed)
  const paired = usePaired(load, choices)
  const fields = openFields(load, choices)
  const [isRemembered, setRemembered] = useState(true)
  const [isTried, setTried] = useState(false)
  const { list, isOpen, undecided, focusOn } = useOpenColumns(load, choices, readings)
  const buildBody = () => ({
    mapping: choices.map((choice, column) => {
      return { field: choice ?? null, ...toSentReading(choice, load.columns[column]?.facts, readings[column]) }
    }),
    values: paired.sent,
    fixed: sentFixed(fixed, fields),
    withHidden,
    remember: isRemembered,
  })
  const saving = useSaving(load, buildBody, focusOn, onDone)
  const problems = readProblems(saving.error)
  const review = () => {
    setTried(true)
    if (undecided >= 0) focusOn(undecided)
    else saving.mutate()
  }
  const changing =
    <Value>(change: (value: Value) => void) =>
    (value: Value) => {
      saving.reset()
      change(value)
    }
  return {
    list,
    choices,
    withHidden,
    chooseHidden: changing(setHidden),
    fixed,
    fixedFields: fields,
    chooseFixed: changing(setFixed),
    isRemembered,
    setRemembered,
    problems,
    findProblem: (column: number) =>
      problems[`mapping.${column}`] ?? (isTried && isOpen(column) ? openProblem(choices[column]) : undefined),
    choose: (column: number, choice: Choice) => changing(setChoices)(choices.with(column, choice)),
    findReading: (column: number) => readings[column] ?? noReading,
    read: (column: number, reading: Reading) => changing(setReadings)(readings.with(column, reading)),
    paired: {
      findChoice: paired.findChoice,
      problemOf: (one: Paired) => paired.problemOf(problems, one),
      onChoose(one: Paired, to: string) {
        saving.reset()
        paired.choose(one, to)
      },
    },
    review,
    isReviewing: saving.isPending,
  }
}
