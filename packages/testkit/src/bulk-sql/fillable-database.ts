import type { openPool } from '@gatehouse/server/db/open-database.ts'

/** The database of an installation, for what writes rows by the million past the product's own doors. */
export type FillableDatabase = {
  /** Of the installation: the keys by which columns are sealed stand there. */
  dataFolder: string
  databaseUrl: string
  /** Connections beside the server's: to fill tables, and to count what arrived. */
  pool: ReturnType<typeof openPool>
}
