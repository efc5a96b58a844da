import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { defineConfig } from 'vitest/config'
import { secondTriesOfVitest } from './scripts/second-tries.ts'

/** A package whose tests need nothing but Node. */
const node = (name: string) => ({
  extends: true as const,
  root: `packages/${name}`,
  // Files share their modules: to read the same program again for each of them takes longer than most of their tests.
  test: { name, environment: 'node', include: ['{src,test}/**/*.test.ts'], isolate: false },
})

const server = node('server')

export default defineConfig({
  test: {
    projects: [
      node('engine'),
      node('contract'),
      node('face'),
      node('terminal'),
      node('bench'),
      node('demo'),
      {
        ...server,
        test: {
          ...server.test,
          globalSetup: [join(import.meta.dirname, 'packages/server/test/database-setup.ts')],
        },
      },
      {
        extends: true,
        root: 'packages/console',
        test: {
          name: 'console',
          environment: 'happy-dom',
          include: ['src/**/*.test.{ts,tsx}'],
          setupFiles: [join(import.meta.dirname, 'packages/console/test/setup.ts')],
          isolate: false,
        },
      },
      {
        extends: true,
        root: 'packages/console',
        test: { name: 'console-build', environment: 'node', include: ['build/**/*.test.ts'] },
      },
      { extends: true, root: '.', test: { name: 'scripts', environment: 'node', include: ['scripts/**/*.test.ts'] } },
    ],
    // Tests wait for PostgreSQL and for terminals as often as they compute: one more than there are cores.
    maxWorkers: availableParallelism() + 1,
    // These only end a test that hangs: a busy machine is many times slower than a quiet one.
    testTimeout: 300_000,
    hookTimeout: 300_000,
    expect: { poll: { timeout: 120_000 } },
    // A test that passes only sometimes must be seen; on CI's shared cores a second try tells a slow moment from a
    // fault, and the end of the run names it.
    retry: process.env['CI'] ? 1 : 0,
    reporters: ['default', secondTriesOfVitest],
  },
})
