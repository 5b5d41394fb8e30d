import type { DatabaseServers } from '@casillero/shared/contract/companies'

const longestLagSeconds = 5

/** docs/product/operator.md, "Empresas". */
export function describeServers({ primary, hasReplica, replica }: DatabaseServers): { text: string; isGood: boolean } {
  const main = `Base de datos: principal ${primary ?? 'en este equipo'}`
  if (!hasReplica) return { text: `${main}, sin réplica de lectura.`, isGood: true }
  if (!replica) return { text: `${main}; la réplica no responde.`, isGood: false }
  const place = `réplica ${replica.address ?? 'en este equipo'}`
  const seconds = Math.ceil(replica.lagSeconds)
  if (seconds === 0) return { text: `${main}; ${place}, al día.`, isGood: true }
  return { text: `${main}; ${place}, ${seconds} s de atraso.`, isGood: replica.lagSeconds < longestLagSeconds }
}
