import { apiRoutes } from '@gatehouse/contract/routes.ts'
import { expect, it } from 'vitest'
import { operations } from '../../i18n/en/operations.ts'

it('[BU-03] every module and event that a route writes has a word', () => {
  const audits = [...apiRoutes.values()].flatMap(({ audit }) => (typeof audit === 'object' ? [audit] : []))
  expect(audits.length).toBeGreaterThan(50)
  for (const { module, event } of audits) {
    expect(operations.module, module).toHaveProperty(module)
    expect(operations.event, `${module} ${event}`).toHaveProperty(event)
  }
})
