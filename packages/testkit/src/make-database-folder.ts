import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { startEmbeddedPostgres } from '@gatehouse/server/db/embedded/embedded-postgres.ts'
import { migrate } from '@gatehouse/server/db/migrate.ts'

/**
 * A program: makes the folder of an embedded database that has every table and that nobody has used yet, `node make-database-folder.ts
 * FOLDER`. A product that begins with a copy of it starts as on an empty folder, two seconds sooner.
 */
const folder = process.argv[2]
if (!folder) throw new Error('Give the folder')
const postgres = await startEmbeddedPostgres({ folder, durable: false })
await migrate(postgres.url)
await postgres.stop()
// It names a place of this run.
await rm(join(folder, 'socket-location'), { force: true })
