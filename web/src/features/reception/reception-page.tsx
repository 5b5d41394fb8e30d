import './reception.css'
import type { ShippingKind } from '@casillero/shared/contract/tariffs'
import { useQuery } from '@tanstack/react-query'
import {
  ArrowLeftRight,
  Printer,
  Scale,
  ScanBarcode,
  SlidersHorizontal,
  Tag as TagIcon,
  Volume2,
  VolumeX,
} from 'lucide-react'
import { useEffect, useLayoutEffect, useRef, useState } from 'react'
import { DeviceDialog } from '../../devices/device-dialog.tsx'
import { labelSizes, printsAfterSaving, readLabelSize } from '../../devices/printer/label-way.ts'
import { stablePounds } from '../../devices/scale/load.ts'
import { isScaleLost, poundsText, scaleText } from '../../devices/scale/scale-text.ts'
import { useScale } from '../../devices/scale/use-scale.ts'
import { hasPort } from '../../devices/serial-ports.ts'
import { newIdempotencyKey, read } from '../../lib/api.ts'
import { useMay, useSignedIn } from '../../lib/session.ts'
import { hasSounds, keepSounds } from '../../lib/sounds.ts'
import { Button } from '../../ui/controls/button.tsx'
import { IconButton } from '../../ui/controls/icon-button.tsx'
import { Badge } from '../../ui/display/badge.tsx'
import { Note } from '../../ui/feedback/note.tsx'
import { keepFocus } from '../../ui/feedback/saved-bar.tsx'
import { CameraButton, DeferredCamera } from '../../ui/forms/camera-button.tsx'
import { useIsWide } from '../../ui/layout/media.ts'
import { Page } from '../../ui/layout/page.tsx'
import { Surface } from '../../ui/layout/surface.tsx'
import { MissingTariff } from '../tariffs/missing-tariff.tsx'
import { useClients } from './device/device-clients.ts'
import { type Entry, isReceived, type Row } from './device/reception-row.ts'
import { dropSettled, useRows } from './device/row-store.ts'
import { afterEntry, type Settings, useSettings } from './device/settings.ts'
import { type Charging, useCharging } from './entry/charging.ts'
import { EntryForm } from './entry/entry-form.tsx'
import { EntryPhotos } from './entry/entry-photos.tsx'
import { MethodQuestion, useMethodQuestion } from './entry/method-question.tsx'
import { useEntry } from './entry/use-entry.ts'
import { clockText } from './rows/clock-text.ts'
import { EntryChips } from './rows/entry-chips.tsx'
import { PrealertStrip } from './rows/prealert-strip.tsx'
import { ReceptionRows } from './rows/reception-rows.tsx'
import { RowDialogs, useRowDeeds } from './rows/row-dialogs.tsx'
import { keepPhotos, type TakenPhoto, useTakenPhotos } from './rows/take-photos.ts'
import { LinkBadge, LinkBand } from './sending/link-band.tsx'
import { enter } from './sending/sending.ts'
import { startReception } from './sending/waiting-work.tsx'

const texts: Record<ShippingKind, string> = {
  aereo: 'No hay tarifa aérea: lo que recibe queda sin precio.',
  maritimo: 'No hay tarifa marítima: lo que recibe queda sin precio.',
}

/** Warns that packages of this method get no price without a tariff. */
function TariffBand({ method }: { method: ShippingKind }) {
  const mayPrice = useMay()('tariffs.write')
  const [isMaking, setIsMaking] = useState(false)
  const tariffs = useQuery(read('GET /api/tariffs', { query: { isActive: 'true' } })).data?.data
  if (!isMaking && (tariffs === undefined || tariffs.some(({ type }) => type === method))) return null
  return (
    <section
      aria-label="Falta tarifa"
      className="mb-3 flex flex-wrap items-center gap-x-3 gap-y-2 rounded-lg border border-yellow-line bg-yellow-soft px-4 py-2.5 text-yellow-text"
    >
      <TagIcon size={18} aria-hidden="true" className="shrink-0" />
      <p className="min-w-0 flex-1 basis-60 text-body">
        <b className="font-semibold">Falta tarifa.</b> {texts[method]}
      </p>
      {mayPrice && (
        <Button size="sm" onClick={() => setIsMaking(true)}>
          Crear tarifa
        </Button>
      )}
      {isMaking && <MissingTariff type={method} tariffs={tariffs ?? []} onClose={() => setIsMaking(false)} />}
    </section>
  )
}

/** Trusted Types, which TypeScript's browser types lack. */
type Policies = {
  createPolicy(
    name: string,
    rules: { createScriptURL: (url: string) => string },
  ): { createScriptURL(url: string): string }
}

// Milliseconds. On a slow link the screen loads alone at first.
const aloneMs = 3_000
let isKept = false

