import { openStateFolder } from '../src/node/state/open-state-folder.ts'
import { buildRecord } from './build-record.ts'

// Appends records for ever and says each number once it is stored: to be killed.
const state = openStateFolder(process.argv[2] ?? '')
for (;;) {
  const record = buildRecord()
  const sequence = state.records.append(record, Buffer.alloc(2_000, 7))
  process.stdout.write(`${sequence} ${record.id}\n`)
  // Lets the pipe take it, so that what was said is what was stored.
  await new Promise((resolve) => setImmediate(resolve))
}
