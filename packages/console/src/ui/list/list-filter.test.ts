import { describe, expect, it } from 'vitest'
import { periodOf, suggestionsFor, type ListFilter } from './list-filter.ts'

const result: ListFilter = {
  key: 'opened',
  label: 'Result',
  options: [
    { value: 'true', label: 'Opened' },
    { value: 'false', label: 'Stayed closed' },
  ],
}
const door: ListFilter = {
  key: 'deviceId',
  label: 'Door',
  source: { key: ['devices'], find: async () => [], name: async () => undefined },
}
const filters = [result, door]
const wordsOf = (text: string, chosen?: ListFilter, values: { value: string; label: string }[] = []) =>
  suggestionsFor(filters, { chosen, text, values }).map((one) =>
    one.kind === 'field' ? one.filter.label : `${one.filter.label}: ${one.choice.label}`,
  )

describe('[DEV-01] a text in the field of filters', () => {
  it('every field is offered before anything is typed', () => {
    expect(wordsOf('')).toEqual(['Result', 'Door'])
  })

  it('a text finds fields by their name and values by theirs', () => {
    expect(wordsOf('res')).toEqual(['Result'])
    expect(wordsOf('CLOSED ')).toEqual(['Result: Stayed closed'])
    expect(wordsOf('quinn')).toEqual([])
  })

  it('with a field chosen, its values are offered; what the server found is not sifted again', () => {
    expect(wordsOf('op', result, [...('options' in result ? result.options : [])])).toEqual(['Result: Opened'])
    expect(wordsOf('haupt', door, [{ value: '1', label: 'Main entrance' }])).toEqual(['Door: Main entrance'])
  })
})

describe('a period by its word', () => {
  it('yesterday ends where today begins, and seven days end with today', () => {
    const [today, yesterday, week] = [periodOf('today'), periodOf('yesterday'), periodOf('week')]
    expect(yesterday?.to).toBe(today?.from)
    expect(week?.to).toBe(today?.to)
    expect(periodOf('sometime')).toBeUndefined()
  })
})
