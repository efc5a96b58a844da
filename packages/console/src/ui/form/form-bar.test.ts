import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'

const root = join(import.meta.dirname, '../..')

it('at the end of every panel the button that leaves stands before the one that does something', () => {
  const bars = globSync('**/*.tsx', { cwd: root }).flatMap((file) =>
    [...readFileSync(join(root, file), 'utf8').matchAll(/className="form-bar">[^]*?<\/div>/g)].map(([bar]) => ({
      file,
      bar,
    })),
  )
  expect(bars.length).toBeGreaterThan(5)
  const turned = bars.filter(
    ({ bar }) => bar.includes('form:cancel') && bar.indexOf('form:cancel') > bar.indexOf('type="primary"'),
  )
  expect(turned.map(({ file }) => file)).toEqual([])
})
