import { startEmbeddedPostgres } from '../src/db/embedded/embedded-postgres.ts'

/** A process of its own that starts the database in the folder of its argument, for tests that kill it. */
const folder = process.argv[2]
if (!folder) throw new Error('Give the folder')
const { url } = await startEmbeddedPostgres({ folder, durable: false })
console.log(url)
