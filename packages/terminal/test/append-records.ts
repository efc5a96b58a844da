import { openStateFolder } from '../src/node/state/open-state-folder.ts'
import { buildRecord } from './build-record.ts'

// Appends records for ever and prints each number once it is stored: a test kills it.
const state = openStateFolder(process.argv[2] ?? '')
for (;;) {
  const record = buildRecord()
  const sequence = state.records.append(record, Buffer.alloc(2_000, 7))
  process.stdout.write(`${sequence} ${record.id}\n`)
  // Waits until the pipe has the line, so that the printed numbers are the stored ones.
  await new Promise((resolve) => setImmediate(resolve))
}
