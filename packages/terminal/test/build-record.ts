import { randomUUIDv7 } from 'node:crypto'
import type { NewRecord } from '../src/state/terminal-state.ts'

export const buildRecord = (record: Partial<NewRecord> = {}): NewRecord => ({
  id: randomUUIDv7(),
  kind: 'stranger',
  personId: null,
  recognisedAt: '2026-11-20T09:00:00Z',
  entryMode: 'face',
  cosine: null,
  liveness: null,
  opened: false,
  abnormal: 'stranger',
  reasons: [{ code: 'face-not-known' }],
  faceBox: null,
  candidates: [],
  ...record,
})
