import { createEmbeddedPostgres } from '@casillero/embedded-postgres'

/** A data folder of any version has the same. */
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
    // No parallel queries: on two cores one company's query must not take both.
    max_parallel_workers_per_gather: '0',
    // A caller that hung up leaves no query behind.
    client_connection_check_interval: '1s',
  },
}

/** For an installation without DATABASE_URL. */
export const embeddedPostgres = createEmbeddedPostgres(ownConfiguration)
