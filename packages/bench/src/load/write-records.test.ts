import { pushRecords } from '@gatehouse/contract/device/link.ts'
import { expect, it } from 'vitest'
import { recordWriterOf } from './write-records.ts'

const personIds = ['0190f5b0-0000-7000-8000-00000000000a', '0190f5b0-0000-7000-8000-00000000000b']

it('the device link takes the records of the load, and no record is like another', () => {
  const write = recordWriterOf({ personIds, captureBytes: 30_000 })
  const body: unknown = JSON.parse(`{"records":[${[1, 2, 3].map(write).join(',')}]}`)
  const { records } = pushRecords.body.parse(body)
  expect(records.map(({ sequence }) => sequence)).toEqual([1, 2, 3])
  expect(new Set(records.map(({ id }) => id)).size).toBe(3)
  const pictures = records.map(({ capture }) => Buffer.from(capture ?? '', 'base64'))
  expect(pictures.map((picture) => [picture.length, picture.readUInt16BE()])).toEqual(Array(3).fill([30_000, 0xffd8]))
  expect(new Set(pictures.map((picture) => picture.toString('hex'))).size).toBe(3)
})
