import { availableParallelism, totalmem } from 'node:os'

const mebibyte = 1024 * 1024

/** Settings for a machine that Gatehouse and its database share. Given at every start, so a new release's settings reach old clusters. */
export function postgresSettings(socketFolder: string, durable: boolean): Record<string, string> {
  const memory = Math.floor(totalmem() / mebibyte)
  return {
    listen_addresses: '',
    unix_socket_directories: `"${socketFolder.replaceAll('"', '""')}"`,
    unix_socket_permissions: '0700',
    password_encryption: 'scram-sha-256',
    max_connections: '100',
    shared_buffers: `${Math.min(Math.max(Math.floor(memory / 8), 64), 1024)}MB`,
    effective_cache_size: `${Math.max(Math.floor(memory / 2), 128)}MB`,
    maintenance_work_mem: `${Math.min(Math.max(Math.floor(memory / 32), 32), 256)}MB`,
    work_mem: '16MB',
    max_worker_processes: String(Math.max(availableParallelism(), 8)),
    max_wal_size: '2GB',
    min_wal_size: '256MB',
    wal_compression: 'on',
    checkpoint_timeout: '15min',
    random_page_cost: '1.1',
    jit: 'off',
    // The logs are partitioned by month: a query or a retention run may hold many partitions at once.
    max_locks_per_transaction: '256',
    timezone: 'UTC',
    log_timezone: 'UTC',
    log_checkpoints: 'off',
    // Failed statements are not logged: Gatehouse reports those itself, and PostgreSQL would write people's data beside
    // them.
    log_min_messages: 'log',
    log_min_error_statement: 'panic',
    ...(durable
      ? {}
      : {
          fsync: 'off',
          synchronous_commit: 'off',
          full_page_writes: 'off',
          wal_compression: 'off',
          shared_buffers: '128MB',
          // A database that lives for seconds needs nobody to tidy it up.
          autovacuum: 'off',
        }),
  }
}
