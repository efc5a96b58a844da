import type { DatabaseSync } from 'node:sqlite'
import { z } from 'zod'
import type { CommandJournal } from '../../state/terminal-state.ts'

const rowSchema = z.object({ state: z.enum(['begun', 'done', 'failed']), result: z.string().nullable() })

export function createCommandJournal(db: DatabaseSync): CommandJournal {
  const select = db.prepare('SELECT state, result FROM command WHERE id = ?')
  const insert = db.prepare("INSERT INTO command (id, state) VALUES (?, 'begun')")
  const update = db.prepare('UPDATE command SET state = ?, result = ? WHERE id = ?')
  const remove = db.prepare('DELETE FROM command WHERE id = ?')
  return {
    begin(commandId) {
      const row = select.get(commandId)
      if (!row) {
        insert.run(commandId)
        return 'fresh'
      }
      const { state, result } = rowSchema.parse(row)
      return state === 'begun' ? 'begun' : { state, result }
    },
    finish: (commandId, { state, result }) => void update.run(state, result, commandId),
    delete: (commandId) => void remove.run(commandId),
  }
}