/** Stores the page, so that it opens offline (decision 031). Not available over plain HTTP. */
function keepShell(): void {
  if (isKept || !import.meta.env.PROD || navigator.serviceWorker === undefined) return
  isKept = true
  const policies: Policies | undefined = Reflect.get(window, 'trustedTypes')
  const worker = '/sw.js'
  const address = policies?.createPolicy('shell', { createScriptURL: (url) => url }).createScriptURL(worker) ?? worker
  setTimeout(() => {
    navigator.serviceWorker
      .register(address, { scope: '/recepcion' })
      .catch((error: unknown) => console.error('Unexpected error', error))
  }, aloneMs)
}

function useClientHelp(): string {
  const { at, isFailed } = useClients()
  if (at !== undefined) return `Clientes guardados a las ${clockText(at)}`
  return isFailed ? 'Este equipo no tiene los clientes todavía' : 'Cargando clientes...'
}

/** An incomplete entry waits for a person. */
function enterEntry(
  owner: string,
  entry: Entry,
  { problem, taken }: { problem: string | null; taken: TakenPhoto[] },
): void {
  const last = useRows.getState().rows[0]?.at ?? 0
  const row: Row = {
    key: newIdempotencyKey(),
    owner,
    at: Math.max(Date.now(), last + 1),
    entry,
    state: problem === null ? 'waiting' : 'refused',
    wasSent: false,
    problem,
    saved: null,
  }
  enter(row)
  if (taken.length > 0) void keepPhotos(row, taken)
}

function SoundButton({ className }: { className?: string }) {
  const [isLoud, setIsLoud] = useState(hasSounds)
  return (
    <IconButton
      label={isLoud ? 'Quitar el sonido' : 'Poner el sonido'}
      icon={isLoud ? <Volume2 size={18} aria-hidden="true" /> : <VolumeX size={18} aria-hidden="true" />}
      className={className}
      onClick={() => {
        keepSounds(!isLoud)
        setIsLoud(!isLoud)
      }}
    />
  )
}

function useReception(owner: string) {
  const { rows, isKept, owner: rowsOf } = useRows()
  const [settings, change] = useSettings(owner)
  const photos = useTakenPhotos()
  useEffect(() => {
    startReception()
    keepShell()
  }, [])

  const charged = useRef<Charging>({ rules: null, asksMeasures: false, mayMeasure: false })
  const entry = useEntry({
    settings,
    charging: () => charged.current,
    onEnter: (entry, problem) => {
      enterEntry(owner, entry, { problem, taken: photos.handOver() })
      change(afterEntry(settings))
    },
  })
  const { desk, isAsking, stopAsking } = useMethodQuestion(entry, settings)
  const charging = useCharging(owner, settings, desk.shown.owner)
  useLayoutEffect(() => {
    charged.current = charging
  })
  const changeSettings = (next: Partial<Settings>) => {
    change(next)
    stopAsking()
    desk.focusPlace()
  }
  const turn = () => change({ clientFirst: !settings.clientFirst })
  return {
    rows,
    isKept,
    isRead: rowsOf === owner,
    settings,
    changeSettings,
    turn,
    photos,
    desk,
    charging,
    isAsking,
    stopAsking,
  }
}

type Reception = ReturnType<typeof useReception>

/** Works with or without a connection. */
function ReceptionDesk({ owner }: { owner: string }) {
  const isWide = useIsWide()
  const reception = useReception(owner)
  const { rows, settings, desk, charging } = reception
  const [isFilming, setIsFilming] = useState(false)
  const deeds = useRowDeeds()
  return (
    <Page
      title="Recepción"
      head={
        <div className="mb-3 flex items-center gap-2">
          <h1 className="mr-auto font-semibold text-h1">Recepción</h1>
          <LinkBadge />
          <DeviceBadges />
          <SoundButton />
        </div>
      }
    >
      <LinkBand waiting={rows.filter(({ state }) => state === 'waiting')} />
      <TariffBand method={settings.method} />
      {!reception.isKept && (
        <Note tone="red" className="mb-3">
          Este navegador no guarda nada en el equipo: no cierre la pestaña mientras haya paquetes en espera.
        </Note>
      )}
      {isFilming && (
        <div className="sticky top-14 z-15 mb-3">
          <DeferredCamera onCode={desk.takeCode} onClose={() => setIsFilming(false)} />
        </div>
      )}
      <EntryCard reception={reception} isWide={isWide} onFilm={() => setIsFilming(true)} />
      <ReceptionRows rows={rows} onNewSitting={dropSettled} {...deeds.on} />
      {!isWide && (
        <BottomBar
          onFilm={() => setIsFilming(!isFilming)}
          onSave={() => desk.take(charging.asksMeasures ? 'measures' : 'weight')}
        />
      )}
      {reception.isAsking && <MethodQuestion onChoose={reception.changeSettings} onClose={reception.stopAsking} />}
      <RowDialogs deeds={deeds} />
    </Page>
  )
}

