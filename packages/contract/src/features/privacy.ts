import { z } from 'zod'
import { id } from '../fields.ts'
import { route } from '../route.ts'

const params = z.object({ id })

export const exportPersonData = route({
  method: 'GET',
  path: '/v2/people/:id/data',
  summary:
    'All that is held about one person: a zip with person.json, pictures and records. For who may change such people',
  permission: 'session',
  params,
  replyKind: 'stream',
  acceptsCookie: true,
  errors: ['person.not-found'],
  audit: { module: 'privacy', event: 'export-person' },
})

export const erasePerson = route({
  method: 'POST',
  path: '/v2/people/:id/erase',
  summary:
    'Delete a person and all that is held about them; their passages stay as nobody’s. For who may change such people',
  permission: 'session',
  params,
  response: z.object({ records: z.int() }),
  errors: ['person.not-found'],
  audit: { module: 'privacy', event: 'erase-person' },
  changes: ['staff', 'visitors', 'blacklist', 'registrations', 'departments', 'groups', 'records'],
})
