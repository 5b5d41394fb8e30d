import { formatMoney } from '@casillero/shared/domain/money-format'
import { BellRing } from 'lucide-react'
import { Fragment } from 'react'
import { cx } from '../../../ui/class-names.ts'
import { Button } from '../../../ui/controls/button.tsx'
import { Badge } from '../../../ui/display/badge.tsx'
import { formatExpected } from '../../prealerts/prealert-texts.ts'
import type { Announced } from '../device/device-expected.ts'
import type { Owner } from '../device/reception-row.ts'
import { clockText } from './clock-text.ts'

function formatExpectation(prealert: Announced): string | null {
  const { expectedOn, daysLate } = prealert
  if (expectedOn === null || daysLate === null) return null
  return daysLate > 0 ? formatExpected(prealert) : `se espera ${formatExpected(prealert)}`
}

type PrealertStripProps = {
  prealert: Announced
  ownerId: string | undefined
  onUse: (owner: Owner) => void
}

/** Never replaces another client already entered. */
export function PrealertStrip({ prealert, ownerId, onUse }: PrealertStripProps) {
  const { client, rival, description, store, declaredValue, keptAt } = prealert
  const announcers = [client, ...(rival ? [rival] : [])]
  const isOther = rival ? announcers.every(({ id }) => id !== ownerId) : ownerId !== client.id
  const value = declaredValue === null ? null : `declara ${formatMoney(declaredValue)}`
  const age = keptAt === undefined ? null : `guardado a las ${clockText(keptAt)}`
  const facts = [store, value, formatExpectation(prealert), age].filter((text) => text !== null)
  return (
    <div
      role="status"
      className={cx(
        'mt-2 flex flex-wrap items-center gap-x-3 gap-y-1 rounded-md border px-3 py-2 text-body',
        isOther ? 'border-yellow-line bg-yellow-soft text-yellow-text' : 'border-line bg-surface-2',
      )}
    >
      <Badge tone="blue" icon={<BellRing size={14} aria-hidden="true" />}>
        {rival ? 'En disputa' : 'Prealertado'}
      </Badge>
      <p className="min-w-0 flex-1 basis-48 break-words">
        {isOther ? (
          <>
            Avisado por{' '}
            {announcers.map(({ id, name, casillero }, place) => (
              <Fragment key={id}>
                {place > 0 && ' y por '}
                <b className="font-semibold">{name}</b> ({casillero})
              </Fragment>
            ))}
            {rival && '. Vea en la caja de quién es.'}
          </>
        ) : (
          <>
            {description !== null && <b className="font-semibold">{description}</b>}
            {[...(description === null ? [] : ['']), ...facts].join(' · ')}
          </>
        )}
      </p>
      {isOther &&
        announcers.map(({ id, casillero, name }) => (
          <Button key={id} size="sm" onClick={() => onUse({ id, casillero, name })}>
            {rival ? `Usar ${casillero}` : 'Usar'}
          </Button>
        ))}
    </div>
  )
}
