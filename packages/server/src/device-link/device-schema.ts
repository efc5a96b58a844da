import { alarmCodes, deviceAlarmTypes } from '@gatehouse/contract/device/alarm-types.ts'
import * as link from '@gatehouse/contract/device/link.ts'
import { linkRoutes } from '@gatehouse/contract/device/link-routes.ts'
import { ownSettingsSchema } from '@gatehouse/contract/device/own-settings.ts'
import { reasonFields } from '@gatehouse/engine/passage/reason-fields.ts'
import { abnormalTypeCodes, entryModeCodes, personKindCodes } from '@gatehouse/engine/passage/vocabulary.ts'
import type { FastifyInstance } from 'fastify'
import { z } from 'zod'

const schemaOf = (schema: z.ZodType, io: 'input' | 'output') =>
  z.toJSONSchema(schema, { io, unrepresentable: 'any', target: 'draft-2020-12' })

/** The device link as JSON Schemas, made from the contract: every call, the messages of MQTT, and the closed lists. */
export const deviceSchemaDocument = () => ({
  title: 'Gatehouse device link',
  version: 1,
  description: 'docs/device-link.md says the same in words. Bodies of answers are the `data` of their envelope.',
  limits: {
    bodyBytes: link.maxBodyBytes,
    records: link.maxRecords,
    alarms: link.maxAlarms,
    sequence: link.highestSequence,
    sequenceStep: link.sequenceStep,
  },
  routes: Array.from(linkRoutes, ([name, route]) => ({
    name,
    method: route.method,
    path: `/device${route.path}`,
    summary: route.summary,
    access: route.access,
    answers: route.replyKind,
    params: schemaOf(route.params, 'input'),
    query: schemaOf(route.query, 'input'),
    body: schemaOf(route.body, 'input'),
    response: schemaOf(route.response, 'output'),
    errors: route.errors,
  })),
  mqtt: {
    topicPrefix: link.topicPrefix('{ldid}'),
    'up/presence': schemaOf(link.upPresence, 'input'),
    down: schemaOf(link.downHint, 'output'),
  },
  words: {
    kind: personKindCodes,
    entryMode: entryModeCodes,
    abnormal: abnormalTypeCodes,
    reasons: reasonFields,
    alarms: Object.fromEntries(deviceAlarmTypes.map((type) => [type, alarmCodes[type]])),
  },
  /** The settings that Gatehouse's own terminals report. */
  settings: ownSettingsSchema,
})

/** `/device/schema.json`, readable without credentials. Made for the first request. */
export function mountDeviceSchema(fastify: FastifyInstance): void {
  let text: string | undefined
  fastify.get('/device/schema.json', async (_, reply) =>
    reply.type('application/json').send((text ??= JSON.stringify(deviceSchemaDocument()))),
  )
}
