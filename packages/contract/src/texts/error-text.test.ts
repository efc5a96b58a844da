import { describe, expect, it } from 'vitest'
import { languages } from '../envelope.ts'
import { errorDefinitions, type ErrorCode } from '../errors.ts'
import { apiRoutes } from '../routes.ts'
import { errorText } from './error-text.ts'

const codes = Object.keys(errorDefinitions) as ErrorCode[]
const placeholders = (text: string) =>
  [...text.matchAll(/\{(\w+)\}/g)].map(([, name]) => name ?? '').toSorted((a, b) => (a < b ? -1 : 1))

describe('the error table', () => {
  it.each(codes)('[ERR-03] the error %s has a text in every language, with the same placeholders', (code) => {
    for (const language of languages) {
      expect(errorDefinitions[code][language].length).toBeGreaterThan(3)
      expect(placeholders(errorDefinitions[code][language])).toEqual(placeholders(errorDefinitions[code].en))
    }
  })

  it('[ERR-03] the error table holds every code that a route names', () => {
    const named = [...apiRoutes.values()].flatMap((route) => [...route.errors])
    expect(named.filter((code) => !codes.includes(code))).toEqual([])
  })

  it('[ERR-03] the three languages are three texts', () => {
    for (const code of codes)
      expect(new Set(languages.map((language) => errorDefinitions[code][language])).size, code).toBe(3)
  })

  it('a text fills its placeholders, and shows nothing for a missing detail', () => {
    expect(errorText('department.has-members', 'en', { count: 12 })).toBe(
      'This department still has 12 people. Move them first.',
    )
    expect(errorText('department.has-members', 'en', { count: 1 })).toBe(
      'This department still has 1 person. Move them first.',
    )
    expect(errorText('import.too-many', 'en', { limit: 10_000 })).toContain('at most 10,000 pictures')
    expect(errorText('department.has-members', 'zh', {})).toBe('该部门下还有  人，请先将他们移走。')
    expect(errorText('department.has-members', 'zh', {}, '…')).toBe('该部门下还有 … 人，请先将他们移走。')
  })

  it('[ERR-03] a text names the default groups and the default rule in its own language', () => {
    const uses = { count: 2, names: 'Gate – Default staff group, Lab – Default staff group 2' }
    expect(errorText('timetable.in-use', 'zh', uses)).toContain('：Gate – 默认员工组, Lab – Default staff group 2。')
    expect(errorText('timetable.in-use', 'en', uses)).toContain(uses.names)
    expect(errorText('policy.group-kind', 'zh-tw', { name: 'Default blacklist group' })).toContain('預設黑名單群組')
  })
})
