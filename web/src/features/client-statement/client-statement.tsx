import { keepPreviousData, useMutation, useQuery } from '@tanstack/react-query'
import { Download, Send } from 'lucide-react'
import { useState } from 'react'
import { LostRow } from '../../crud/lost-row.tsx'
import { call, describeError, read } from '../../lib/api.ts'
import { saveFile } from '../../lib/print-file.ts'
import { useMay } from '../../lib/session.ts'
import { Button } from '../../ui/controls/button.tsx'
import { Spinner } from '../../ui/controls/spinner.tsx'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'
import { toastError, toastSuccess } from '../../ui/feedback/toast.tsx'
import { DateInput } from '../../ui/forms/date-input.tsx'
import { Field } from '../../ui/forms/field.tsx'
import { SelectInput } from '../../ui/forms/select-input.tsx'
import { Surface } from '../../ui/layout/surface.tsx'
import { StatementAccount } from './statement-account.tsx'
import { buildPeriod, keepPeriod, keptPeriod, type Period, periodChoices } from './statement-period.ts'
import { statementTexts } from './statement-texts.ts'

// While a day is typed the field holds what was typed so far.
const isDay = (text: string): boolean => /^\d{4}-\d{2}-\d{2}$/.test(text)

const failed = 'Error al cargar el estado de cuenta'

/** docs/product/clients.md, "Statement". */
export function ClientStatement({ clientId, casillero }: { clientId: string; casillero: string }) {
  const [choice, setChoice] = useState(keptPeriod)
  const [days, setDays] = useState<Period>(() => buildPeriod(choice))
  const query = useQuery({
    ...read('GET /api/clients/:id/statement', { params: { id: clientId }, query: days }),
    placeholderData: keepPreviousData,
    enabled: isDay(days.from) && isDay(days.to),
    meta: { failed },
  })
  const choose = (value: string) => {
    const id = periodChoices.find((one) => one.id === value)?.id ?? 'month'
    setChoice(id)
    if (id === 'own') return
    keepPeriod(id)
    setDays(buildPeriod(id))
  }
  const change = (part: Partial<Period>) => {
    setChoice('own')
    setDays({ ...days, ...part })
  }
  const statement = query.data?.data
  return (
    <>
      <div className="mb-3 flex flex-wrap items-end gap-x-3 gap-y-2">
        <Field label="Período" className="w-full sm:w-44">
          {(control) => (
            <SelectInput {...control} value={choice} onChange={({ target }) => choose(target.value)}>
              {periodChoices.map(({ id, label }) => (
                <option key={id} value={id}>
                  {label}
                </option>
              ))}
            </SelectInput>
          )}
        </Field>
        <Field label="Desde" className="flex-1 sm:w-40 sm:flex-none">
          {(control) => <DateInput {...control} value={days.from} onChange={(from) => change({ from })} />}
        </Field>
        <Field label="Hasta" className="flex-1 sm:w-40 sm:flex-none">
          {(control) => <DateInput {...control} value={days.to} onChange={(to) => change({ to })} />}
        </Field>
        <Actions clientId={clientId} casillero={casillero} days={days} />
      </div>
      {query.isError ? (
        <Surface className="grid min-h-40 place-items-center">
          <LostRow
            error={query.error}
            lost="Este cliente no existe o fue eliminado."
            failed={describeError(query.error, failed)}
            onRetry={() => void query.refetch()}
          />
        </Surface>
      ) : statement === undefined ? (
        <Surface className="grid min-h-40 place-items-center">
          <Spinner label="Cargando estado de cuenta..." />
        </Surface>
      ) : statement.accounts.length === 0 ? (
        <Surface>
          <EmptyState title="Sin movimientos en este período" hint="Elija otro período para ver facturas y pagos." />
        </Surface>
      ) : (
        statement.accounts.map((account) => (
          <StatementAccount key={account.currencyId} account={account} from={statement.from} to={statement.to} />
        ))
      )}
    </>
  )
}

function Actions({ clientId, casillero, days }: { clientId: string; casillero: string; days: Period }) {
  const may = useMay()
  const params = { id: clientId }
  const paper = useMutation({
    mutationFn: () => call('GET /api/clients/:id/statement/document', { params, query: days }),
    onSuccess: (content) => saveFile(content, `Estado-de-cuenta-${casillero}.pdf`),
    onError: (error) => toastError(describeError(error, 'Error al descargar el estado de cuenta')),
  })
  const send = useMutation({
    mutationFn: () => call('POST /api/clients/:id/statement/messages', { params }),
    onSuccess: () => toastSuccess(statementTexts.done),
    onError: (error) => toastError(describeError(error, statementTexts.failed)),
  })
  return (
    <div className="ml-auto flex gap-2 max-sm:w-full max-sm:*:last:flex-1">
      <Button icon={<Download size={16} aria-hidden="true" />} busy={paper.isPending} onClick={() => paper.mutate()}>
        PDF
      </Button>
      {may('messages.send') && (
        <Button icon={<Send size={16} aria-hidden="true" />} busy={send.isPending} onClick={() => send.mutate()}>
          Enviar por WhatsApp
        </Button>
      )}
    </div>
  )
}
