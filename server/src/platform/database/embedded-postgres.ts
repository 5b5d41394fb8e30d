import { createEmbeddedPostgres } from '@casillero/embedded-postgres'

/** The same for data folders of every version. */
export const ownConfiguration = {
  database: 'casillero',
  owner: 'casillero_owner',
  systemUser: 'casillero',
  systemFolder: '/var/lib/casillero',
  initdb: ['--locale-provider=icu', '--icu-locale=es-NI'],
  settings: {
    max_connections: '100',
    shared_buffers: '256MB',
    effective_cache_size: '1GB',
    work_mem: '8MB',
    random_page_cost: '1.1',
    checkpoint_timeout: '15min',
    jit: 'off',
    // No parallel queries, so that one company's query cannot take both of two cores.
    max_parallel_workers_per_gather: '0',
    // Ends the query of a caller that hung up.
    client_connection_check_interval: '1s',
  },
}

/** For an installation without DATABASE_URL. */
export const embeddedPostgres = createEmbeddedPostgres(ownConfiguration)
