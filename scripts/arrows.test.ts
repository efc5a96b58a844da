import { execFile } from 'node:child_process'
import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import config from '../.dependency-cruiser.mjs'
import { root } from './run-task.ts'

/** One broken arrow per rule: the file and its import. `@gatehouse/x` stands for another package's `src`. */
const planted: [rule: string, from: string, to: string][] = [
  ['engine-is-pure', 'engine/src/attendance/evaluate-day.ts', 'node:fs'],
  ['engine-is-pure', 'engine/src/attendance/evaluate-month.ts', 'zod'],
  ['contract-is-low', 'contract/src/features/staff.ts', '@gatehouse/engine/passage/may-pass.ts'],
  ['contract-is-low', 'contract/src/features/devices.ts', 'fastify'],
  ['face-stands-alone', 'face/src/core/embed.ts', '@gatehouse/contract/route.ts'],
  ['console-knows-only-the-contract', 'console/src/lib/rules.ts', '@gatehouse/engine/passage/may-pass.ts'],
  [
    'terminal-decides-by-the-rules-of-passage',
    'terminal/src/evaluate.ts',
    '@gatehouse/engine/attendance/vocabulary.ts',
  ],
  ['terminal-decides-by-the-rules-of-passage', 'terminal/src/peek.ts', '@gatehouse/server/ctx.ts'],
  ['server-knows-no-client', 'server/src/lib/device.ts', '@gatehouse/terminal/core/terminal.ts'],
  ['server-tests-know-the-terminal', 'server/src/lib/page.test.ts', '@gatehouse/console/lib/url.ts'],
  ['testkit-is-for-tests', 'server/src/lib/wait.ts', '@gatehouse/testkit/until.ts'],
  ['testkit-knows-what-it-tests', 'testkit/src/visit.ts', '@gatehouse/console/lib/url.ts'],
  ['journeys-use-the-outside', 'e2e/src/login.spec.ts', '@gatehouse/server/ctx.ts'],
  ['benchmarks-are-the-top', 'bench/src/records.ts', '@gatehouse/console/lib/url.ts'],
  ['demo-uses-the-outside', 'demo/src/run.ts', '@gatehouse/server/ctx.ts'],
  ['nothing-stands-on-the-top', 'terminal/src/load.ts', '@gatehouse/bench/main.ts'],
  ['app-is-the-top', 'server/src/http/start.ts', '../app.ts'],
  ['features-meet-at-the-door', 'server/src/features/visitors/visitor-service.ts', '../staff/staff-store.ts'],
  ['platform-is-below-features', 'server/src/jobs/nightly.ts', '../features/staff/staff-reads.ts'],
  ['link-is-below-drivers', 'server/src/device-link/presence.ts', '../drivers/makes.ts'],
  ['drivers-are-apart', 'server/src/drivers/other/start.ts', '../gatehouse/gatehouse-make.ts'],
  ['lib-is-the-ground', 'server/src/lib/clock.ts', '../http/mount.ts'],
  ['database-is-below-http', 'server/src/db/pool.ts', '../http/mount.ts'],
  ['fastify-stays-in-routes', 'server/src/features/staff/staff-service.ts', 'fastify'],
  ['sql-stays-in-stores', 'server/src/features/staff/staff-actions.ts', 'pg'],
  ['sql-stays-in-stores', 'server/src/features/staff/staff-routes.ts', 'kysely'],
  ['pages-are-islands', 'console/src/features/staff/staff-page.tsx', '../visitors/visitor-columns.tsx'],
  ['ui-is-below-features', 'console/src/ui/list/list-page.tsx', '../../features/visitors/visitor-columns.tsx'],
  ['ui-knows-no-noun', 'console/src/ui/list/list-page.tsx', '../../parts/person/person-select.tsx'],
  ['features-are-below-app', 'console/src/features/visitors/visitors-page.tsx', '../../app/router.tsx'],
  ['logic-is-below-looks', 'console/src/lib/format.ts', '../ui/feedback/toast.tsx'],
  ['terminal-runs-without-node', 'terminal/src/core/start.ts', '@gatehouse/terminal/node/http-send.ts'],
  ['terminal-runs-without-node', 'terminal/src/browser/start.ts', '@gatehouse/terminal/node/http-send.ts'],
  ['terminal-runs-without-browser', 'terminal/src/link/start.ts', '@gatehouse/terminal/browser/fetch-send.ts'],
  ['terminal-has-no-modules-of-node', 'terminal/src/state/start.ts', 'node:fs'],
  ['no-test-code-in-the-product', 'server/src/lib/until.ts', 'vitest'],
  ['no-test-code-in-the-product', 'console/src/lib/access.ts', '@gatehouse/contract/test/specified-access.ts'],
  ['packages-meet-by-name', 'terminal/src/wire.ts', '../../contract/src/route.ts'],
  ['everything-is-found', 'server/src/lib/lost.ts', './nowhere.ts'],
  ['declare-what-you-import', 'server/src/lib/borrowed.ts', 'undeclared'],
]

