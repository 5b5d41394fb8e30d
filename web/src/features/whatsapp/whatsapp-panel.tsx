import type { SessionStatus, WhatsappStatus } from '@casillero/shared/contract/whatsapp'
import { type UseQueryResult, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import {
  CircleAlert,
  CircleCheck,
  CircleStop,
  LoaderCircle,
  type LucideIcon,
  QrCode,
  QrCode as QrIcon,
  RefreshCw,
  Smartphone,
} from 'lucide-react'
import { useEffect, useState } from 'react'
import { ConfirmDialog } from '../../crud/confirm-dialog.tsx'
import { call, read } from '../../lib/api.ts'
import { Button } from '../../ui/controls/button.tsx'
import { Badge, type Tone } from '../../ui/display/badge.tsx'
import { toastFailure } from '../../ui/feedback/failure-toast.tsx'
import { Bone } from '../../ui/feedback/skeleton.tsx'
import { Surface } from '../../ui/layout/surface.tsx'
import { LinkSteps } from './link-steps.tsx'
import { SessionState } from './session-state.tsx'

const looks: Record<SessionStatus, { label: string; tone: Tone; icon: LucideIcon }> = {
  STOPPED: { label: 'Detenido', tone: 'grey', icon: CircleStop },
  STARTING: { label: 'Iniciando', tone: 'yellow', icon: LoaderCircle },
  SCAN_QR_CODE: { label: 'Escanear Código QR', tone: 'blue', icon: QrCode },
  WORKING: { label: 'Funcionando', tone: 'green', icon: CircleCheck },
  FAILED: { label: 'Error', tone: 'red', icon: CircleAlert },
}

function SessionBadge({ status }: { status: SessionStatus }) {
  const { label, tone, icon: Icon } = looks[status]
  return (
    <Badge tone={tone} icon={<Icon size={12} strokeWidth={2.25} aria-hidden="true" />}>
      {label}
    </Badge>
  )
}

/** Milliseconds between two requests for the state. */
const pollMs = 10_000
/** Milliseconds. A code is valid for 20 seconds, while the user holds the phone up to it. */
const linkingPollMs = 2_000

const isLinking = (status: string | undefined) => status === 'STARTING' || status === 'SCAN_QR_CODE'

const statusCall = read('GET /api/companies/waha-status')

const unreachable = (last: WhatsappStatus | undefined): WhatsappStatus => ({
  success: true,
  status: 'FAILED',
  qrCode: null,
  sessionInfo: last?.sessionInfo ?? null,
  error: 'Error de conexión',
  message:
    last === undefined ? 'No se pudo cargar el estado' : 'No se pudo consultar el estado. Se intentará de nuevo solo.',
  nextTryAt: null,
  remedy: 'retry',
})

export function WhatsappPanel() {
  const client = useQueryClient()
  const [isUnlinking, setIsUnlinking] = useState(false)
  const query = useQuery({
    ...statusCall,
    staleTime: 0,
    refetchInterval: ({ state }) => (isLinking(state.data?.status) ? linkingPollMs : pollMs),
    refetchIntervalInBackground: true,
  })
  const show = (reply: WhatsappStatus) => client.setQueryData(statusCall.queryKey, reply)
  const restart = useMutation({
    mutationFn: () => call('POST /api/companies/waha-restart'),
    onSuccess: show,
    onError: (error) => toastFailure(error, 'Error al generar el código QR'),
  })
  const refresh = () => void query.refetch()
  const shown = query.isError ? unreachable(query.data) : query.data
  const relink = (
    <Button
      variant={shown?.remedy === 'relink' ? 'primary' : 'secondary'}
      icon={<Smartphone size={16} aria-hidden="true" />}
      onClick={() => setIsUnlinking(true)}
    >
      {shown?.status === 'WORKING' ? 'Vincular otro teléfono' : 'Vincular de nuevo'}
    </Button>
  )

  return (
    <Surface>
      <PanelHead query={query} shown={shown} />
      <div className="p-4 md:p-6">
        {shown === undefined ? (
          <Loading />
        ) : shown.status === 'SCAN_QR_CODE' ? (
          <LinkSteps
            qrCode={shown.qrCode}
            isAsking={restart.isPending}
            onNewQr={() => restart.mutate()}
            onRetry={refresh}
          />
        ) : (
          <SessionState session={{ ...shown, status: shown.status }}>
            {shown.remedy === 'relink' && relink}
            {shown.remedy !== null && (
              <RemedyButton
                remedy={shown.remedy}
                isBusy={restart.isPending || (query.isError && query.isFetching)}
                onPress={query.isError ? refresh : () => restart.mutate()}
              />
            )}
            {(shown.status === 'WORKING' || (shown.remedy === 'retry' && shown.sessionInfo && !query.isError)) &&
              relink}
          </SessionState>
        )}
      </div>
      {isUnlinking && <LinkAgain session={shown} onUnlinked={show} onClose={() => setIsUnlinking(false)} />}
    </Surface>
  )
}

type PanelHeadProps = { query: UseQueryResult<WhatsappStatus>; shown: WhatsappStatus | undefined }

function PanelHead({ query, shown }: PanelHeadProps) {
  return (
    <div className="flex flex-wrap items-center gap-x-2.5 gap-y-3 border-line border-b px-4 py-3.5">
      <h2 className="font-semibold text-card">Estado de la conexión</h2>
      <div role="status" className="mr-auto max-md:w-full">
        {shown && <SessionBadge status={shown.status} />}
      </div>
      {query.isSuccess && <SecondsAgo since={query.dataUpdatedAt} />}
      <Button
        size="sm"
        icon={<RefreshCw size={15} aria-hidden="true" />}
        className="max-md:w-full"
        busy={query.isFetching && shown === undefined}
        onClick={() => void query.refetch()}
      >
        Actualizar Estado
      </Button>
    </div>
  )
}

type RemedyButtonProps = { remedy: WhatsappStatus['remedy']; isBusy: boolean; onPress: () => void }

function RemedyButton({ remedy, isBusy, onPress }: RemedyButtonProps) {
  return (
    <Button
      icon={remedy === 'newQr' ? <QrIcon size={16} aria-hidden="true" /> : <RefreshCw size={16} aria-hidden="true" />}
      busy={isBusy}
      busyLabel={remedy === 'newQr' ? 'Generando QR...' : 'Reintentando...'}
      onClick={onPress}
    >
      {remedy === 'newQr' ? 'Obtener nuevo QR' : 'Reintentar'}
    </Button>
  )
}

function Loading() {
  return (
    <div role="status" className="flex animate-late gap-4">
      <span className="sr-only">Cargando...</span>
      <div className="size-12 rounded-lg bg-surface-3" />
      <div className="grid flex-1 content-start gap-3 pt-1">
        <Bone className="w-44" />
        <Bone className="w-80" />
      </div>
    </div>
  )
}

/** Hidden from screen readers, because counting on says nothing new. */
function SecondsAgo({ since }: { since: number }) {
  const [now, setNow] = useState(Date.now)
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 1_000)
    return () => clearInterval(timer)
  }, [])
  const seconds = Math.max(0, Math.round((now - since) / 1_000))
  const age = seconds < 60 ? `${seconds} s` : `${Math.floor(seconds / 60)} min`
  return <span className="text-help text-muted tabular-nums max-md:hidden">Actualizado hace {age}</span>
}

