import { describe, expect, it } from 'vitest'
import {
  abnormalTypeCodes,
  abnormalTypes,
  entryModeCodes,
  entryModes,
  personKindCodes,
  personKinds,
} from './vocabulary.ts'

describe('the words of passage', () => {
  it.each([
    ['person kinds', personKinds, personKindCodes],
    ['entry modes', entryModes, entryModeCodes],
    ['abnormal types', abnormalTypes, abnormalTypeCodes],
  ] as const)('no two %s share a number, and they stand in its order', (_what, words, codes) => {
    const numbers = Object.values<number>(codes)
    expect(Object.keys(codes)).toEqual(words)
    expect(new Set(numbers).size).toBe(words.length)
    expect(numbers).toEqual(numbers.toSorted((a, b) => a - b))
  })

  it('The words of passage keep the numbers that other systems know', () => {
    expect(personKindCodes).toEqual({ staff: 1, visitor: 2, stranger: 3, spoof: 4, blacklisted: 5 })
    expect(Object.values<number>(abnormalTypeCodes).filter((code) => code < 100_000)).toEqual([
      0, 10001, 10002, 10003, 20001, 20002, 30001, 30002, 30003, 40001, 50001, 70001, 70002, 90001,
    ])
  })
})
