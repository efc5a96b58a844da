import { expect, it } from 'vitest'
import { z } from 'zod'
import { deviceSchemaDocument } from './device-schema.ts'

/**
 * Every time that a device sends, and its handling. Code that sorts, deletes or counts must use `placeByTime`, or one
 * device with a wrong clock hides everybody's new data behind its own (ADR 0053).
 */
const times = {
  'hello body.clockAt': 'measured against the own clock, kept as an offset and never as a time',
  'pushRecords body.records.recognisedAt': 'placed by insertRecords',
  'pushAlarms body.alarms.at': 'placed by pushAlarms',
  'pushDoorEvents body.events.at': 'placed by pushDoorEvents',
  'askSurroundings body.at': 'placed by askSurroundings',
}

const node = z.looseObject({
  format: z.string().optional(),
  properties: z.record(z.string(), z.unknown()).optional(),
  items: z.unknown().optional(),
  anyOf: z.array(z.unknown()).optional(),
})

function timesIn(schema: unknown, path: string): string[] {
  const { data } = node.safeParse(schema)
  if (!data) return []
  const isTime = data.format !== undefined && /^(date|time|duration)/.test(data.format)
  return [
    ...(isTime ? [path] : []),
    ...Object.entries(data.properties ?? {}).flatMap(([name, inner]) => timesIn(inner, `${path}.${name}`)),
    ...timesIn(data.items, path),
    ...(data.anyOf ?? []).flatMap((inner) => timesIn(inner, path)),
  ]
}

it('each time field of the device link is listed here with its handling', () => {
  const { routes, mqtt } = deviceSchemaDocument()
  const found = [
    ...routes.flatMap(({ name, params, query, body }) => [
      ...timesIn(params, `${name} params`),
      ...timesIn(query, `${name} query`),
      ...timesIn(body, `${name} body`),
    ]),
    ...timesIn(mqtt['up/presence'], 'presence'),
  ]
  expect(found.toSorted()).toEqual(Object.keys(times).toSorted())
})
