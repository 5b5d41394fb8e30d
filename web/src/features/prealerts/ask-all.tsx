import { useQueryClient } from '@tanstack/react-query'
import { MessageCircle } from 'lucide-react'
import { useState } from 'react'
import { ConfirmDialog } from '../../crud/confirm-dialog.tsx'
import { call, newIdempotencyKey } from '../../lib/api.ts'
import { Button } from '../../ui/controls/button.tsx'
import { toastSuccess } from '../../ui/feedback/toast.tsx'
import { countPurchases, describeAsked } from './prealert-texts.ts'

/** Nothing where no client can be asked today. */
export function AskAll({ count }: { count: number }) {
  const [key, setKey] = useState<string>()
  const queries = useQueryClient()
  if (count === 0 && key === undefined) return null
  return (
    <>
      <Button
        className="mb-3 max-md:w-full"
        icon={<MessageCircle size={16} aria-hidden="true" />}
        onClick={() => setKey(newIdempotencyKey())}
      >
        {`Preguntar a todos (${count.toLocaleString('es-NI')})`}
      </Button>
      {key !== undefined && (
        <ConfirmDialog
          tone="primary"
          title={`¿Preguntar por ${countPurchases(count)}?`}
          texts={{ confirm: 'Preguntar', confirming: 'Preguntando...', failed: 'Error al preguntar a los clientes' }}
          run={async () => {
            const { data } = await call('POST /api/prealerts/ask', { headers: { 'Idempotency-Key': key } })
            toastSuccess(describeAsked(data))
            void queries.invalidateQueries()
          }}
          onClose={() => setKey(undefined)}
        >
          Sale un mensaje por WhatsApp por cada compra que debió llegar. No se pregunta por las que ya se preguntaron en
          los últimos 7 días ni a quien no recibe mensajes.
        </ConfirmDialog>
      )}
    </>
  )
}
