import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { root } from './run-task.ts'

/* Tests of defects of the face engine bear their marks (`docs/faces.md`): the table names each file that has one, and no other. */

it('the table of defects names the files whose tests bear each mark', () => {
  const named = readFileSync(join(root, 'docs/faces.md'), 'utf8')
    .split('\n')
    .flatMap((line) => {
      const [, mark] = /^\| (D\d+) \|/.exec(line) ?? []
      return mark === undefined ? [] : [...line.matchAll(/`([^`]+\.test\.ts)`/g)].map(([, file]) => `${mark} ${file}`)
    })
  const marked = globSync('packages/*/src/**/*.test.ts', { cwd: root }).flatMap((file) => {
    const short = file.replace(/^packages\/([^/]+)\/src\//, '$1/')
    const marks = readFileSync(join(root, file), 'utf8').matchAll(/'\[(D\d+)\] /g)
    return [...new Set([...marks].map(([, mark]) => mark))].map((mark) => `${mark} ${short}`)
  })
  expect(named.toSorted()).toEqual(marked.toSorted())
  const defects = Array.from({ length: 13 }, (_, place) => `D${place + 1}`)
  expect([...new Set(named.map((one) => one.split(' ')[0]))]).toEqual(defects)
})
