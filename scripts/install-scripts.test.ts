import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { z } from 'zod'
import { root } from './run-task.ts'

const read = <T extends z.ZodType>(file: string, schema: T) =>
  schema.parse(JSON.parse(readFileSync(join(root, file), 'utf8')))

/**
 * Scripts of packages fetch from anywhere: that of onnxruntime-node hundreds of megabytes of CUDA. npm 11 asks `allowScripts`
 * which may run. npm 10 does not know it, and runs what the lock file calls a `hasInstallScript`: npm writes that again for a
 * package whose version changes, and where the package may not, it has to be taken out by hand.
 */
it('an installation runs only the scripts of packages that are allowed to', () => {
  const { allowScripts } = read('package.json', z.object({ allowScripts: z.record(z.string(), z.boolean()) }))
  const { packages } = read(
    'package-lock.json',
    z.object({ packages: z.record(z.string(), z.object({ hasInstallScript: z.boolean().optional() })) }),
  )
  const withScript = Object.entries(packages).flatMap(([path, { hasInstallScript }]) =>
    hasInstallScript ? [path.replace(/^.*node_modules\//, '')] : [],
  )
  const allowed = Object.entries(allowScripts).flatMap(([name, isAllowed]) => (isAllowed ? [name] : []))
  expect(new Set(withScript)).toEqual(new Set(allowed))
})
