import { expect, it } from 'vitest'
import { levelOfDatabaseLine } from './database-line.ts'

it('PostgreSQL’s own lines are for who looks for them, but for its warnings and its end', () => {
  const from = (word: string) => levelOfDatabaseLine(`2026-11-27 14:35:23.553 UTC [10975] ${word}:  it happened`)
  expect(['LOG', 'ERROR', 'STATEMENT', 'HINT', 'DETAIL'].map(from)).toEqual(Array(5).fill('debug'))
  expect(['WARNING', 'FATAL', 'PANIC'].map(from)).toEqual(['info', 'info', 'info'])
  expect(levelOfDatabaseLine('\tselect 1')).toBe('debug')
})

it('nobody is alarmed by the farewell of a database that somebody ends', () => {
  for (const said of ['terminating connection due to administrator command', 'the database system is shutting down'])
    expect(levelOfDatabaseLine(`2026-11-29 00:04:26.049 UTC [3986] FATAL:  ${said}`)).toBe('debug')
})

it('a line that the server says of its database is heard', () => {
  expect(levelOfDatabaseLine('The database ended (signal SIGKILL); starting it again')).toBe('info')
})
