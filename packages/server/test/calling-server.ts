import pino from 'pino'
import { openDatabase, openPool } from '../src/db/open-database.ts'
import { callDevices } from '../src/drivers/dial-out/call-devices.ts'

/**
 * A process of its own that calls devices of a test over HTTP, as a server with a driver of that shape does: `node calling-server.ts NAME URL
 * LEASE_MS`, with the database in DATABASE_URL.
 */
const [name = '', url = '', leaseMs = ''] = process.argv.slice(2)
const db = openDatabase(openPool(process.env['DATABASE_URL'] ?? '', 2))
const calls = callDevices(
  { db, log: pino({ level: 'silent' }) },
  {
    make: 'zkteco',
    limits: { leaseMs: Number(leaseMs), everyMs: 30, retryMs: 50, maxRetryMs: 400, lookMs: 100, maxCalls: 4 },
    async call({ ldid }, { epoch, signal }) {
      const answer = await fetch(`${url}/${ldid}?by=${name}&epoch=${epoch}`, { signal })
      await answer.text()
      if (!answer.ok) throw new Error(`the device answered ${answer.status}`)
    },
  },
)
process.stdout.write(`ready: ${name}\n`)
process.once('SIGTERM', () => void calls.close().then(() => process.exit(0)))