type EntryCardProps = { reception: Reception; isWide: boolean; onFilm: () => void }

function EntryCard({ reception, isWide, onFilm }: EntryCardProps) {
  const { rows, settings, turn, photos, desk, charging } = reception
  const clientHelp = useClientHelp()
  const clear = () => {
    photos.handOver()
    desk.clear()
  }
  const countRows = (clientId: string) =>
    rows.filter((row) => isReceived(row) && (row.saved?.package.client ?? row.entry.client)?.id === clientId).length
  const turnIcon = <ArrowLeftRight size={15} aria-hidden="true" />
  const turnLabel = settings.clientFirst ? 'Tracking primero' : 'Cliente primero'
  return (
    <Surface className="border-control">
      <div className="flex flex-wrap items-center gap-2 border-line border-b px-3 py-2.5 md:px-4">
        <EntryChips
          settings={settings}
          mayMeasure={charging.mayMeasure}
          clientName={desk.shown.owner?.name ?? null}
          onChange={reception.changeSettings}
        />
        {isWide ? (
          <Button variant="link" className="ml-auto" icon={turnIcon} onClick={turn}>
            {turnLabel}
          </Button>
        ) : (
          <SoundButton className="ml-auto" />
        )}
      </div>
      <div className="p-3 md:p-4">
        {/* Rendered once the rows are read: an earlier entry could not be stored. */}
        {reception.isRead && (
          <EntryForm
            desk={{ ...desk, clear }}
            clientFirst={settings.clientFirst}
            countRows={countRows}
            clientHelp={clientHelp}
            asksMeasures={charging.asksMeasures}
            camera={<CameraButton onOpen={onFilm} />}
          />
        )}
        <TakenPhotos reception={reception} />
        {desk.prealert && <PrealertStrip prealert={desk.prealert} ownerId={desk.shown.owner?.id} onUse={desk.choose} />}
        {!isWide && (
          <Button variant="link" size="sm" icon={turnIcon} onClick={turn}>
            {turnLabel}
          </Button>
        )}
      </div>
    </Surface>
  )
}

const TakenPhotos = ({ reception: { photos, desk } }: { reception: Reception }) => (
  <EntryPhotos
    photos={photos.shown}
    onTake={(file) => {
      photos.take(file)
      desk.focusPlace()
    }}
    onDrop={(photo) => {
      photos.drop(photo)
      desk.focusPlace()
    }}
  />
)

const BottomBar = ({ onFilm, onSave }: { onFilm: () => void; onSave: () => void }) => (
  <div className="sticky bottom-0 z-10 -mx-(--gutter) mt-3 -mb-8 flex gap-2.5 border-line border-t bg-surface px-(--gutter) py-2.5">
    <Button size="lg" className="flex-1" icon={<ScanBarcode size={18} aria-hidden="true" />} onClick={onFilm}>
      Escanear
    </Button>
    <Button variant="primary" size="lg" className="flex-1" onMouseDown={keepFocus} onClick={onSave}>
      Guardar
    </Button>
  </div>
)

function DeviceBadges() {
  const [isSetting, setIsSetting] = useState(false)
  const size = labelSizes.find(({ value }) => value === readLabelSize())
  return (
    <>
      {hasPort('scale') && <ScaleBadge />}
      {printsAfterSaving() && (
        <Badge tone="grey" icon={<Printer size={14} aria-hidden="true" />}>
          {`Etiquetas ${size?.label}`}
        </Badge>
      )}
      <IconButton
        label="Balanza e impresora"
        icon={<SlidersHorizontal size={18} aria-hidden="true" />}
        onClick={() => setIsSetting(true)}
      />
      {isSetting && <DeviceDialog onClose={() => setIsSetting(false)} />}
    </>
  )
}

/** Yellow while the user must act. */
function ScaleBadge() {
  const scale = useScale()
  const pounds = stablePounds(scale)
  return (
    <span title={scaleText(scale)}>
      <Badge tone={isScaleLost(scale) ? 'yellow' : 'grey'} icon={<Scale size={14} aria-hidden="true" />}>
        {pounds === undefined ? 'Balanza' : `Balanza ${poundsText(pounds)}`}
      </Badge>
    </span>
  )
}

/** docs/product/reception.md, "Rights". */
export function ReceptionPage() {
  const may = useMay()
  const { user, company } = useSignedIn()
  if (may('packages.write')) return <ReceptionDesk key={user.id} owner={`${company.id}:${user.id}`} />
  return (
    <Page title="Recepción">
      <Note tone="yellow">Su usuario puede ver paquetes, pero no recibirlos.</Note>
    </Page>
  )
}
