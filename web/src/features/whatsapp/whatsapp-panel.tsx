import type { WhatsappStatus } from '@casillero/shared/contract/whatsapp'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { RefreshCw, Smartphone } from 'lucide-react'
import { useState } from 'react'
import { ConfirmDialog } from '../../crud/confirm-dialog.tsx'
import { call, read, sentenceOf } from '../../lib/api.ts'
import { Button } from '../../ui/button.tsx'
import { Bone } from '../../ui/skeleton.tsx'
import { Surface } from '../../ui/surface.tsx'
import { toastError } from '../../ui/toast.tsx'
import { LinkSteps } from './link-steps.tsx'
import { SecondsAgo } from './seconds-ago.tsx'
import { SessionBadge } from './session-badge.tsx'
import { SessionState } from './session-state.tsx'

/** Specification 000, section 9. */
const pollMs = 10_000

const statusCall = read('GET /api/companies/waha-status')

/** What a request that failed is shown as: the specification's FAILED. */
const unreachable = (last: WhatsappStatus | undefined): WhatsappStatus => ({
  success: true,
  status: 'FAILED',
  qrCode: null,
  sessionInfo: last?.sessionInfo ?? null,
  error: 'Error de conexión',
  message:
    last === undefined ? 'No se pudo cargar el estado' : 'No se pudo consultar el estado. Se intentará de nuevo solo.',
})

/** The connection of the company's phone. */
export function WhatsappPanel() {
  const client = useQueryClient()
  const [isLinking, setIsLinking] = useState(false)
  const query = useQuery({ ...statusCall, staleTime: 0, refetchInterval: pollMs })
  const show = (reply: WhatsappStatus) => client.setQueryData(statusCall.queryKey, reply)
  const restart = useMutation({
    mutationFn: () => call('POST /api/companies/waha-restart'),
    onSuccess: show,
    onError: (error) => toastError(sentenceOf(error, 'Error al generar el código QR')),
  })
  const refresh = () => void query.refetch()
  const shown = query.isError ? unreachable(query.data) : query.data

  return (
    <Surface>
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
          onClick={refresh}
        >
          Actualizar Estado
        </Button>
      </div>
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
          <SessionState {...shown} status={shown.status} name={shown.sessionInfo?.name}>
            {shown.status === 'FAILED' && (
              <Button
                icon={<RefreshCw size={16} aria-hidden="true" />}
                busy={restart.isPending || (query.isError && query.isFetching)}
                busyLabel={query.isError ? 'Reintentando...' : 'Generando QR...'}
                onClick={query.isError ? refresh : () => restart.mutate()}
              >
                Reintentar
              </Button>
            )}
            {(shown.status === 'WORKING' || (shown.status === 'FAILED' && !query.isError)) && (
              <Button icon={<Smartphone size={16} aria-hidden="true" />} onClick={() => setIsLinking(true)}>
                Vincular otro teléfono
              </Button>
            )}
          </SessionState>
        )}
      </div>
      {isLinking && (
        <ConfirmDialog
          title="¿Vincular otro teléfono?"
          texts={{
            confirm: 'Desvincular',
            confirming: 'Desvinculando...',
            done: 'Teléfono desvinculado; escanee el nuevo código',
            failed: 'Error al desvincular el teléfono',
          }}
          run={async () => show(await call('POST /api/companies/waha-logout'))}
          onClose={() => setIsLinking(false)}
        >
          {shown?.sessionInfo ? (
            <>
              Se desvinculará <b className="font-semibold">{shown.sessionInfo.name}</b>.
            </>
          ) : (
            'Se desvinculará el teléfono actual.'
          )}{' '}
          Los avisos esperan en la cola hasta que se escanee un código nuevo.
        </ConfirmDialog>
      )}
    </Surface>
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
