import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { statSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { temporaryFolder } from '../../../test/temporary-folder.ts'
import { until } from '@gatehouse/testkit/until.ts'
import { openStateFolder } from './open-state-folder.ts'
import { buildRecord } from '../../../test/build-record.ts'

const program = join(import.meta.dirname, '../../../test/append-records.ts')

async function appendUntilKilled(folder: string, count: number): Promise<[sequence: number, id: string][]> {
  const child = spawn(process.execPath, [program, folder], { stdio: ['ignore', 'pipe', 'inherit'] })
  let said = ''
  child.stdout.on('data', (chunk: Buffer) => void (said += chunk.toString()))
  await until(() => said.split('\n').length > count, `${count} records`)
  child.kill('SIGKILL')
  await once(child, 'close')
  const whole = said.slice(0, said.lastIndexOf('\n')).split('\n')
  return whole.map((line) => [Number(line.split(' ')[0]), line.split(' ')[1] ?? ''])
}

it('a record that was numbered survives kill -9, and its number is never used again', async () => {
  const folder = temporaryFolder()
  const first = await appendUntilKilled(folder, 30)
  const second = await appendUntilKilled(folder, 30)

  const state = openStateFolder(folder)
  const stored = await state.records.next(100_000, Infinity)
  const sequences = stored.map(({ sequence }) => sequence)
  expect(sequences).toEqual(sequences.map((_, i) => i + 1))
  const said = new Map([...first, ...second])
  expect(said.size).toBe(first.length + second.length)
  for (const [sequence, id] of said) expect(stored[sequence - 1]?.record.id).toBe(id)
  expect(state.records.append(buildRecord(), null)).toBe(sequences.length + 1)
  state.close()
})

it('numbers continue where they were, also after everything was delivered', () => {
  const folder = temporaryFolder()
  const before = openStateFolder(folder)
  before.records.append(buildRecord(), null)
  before.records.acknowledge([before.records.append(buildRecord(), null), 1], 0)
  before.close()
  const after = openStateFolder(folder)
  expect(after.records.waiting).toBe(0)
  expect(after.records.append(buildRecord(), null)).toBe(3)
  after.close()
})

it('one folder serves one terminal at a time', async () => {
  const folder = temporaryFolder()
  const child = spawn(process.execPath, [program, folder], { stdio: ['ignore', 'pipe', 'inherit'] })
  await once(child.stdout, 'data')
  expect(() => openStateFolder(folder)).toThrow(/is in use by another terminal$/)
  child.kill('SIGKILL')
  await once(child, 'close')
  openStateFolder(folder).close()
})

it('only the owner may read the state', () => {
  const folder = join(temporaryFolder(), 'state')
  const state = openStateFolder(folder)
  expect(statSync(folder).mode & 0o777).toBe(0o700)
  expect(statSync(join(folder, 'terminal.db')).mode & 0o777).toBe(0o600)
  state.close()
})
