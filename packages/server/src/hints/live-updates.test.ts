import { until } from '@gatehouse/testkit/until.ts'
import type { KyselyPlugin } from 'kysely'
import pino from 'pino'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { startTestGatehouse, type TestGatehouse } from '../../test/gatehouse.ts'
import { createHints, type Hints } from './hints.ts'
import { createLiveUpdates } from './live-updates.ts'

const log = pino({ level: 'silent' })
let test: TestGatehouse
let hints: Hints
beforeAll(async () => {
  test = await startTestGatehouse()
  hints = await createHints(test.databaseUrl, log)
})
afterAll(async () => {
  await hints.close()
  await test.close()
})

/** Refuses the first statements. */
function refusing(count: number): KyselyPlugin & { refused: number } {
  const plugin = {
    refused: 0,
    transformQuery: ({ node }: Parameters<KyselyPlugin['transformQuery']>[0]) => {
      if (plugin.refused === count) return node
      plugin.refused += 1
      throw new Error('no connection is free')
    },
    transformResult: async ({ result }: Parameters<KyselyPlugin['transformResult']>[0]) => result,
  }
  return plugin
}

it('a change of a device reaches the consoles although the database refused to tell them at first', async () => {
  const topics: string[] = []
  const leave = hints.on((hint) => hint.to === 'consoles' && topics.push(hint.topic))
  const database = refusing(2)
  const updates = createLiveUpdates({ db: test.db.withPlugin(database), log })
  updates.notify('upgrades')
  await until(() => topics.includes('upgrades'))
  expect(database.refused).toBe(2)
  updates.close()
  leave()
})
