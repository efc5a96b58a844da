import { cleanup } from '@testing-library/react'
import { afterEach, beforeAll, expect, it } from 'vitest'
import { hintDuringFirstQuestion } from '../../../../test/hint-during-first-question.tsx'
import { startI18n } from '../../../i18n/i18n.ts'
import { useMatrix } from './use-matrix.ts'

beforeAll(startI18n)
afterEach(cleanup)

it('the matrix loses no hint that comes during its first question', async () => {
  const useIt = () => useMatrix(undefined)
  const answer = { groups: [], doors: [], doorTotal: 0, sites: [], timetables: [], cells: [] }
  const questions = await hintDuringFirstQuestion({ useIt, path: '/api/v2/policies/matrix', topic: 'devices', answer })
  await expect.poll(questions).toBe(2)
})