type LinkAgainProps = {
  session: WhatsappStatus | undefined
  onUnlinked: (reply: WhatsappStatus) => void
  onClose: () => void
}

/** Unlinks the phone and shows a new code. */
function LinkAgain({ session, onUnlinked, onClose }: LinkAgainProps) {
  const isConnected = session?.status === 'WORKING'
  return (
    <ConfirmDialog
      title={isConnected ? '¿Vincular otro teléfono?' : '¿Vincular de nuevo?'}
      texts={{
        confirm: isConnected ? 'Desvincular' : 'Vincular de nuevo',
        confirming: isConnected ? 'Desvinculando...' : 'Generando QR...',
        done: 'Teléfono desvinculado; escanee el nuevo código',
        failed: 'Error al desvincular el teléfono',
      }}
      run={async () => onUnlinked(await call('POST /api/companies/waha-logout'))}
      onClose={onClose}
    >
      {session?.sessionInfo ? (
        <>
          Se desvinculará <b className="font-semibold">{session.sessionInfo.name}</b>.
        </>
      ) : (
        'Se desvinculará el teléfono actual.'
      )}{' '}
      Los avisos esperan en la cola hasta que se escanee un código nuevo.
      {!isConnected && ' Si el teléfono todavía muestra «Casillero» en Dispositivos vinculados, quítelo ahí.'}
    </ConfirmDialog>
  )
}
