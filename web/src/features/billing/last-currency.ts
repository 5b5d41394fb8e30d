import { call } from '../../lib/api.ts'
import { useSignedIn } from '../../lib/session.ts'

/** The id of the currency of a client's newest invoice that is not voided; undefined without one. */
async function findClientCurrency(clientId: string, signal: AbortSignal): Promise<string | undefined> {
  const query = { clientId, page: '1', limit: '1' }
  const { data } = await call('GET /api/invoices', { query, signal })
  return data[0]?.currency.id
}

/** In which currency the next invoice begins: that of the client's last one, else that of this device. docs/product/invoices.md, "Facturar". */
export function useLastCurrency() {
  const { company } = useSignedIn()
  const key = `invoice currency ${company.id}`
  return {
    keep: (currencyId: string) => localStorage.setItem(key, currencyId),
    /** The ids to take the first one of that is in use. Without an answer the device's stands alone. */
    find: async (clientId: string, signal: AbortSignal): Promise<string[]> => {
      const own = await findClientCurrency(clientId, signal).catch(() => undefined)
      return [own, localStorage.getItem(key)].filter((id) => typeof id === 'string')
    },
  }
}
