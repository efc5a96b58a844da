import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { pages } from '@gatehouse/contract/navigation.ts'
import { expect, it } from 'vitest'

const source = join(import.meta.dirname, '../packages/console/src')

/** The router's own file spells where old addresses lead. */
const spelled = new Set(['app/routes.tsx'])

it('No file of the console spells the path of a page: pathTo() builds it', () => {
  const roots = new Set(Object.values(pages).map(({ path }) => path.split('/')[1]))
  const literal = new RegExp(`['"\`]/(?:${[...roots].join('|')})(?=[/?'"\`])`)
  const found = globSync('**/*.{ts,tsx}', { cwd: source })
    .filter((file) => !file.includes('.test.') && !spelled.has(file))
    .flatMap((file) =>
      readFileSync(join(source, file), 'utf8')
        .split('\n')
        .filter((line) => !/^\s*(\/\/|\/?\*)/.test(line) && literal.test(line))
        .map((line) => `${file}: ${line.trim()}`),
    )
  expect(found).toEqual([])
})