/** Arrows that stand, among them those that come near a rule. */
const allowed: [from: string, to: string][] = [
  ['contract/src/features/records.ts', '@gatehouse/engine/passage/vocabulary.ts'],
  ['contract/src/features/records.ts', 'zod'],
  ['terminal/src/decide.ts', '@gatehouse/engine/passage/may-pass.ts'],
  ['terminal/src/see.ts', '@gatehouse/face/core/detect.ts'],
  ['terminal/src/core/join.ts', '@gatehouse/terminal/node/platform.ts'],
  ['terminal/src/node/open.ts', 'node:sqlite'],
  ['server/src/features/devices/device-service.ts', '../staff/staff-reads.ts'],
  ['server/src/features/devices/device-store.ts', 'kysely'],
  ['server/src/features/devices/device-routes.ts', 'fastify'],
  ['server/src/features/devices/devices.test.ts', '@gatehouse/terminal/core/terminal.ts'],
  ['server/src/features/devices/devices.test.ts', '../../app.ts'],
  ['server/src/main.ts', './app.ts'],
  ['e2e/src/doors.spec.ts', '@gatehouse/terminal/core/terminal.ts'],
  ['engine/src/passage/may-pass.test.ts', 'vitest'],
  ['server/src/features/devices/devices.test.ts', '@gatehouse/testkit/until.ts'],
  ['testkit/src/start.ts', '@gatehouse/terminal/core/terminal.ts'],
  ['e2e/src/doors.spec.ts', '@gatehouse/testkit/until.ts'],
]

const found = z.object({
  summary: z.object({ violations: z.array(z.object({ from: z.string(), rule: z.object({ name: z.string() }) })) }),
})

let folder: string
let broken: string[]

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'gatehouse-arrows-'))
  const imports = new Map<string, string[]>()
  const plant = (from: string, to: string) => imports.set(from, [...(imports.get(from) ?? []), to])
  for (const [from, to] of allowed) plant(from, to)
  for (const [, from, to] of planted) plant(from, to)
  plant('server/src/lib/ring.ts', './ring-back.ts')
  plant('server/src/lib/ring-back.ts', './ring.ts')

  for (const to of [...imports.values()].flat()) await plantTarget(to)
  for (const name of ['../staff/staff-store.ts', '../staff/staff-reads.ts'])
    await plantFile(join('server/src/features/visitors', name))
  for (const name of [
    'app.ts',
    'http/mount.ts',
    'features/staff/staff-reads.ts',
    'drivers/makes.ts',
    'drivers/gatehouse/gatehouse-make.ts',
  ])
    await plantFile(`server/src/${name}`)
  for (const name of [
    'features/visitors/visitor-columns.tsx',
    'app/router.tsx',
    'parts/person/person-select.tsx',
    'ui/feedback/toast.tsx',
  ])
    await plantFile(`console/src/${name}`)
  for (const [from, targets] of imports) await plantFile(from, targets)
  for (const name of ['engine', 'contract', 'face', 'server', 'console', 'terminal', 'testkit', 'e2e', 'bench'])
    await plantPackage(name)
  await writeFile(join(folder, 'package.json'), JSON.stringify({ name: 'planted', devDependencies: { vitest: '*' } }))
  broken = await cruise()
})

afterAll(() => rm(folder, { recursive: true }))

async function plantFile(path: string, targets: string[] = []): Promise<void> {
  const file = join(folder, 'packages', path)
  await mkdir(dirname(file), { recursive: true })
  const lines = targets.map((target, index) => `import { it as it${index} } from '${target}'\nit${index}()\n`)
  await writeFile(file, `${lines.join('')}export const it = () => {}\n`)
}

async function plantTarget(to: string): Promise<void> {
  const [, name, path] = /^@gatehouse\/(\w+)\/(.*)$/.exec(to) ?? []
  if (name && path) return plantFile(`${name}/src/${path}`)
  if (to.startsWith('.') || to.startsWith('node:')) return
  const library = join(folder, 'node_modules', to)
  // Most libraries have their built files in dist/, like our own build results, which are left out.
  await mkdir(join(library, 'dist'), { recursive: true })
  await writeFile(join(library, 'package.json'), JSON.stringify({ name: to, version: '1.0.0', main: 'dist/index.js' }))
  await writeFile(join(library, 'dist/index.js'), 'exports.it = () => {}\n')
}

async function plantPackage(name: string): Promise<void> {
  const dependencies = { fastify: '*', kysely: '*', pg: '*', zod: '*' }
  const content = { name: `@gatehouse/${name}`, version: '0.1.0', exports: { './*': './src/*' }, dependencies }
  await mkdir(join(folder, 'packages', name, 'src'), { recursive: true })
  await writeFile(join(folder, 'packages', name, 'package.json'), JSON.stringify(content))
  await mkdir(join(folder, 'node_modules/@gatehouse'), { recursive: true })
  await symlink(join('../../packages', name), join(folder, 'node_modules/@gatehouse', name))
}

/** @returns `rule file` for every broken arrow */
function cruise(): Promise<string[]> {
  const args = ['--config', join(root, '.dependency-cruiser.mjs'), '--output-type', 'json', 'packages']
  return new Promise((resolve, reject) => {
    execFile('depcruise', args, { cwd: folder, maxBuffer: 64 * 1024 * 1024 }, (error, stdout, stderr) => {
      // It exits with the number of violations; without a report it did not run.
      if (!stdout) return reject(error ?? new Error(stderr))
      const { violations } = found.parse(JSON.parse(stdout)).summary
      resolve(violations.map(({ from, rule }) => `${rule.name} ${from}`))
    })
  })
}

describe('the import arrows', () => {
  it.for(planted)('%s: %s may not import %s', ([rule, from]) => {
    expect(broken).toContain(`${rule} packages/${from}`)
  })

  it('no-cycles: two files may not import each other', () => {
    expect(broken).toContainEqual(expect.stringMatching('^no-cycles packages/server/src/lib/ring(-back)?.ts$'))
  })

  it.for(allowed)('%s may import %s', ([from]) => {
    expect(broken.filter((arrow) => arrow.endsWith(` packages/${from}`))).toEqual([])
  })

  it('The import arrows are each broken by one planted import here, so no rule is without effect', () => {
    const rules = config.forbidden.map((rule) => String(rule.name))
    expect(new Set(rules)).toEqual(new Set([...planted.map(([rule]) => rule), 'no-cycles']))
  })
})
