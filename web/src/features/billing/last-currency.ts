import { call } from '../../lib/api.ts'
import { useSignedIn } from '../../lib/session.ts'

async function findClientCurrency(clientId: string, signal: AbortSignal): Promise<string | undefined> {
  const query = { clientId, page: '1', limit: '1' }
  const { data } = await call('GET /api/invoices', { query, signal })
  return data[0]?.currency.id
}

/** docs/product/invoices.md, "Facturar". */
export function useLastCurrency() {
  const { company } = useSignedIn()
  const key = `invoice currency ${company.id}`
  return {
    keep: (currencyId: string) => localStorage.setItem(key, currencyId),
    /** The first that is in use counts; without an answer the device's alone. */
    find: async (clientId: string, signal: AbortSignal): Promise<string[]> => {
      const own = await findClientCurrency(clientId, signal).catch(() => undefined)
      return [own, localStorage.getItem(key)].filter((id) => typeof id === 'string')
    },
  }
}
