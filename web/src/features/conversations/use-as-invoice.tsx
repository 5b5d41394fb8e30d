import type { Api } from '@casillero/shared/contract/api'
import type { Conversation } from '@casillero/shared/contract/conversations'
import { useMutation, useQuery } from '@tanstack/react-query'
import { FileCheck } from 'lucide-react'
import { useState } from 'react'
import { call, read } from '../../lib/api.ts'
import { useMay } from '../../lib/session.ts'
import { Button } from '../../ui/controls/button.tsx'
import { Spinner } from '../../ui/controls/spinner.tsx'
import { ErrorState } from '../../ui/feedback/empty-state.tsx'
import { toastFailure } from '../../ui/feedback/failure-toast.tsx'
import { toastSuccess } from '../../ui/feedback/toast.tsx'
import { Dialog } from '../../ui/overlays/dialog.tsx'
import { packageNumber, trackingText } from '../packages/package-text.ts'

type Client = NonNullable<Conversation['client']>
type Params = { id: string; fileId: string }
type Purchase = Api['POST /api/conversations/:id/files/:fileId/invoice']['body']

export function UseAsInvoice({ params, client }: { params: Params; client: Client }) {
  const mayUse = useMay()('packages.write')
  const [isOpen, setIsOpen] = useState(false)
  if (!mayUse) return null
  return (
    <>
      <Button size="sm" icon={<FileCheck size={15} aria-hidden="true" />} onClick={() => setIsOpen(true)}>
        Usar como factura de…
      </Button>
      {isOpen && <PurchaseDialog params={params} client={client} onClose={() => setIsOpen(false)} />}
    </>
  )
}

const limit = '50'

/** The client's announced purchases, then their packages that were not handed over: of now, a purchase may be as new as its invoice. */
function usePurchases(clientId: string) {
  const query = { clientId, limit, view: 'expected' } as const
  const announced = useQuery({ ...read('GET /api/prealerts', { query }), staleTime: 0 })
  const ofClient = read('GET /api/clients/:id/packages', { params: { id: clientId }, query: { limit } })
  const packages = useQuery({ ...ofClient, staleTime: 0 })
  const isWhole = announced.data !== undefined && packages.data !== undefined
  return {
    isError: announced.isError || packages.isError,
    retry: () => void Promise.all([announced.refetch(), packages.refetch()]),
    purchases: isWhole
      ? [
          ...announced.data.data.map((one) => ({
            body: { prealertId: one.id } satisfies Purchase,
            name: [one.description ?? one.tracking, one.store].filter(Boolean).join(' · '),
            note: ['Prealerta', one.tracking, one.hasFile ? 'ya tiene una; esta toma su lugar' : ''],
          })),
          ...packages.data.data.map((one) => ({
            body: { packageId: one.id } satisfies Purchase,
            name: one.description || one.contents || one.clientPackageName || trackingText(one),
            note: ['Paquete', packageNumber(one), trackingText(one)],
          })),
        ]
      : undefined,
  }
}

function PurchaseDialog({ params, client, onClose }: { params: Params; client: Client; onClose: () => void }) {
  const { purchases, isError, retry } = usePurchases(client.id)
  const using = useMutation({
    mutationFn: ({ body }: { body: Purchase; name: string }) =>
      call('POST /api/conversations/:id/files/:fileId/invoice', { params, body }),
    onSuccess: (_, { name }) => {
      toastSuccess(`Factura de ${name} guardada`)
      onClose()
    },
    onError: (error) => toastFailure(error, 'Error al guardar la factura'),
  })
  return (
    <Dialog title="Usar como factura de" size="md" onClose={onClose}>
      <div className="grid min-h-40 content-start gap-2 px-5 pb-5">
        {purchases === undefined &&
          (isError ? (
            <ErrorState title="Error al cargar las compras" onRetry={retry} />
          ) : (
            <Spinner label="Cargando compras..." />
          ))}
        {purchases?.length === 0 && (
          <p className="text-body text-muted">{`${client.name} no tiene compras avisadas ni paquetes por entregar.`}</p>
        )}
        <ul className="grid gap-2 empty:hidden">
          {purchases?.map(({ body, name, note }) => (
            <li key={JSON.stringify(body)}>
              <button
                type="button"
                aria-disabled={using.isPending}
                className="min-h-11 w-full rounded-md border border-line px-3 py-2 text-left hover:bg-surface-2"
                onClick={() => {
                  if (!using.isPending) using.mutate({ body, name })
                }}
              >
                <span className="block wrap-anywhere font-medium text-label">{name}</span>
                <span className="block wrap-anywhere text-help text-muted tabular-nums">
                  {note.filter(Boolean).join(' · ')}
                </span>
              </button>
            </li>
          ))}
        </ul>
        {using.isPending && <Spinner label="Guardando..." />}
      </div>
    </Dialog>
  )
}
