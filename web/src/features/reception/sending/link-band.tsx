import { formatWeight } from '@casillero/shared/domain/money-format'
import { CloudOff, Wifi, WifiOff } from 'lucide-react'
import { useEffect, useState } from 'react'
import { Button } from '../../../ui/controls/button.tsx'
import { Badge } from '../../../ui/display/badge.tsx'
import { usePhotos } from '../device/photo-store.ts'
import { type Row, sumPounds } from '../device/reception-row.ts'
import { clockText } from '../rows/clock-text.ts'
import { sendNow, useLink } from './sending.ts'

export function LinkBadge() {
  const isAway = useLink(({ since }) => since !== undefined)
  return isAway ? (
    <Badge tone="yellow" icon={<WifiOff size={14} aria-hidden="true" />}>
      Sin conexión
    </Badge>
  ) : (
    <Badge tone="green" icon={<Wifi size={14} aria-hidden="true" />}>
      En línea
    </Badge>
  )
}

/** Shown without a connection; entering packages continues. */
export function LinkBand({ waiting }: { waiting: readonly Row[] }) {
  const { since, nextTry } = useLink()
  const photos = usePhotos((state) => state.photos.length)
  if (since === undefined) return null
  const count = waiting.length
  return (
    <section
      aria-label="Sin conexión"
      className="mb-3 flex flex-wrap items-center gap-x-3 gap-y-2 rounded-lg border border-yellow-line bg-yellow-soft px-4 py-3 text-yellow-text"
    >
      <CloudOff size={20} aria-hidden="true" className="shrink-0" />
      <div className="min-w-0 flex-1 basis-60 text-body">
        <p className="font-semibold">{`Sin conexión desde las ${clockText(since)}. Siga recibiendo.`}</p>
        {count > 0 && (
          <p>
            {count === 1
              ? `1 paquete (${formatWeight(sumPounds(waiting))}) espera en este equipo. Se envía solo cuando vuelva.`
              : `${count} paquetes (${formatWeight(sumPounds(waiting))}) esperan en este equipo. Se envían solos, en orden, cuando vuelva.`}
          </p>
        )}
        {photos > 0 && (
          <p>{photos === 1 ? '1 foto espera en este equipo.' : `${photos} fotos esperan en este equipo.`}</p>
        )}
      </div>
      {nextTry !== undefined && <Countdown key={nextTry} until={nextTry} />}
      <Button size="sm" onClick={sendNow}>
        Reintentar
      </Button>
    </section>
  )
}

const secondsTo = (until: number): number => Math.max(0, Math.ceil((until - Date.now()) / 1_000))

function Countdown({ until }: { until: number }) {
  const [seconds, setSeconds] = useState(() => secondsTo(until))
  useEffect(() => {
    const timer = setInterval(() => setSeconds(secondsTo(until)), 1_000)
    return () => clearInterval(timer)
  }, [until])
  return (
    <span className="whitespace-nowrap text-label tabular-nums">
      {seconds === 0 ? 'Intentando...' : `Nuevo intento en ${seconds} s`}
    </span>
  )
}
