import type { Consignment, SendPreview } from '@casillero/shared/contract/consignments'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { read } from '../../lib/api.ts'
import { useMay } from '../../lib/session.ts'

export function useNoticeText(preview: Pick<SendPreview, 'notified' | 'isNotifying'> | undefined): string | undefined {
  const maySend = useMay()('messages.send')
  const connection = useQuery({
    ...read('GET /api/messages/connection'),
    enabled: maySend && preview?.isNotifying === true,
  })
  const gateway = connection.data?.data.gateway
  if (preview === undefined) return undefined
  if (!preview.isNotifying) return 'Los clientes no reciben aviso de este estado'
  const text = `Un aviso por cliente: ${preview.notified === 1 ? '1 mensaje' : `${preview.notified} mensajes`}`
  const isWaiting = preview.notified > 0 && gateway !== undefined && gateway !== 'up'
  return isWaiting ? `${text}. WhatsApp no está conectado: los avisos esperan en la cola` : text
}

export function useConsignmentNotice({ id, packageCount }: Consignment, statusId: string): string | undefined {
  const query = useQuery({
    ...read('GET /api/shipments/:id/sending', { params: { id }, query: { statusId } }),
    enabled: statusId !== '' && packageCount > 0,
    placeholderData: keepPreviousData,
  })
  return useNoticeText(packageCount === 0 ? undefined : query.data?.data)
}
