import type { ImportRun } from '@gatehouse/contract/features/imports.ts'
import { expect, it } from 'vitest'
import { answerCalls } from '../../../test/answer-calls.ts'
import { unreadableFile } from '../../../test/unreadable-file.ts'
import { uploadBatch } from './upload-pictures.ts'

const id = '0199aaaa-0000-7000-8000-000000000001'
const run: ImportRun = {
  id,
  kind: 'portraits',
  state: 'running',
  name: '3 pictures',
  total: 3,
  counts: { created: 0, updated: 0, unchanged: 0, failed: 0 },
  secondsLeft: null,
  namesNobody: false,
  ignoredColumns: [],
  creator: 'admin',
  createdAt: '2026-11-23T08:00:00Z',
  finishedAt: null,
}

it('[MAN-12] a photograph that cannot be read goes by its name alone, and the rest of the batch is sent', async () => {
  const sent = answerCalls({
    [`POST /api/v2/imports/${id}/pictures`]: { added: 3, known: 0 },
    [`POST /api/v2/imports/${id}/finish`]: run,
  })
  const steps: number[] = []
  const files = [new File(['face'], 'W1.jpg'), unreadableFile('W2.jpg'), new File(['faces'], 'W3.jpg')]
  await uploadBatch(id, files, (done) => steps.push(done))
  expect(steps).toEqual([3])
  expect(sent.map(({ url }) => url.pathname.split('/').at(-1))).toEqual(['pictures', 'finish'])
  const { body } = sent[0]!
  if (!(body instanceof FormData)) throw new Error('no form was sent')
  expect(body.getAll('file').map((part) => part instanceof File && [part.name, part.size])).toEqual([
    ['W1.jpg', 4],
    ['W2.jpg', 0],
    ['W3.jpg', 5],
  ])
})
