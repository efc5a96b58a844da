import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, it } from 'vitest'

const folder = mkdtempSync(join(tmpdir(), 'gatehouse-turn-'))
const file = join(folder, 'cache/part.log')
afterAll(() => rmSync(folder, { recursive: true }))

/** Runs these lines in a process of their own, where `part` tells in turn. */
const run = (lines: string) => {
  const start = `const { tellInTurn } = await import(${JSON.stringify(join(import.meta.dirname, 'tell-in-turn.ts'))})
    const part = tellInTurn(${JSON.stringify(file)})`
  const { stdout, signal } = spawnSync(process.execPath, ['--input-type=module', '-e', `${start}\n${lines}`])
  return { stdout: stdout.toString(), signal, kept: readFileSync(file, 'utf8') }
}

it('the output of a part is in its file at once, and printed once from its turn on', () => {
  const { stdout, kept } = run(
    "part.tell('one '); process.stdout.write('first '); part.takeTurn(); part.tell('two'); part.takeTurn()",
  )
  expect({ stdout, kept }).toEqual({ stdout: 'first one two', kept: 'one two' })
})

it.each(['SIGTERM', 'SIGINT'])('the output of a part is printed when %s ends the run before its turn', (signal) => {
  expect(run(`part.tell('one'); process.kill(process.pid, '${signal}'); setInterval(() => {}, 1000)`)).toEqual({
    stdout: 'one',
    signal,
    kept: 'one',
  })
})

it('the output of a part is in its file when the run is killed before its turn', () => {
  const { stdout, kept } = run("part.tell('one'); process.kill(process.pid, 'SIGKILL'); setInterval(() => {}, 1000)")
  expect({ stdout, kept }).toEqual({ stdout: '', kept: 'one' })
})
