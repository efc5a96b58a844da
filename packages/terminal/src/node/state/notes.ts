import type { DatabaseSync } from 'node:sqlite'
import type { z } from 'zod'

/** Single values by name, as JSON. A value that no longer fits its schema reads as absent. */
export type Notes = {
  read<T extends z.ZodType>(name: string, schema: T): z.output<T> | undefined
  write(name: string, value: unknown): void
  erase(name: string): void
}

export function createNotes(db: DatabaseSync): Notes {
  const select = db.prepare('SELECT value FROM note WHERE name = ?')
  const upsert = db.prepare(
    'INSERT INTO note (name, value) VALUES (?, ?) ON CONFLICT DO UPDATE SET value = excluded.value',
  )
  const remove = db.prepare('DELETE FROM note WHERE name = ?')
  return {
    read(name, schema) {
      const row = select.get(name)
      if (typeof row?.['value'] !== 'string') return undefined
      const result = schema.safeParse(JSON.parse(row['value']))
      return result.success ? result.data : undefined
    },
    write: (name, value) => void upsert.run(name, JSON.stringify(value)),
    erase: (name) => void remove.run(name),
  }
}
