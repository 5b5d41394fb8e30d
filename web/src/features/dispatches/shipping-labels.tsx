import type { Dispatch } from '@casillero/shared/contract/dispatches'
import { useMutation } from '@tanstack/react-query'
import { ChevronDown, FileText, Tag } from 'lucide-react'
import { call, describeError } from '../../lib/api.ts'
import { printFile } from '../../lib/print-file.ts'
import { Button } from '../../ui/controls/button.tsx'
import { toastError } from '../../ui/feedback/toast.tsx'
import { Menu } from '../../ui/overlays/menu.tsx'

const printLabels = async (ids: readonly string[]) =>
  printFile(
    await call('GET /api/invoice-shipments/labels', { query: { ids: ids.join(',') } }),
    'Etiquetas-de-envio.pdf',
  )

function usePaper() {
  const { mutate, isPending } = useMutation({
    mutationFn: (make: () => Promise<void>) => make(),
    onError: (error) => toastError(describeError(error, 'Error al preparar el papel')),
  })
  return { isPending, run: (make: () => Promise<void>) => !isPending && mutate(make) }
}

type ShippingLabelsProps = { ids: readonly string[]; text?: string }

export function ShippingLabels({ ids, text = 'Imprimir etiquetas' }: ShippingLabelsProps) {
  const { isPending, run } = usePaper()
  return (
    <Button icon={<Tag size={16} aria-hidden="true" />} busy={isPending} onClick={() => run(() => printLabels(ids))}>
      {text}
    </Button>
  )
}

export function DispatchPapers({ dispatch }: { dispatch: Dispatch }) {
  const { isPending, run } = usePaper()
  const { id, companyDispatchId, shipments } = dispatch
  const items = [
    {
      label: 'Lista del despacho',
      icon: <FileText size={18} />,
      run: () =>
        run(async () =>
          printFile(
            await call('GET /api/dispatches/:id/document', { params: { id } }),
            `Despacho-${companyDispatchId}.pdf`,
          ),
        ),
    },
    {
      label: 'Etiquetas',
      icon: <Tag size={18} />,
      run: () => run(() => printLabels(shipments.map((one) => one.id))),
    },
  ]
  return (
    <Menu
      items={items}
      trigger={(props) => (
        <Button {...props} busy={isPending}>
          Papeles
          <ChevronDown size={16} aria-hidden="true" />
        </Button>
      )}
    />
  )
}
