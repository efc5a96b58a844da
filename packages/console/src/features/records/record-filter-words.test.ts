import { QueryClient } from '@tanstack/react-query'
import { beforeAll, expect, it } from 'vitest'
import { answerCalls } from '../../../test/answer-calls.ts'
import { changeLanguage, currentText, loadTexts, startI18n } from '../../i18n/i18n.ts'
import { recordFilterWords } from './record-filter-words.ts'
import type { RecordListState } from './record-queries.ts'
import { recordsTexts } from './records-feature.ts'

beforeAll(async () => {
  await startI18n()
  await changeLanguage('en')
  await loadTexts(recordsTexts)
})

const person = { id: '0199aaaa-0000-7000-8000-000000000001', name: 'Rosa Grant', kind: 'staff', portraitId: null }

it('a deletion by filters names each filter, with the names of the selected items', async () => {
  answerCalls({ 'GET /api/v2/passage/people': [person] })
  const filter: RecordListState = {
    size: 20,
    keyword: 'Entrance',
    kind: 'staff',
    opened: false,
    personId: person.id,
    misrecognition: 'any',
    from: '2026-11-22T00:00:00Z',
  }
  const words = await recordFilterWords(filter, new QueryClient(), currentText())
  expect(words.map((said) => said.replace(/\d{4}-.*/, 'when'))).toEqual([
    'Search: “Entrance”',
    'Period: when',
    'Kind: Staff',
    'Result: Stayed closed',
    'Person: Rosa Grant',
    'Misrecognition: Marked',
  ])
})
