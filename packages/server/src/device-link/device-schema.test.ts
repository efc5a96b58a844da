import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { ownSettings } from '@gatehouse/contract/device/own-settings.ts'
import { reasonFields } from '@gatehouse/engine/passage/reason-fields.ts'
import { recordWordsEn } from '@gatehouse/contract/texts/record-words-en.ts'
import { abnormalTypeCodes, abnormalTypes, entryModeCodes, entryModes } from '@gatehouse/engine/passage/vocabulary.ts'
import Fastify from 'fastify'
import { expect, it } from 'vitest'
import { type deviceSchemaDocument, mountDeviceSchema } from './device-schema.ts'

const page = join(import.meta.dirname, '../../../../docs/device-link.md')
const [begin, end] = ['<!-- words: made from the contract -->\n', '<!-- words end -->\n']

const table = (head: readonly string[], rows: readonly (readonly (string | number)[])[]) =>
  [head, head.map(() => '---'), ...rows].map((row) => `| ${row.join(' | ')} |`).join('\n')
const word = (text: string) => `\`${text}\``

/** The allowed values of a setting, as the page describes them. */
function rangeOf(setting: (typeof ownSettings)[number]): string {
  switch (setting.kind) {
    case 'boolean':
      return 'true, false'
    case 'number':
      return `${setting.min} to ${setting.max}, step ${setting.step}`
    case 'choice':
    case 'choices':
      return setting.options.map(({ value }) => word(value)).join(', ')
    case 'text':
      return `at most ${setting.maxBytes} bytes`
    case 'time':
      return '`HH:mm`'
    case 'moment':
      return '`YYYY-MM-DDTHH:mm`, or empty'
  }
}

/** The closed lists of the link, as docs/device-link.md has them. */
const wordTables = () =>
  `${[
    '**`abnormal`**, and the number by which third parties know each:',
    table(
      ['word', 'number', 'meaning'],
      abnormalTypes.map((each) => [word(each), abnormalTypeCodes[each], recordWordsEn.abnormal[each]]),
    ),
    '**`entryMode`**:',
    table(
      ['word', 'number', 'meaning'],
      entryModes.map((each) => [word(each), entryModeCodes[each], recordWordsEn.entryMode[each]]),
    ),
    '**`reasons[].code`**, and what goes with each (more fields may, and are kept):',
    table(
      ['code', 'fields'],
      Object.entries(reasonFields).map(([code, fields]) => [
        word(code),
        Object.entries(fields)
          .map(([name, meaning]) => `${word(name)}: ${meaning}`)
          .join('; '),
      ]),
    ),
    "**Settings of Gatehouse's own terminals**. A schema of your own may leave out any, add others, and narrow the ranges:",
    table(
      ['key', 'kind', 'range', 'default', 'meaning'],
      ownSettings.map((setting) => [
        word(setting.key),
        setting.kind,
        rangeOf(setting),
        setting.default === '' ? 'empty' : word(JSON.stringify(setting.default)),
        setting.label.en,
      ]),
    ),
  ].join('\n\n')}\n`

it('the tables of docs/device-link.md are those of the contract (WRITE_DOCS=1 writes them)', () => {
  const text = readFileSync(page, 'utf8')
  const from = text.indexOf(begin) + begin.length
  const to = text.indexOf(end)
  expect([from >= begin.length, to > from]).toEqual([true, true])
  if (process.env.WRITE_DOCS) writeFileSync(page, `${text.slice(0, from)}\n${wordTables()}\n${text.slice(to)}`)
  else expect(text.slice(from, to)).toBe(`\n${wordTables()}\n`)
})

it('/device/schema.json names every call with its schemas, the limits and the closed lists, without credentials', async () => {
  const fastify = Fastify()
  mountDeviceSchema(fastify)
  const response = await fastify.inject({ url: '/device/schema.json' })
  const document = response.json<ReturnType<typeof deviceSchemaDocument>>()
  expect(document.routes.map(({ path }) => path)).toEqual(
    expect.arrayContaining(['/device/v1/pair', '/device/v1/records', '/device/v1/people', '/device/v1/settings/state']),
  )
  expect(document.limits).toEqual({
    bodyBytes: 8_388_608,
    records: 200,
    alarms: 100,
    sequence: 2 ** 48,
    sequenceStep: 1_000_000,
  })
  const records = document.routes.find(({ name }) => name === 'pushRecords')
  expect(JSON.stringify(records?.body)).toContain('"cosine"')
  const state = document.routes.find(({ name }) => name === 'reportSettings')
  expect(JSON.stringify(state?.body)).toContain('"held-open"')
  await fastify.close()
})
