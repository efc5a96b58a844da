import { menuOf } from '@gatehouse/contract/navigation.ts'
import { roles } from '@gatehouse/contract/permissions.ts'
import { QueryClient } from '@tanstack/react-query'
import { beforeAll, describe, expect, it } from 'vitest'
import { answerCalls } from '../../../test/answer-calls.ts'
import { paletteTexts } from '../../i18n/common-texts.ts'
import { changeLanguage, currentText, loadTexts, startI18n } from '../../i18n/i18n.ts'
import { actionsOf, beginningsOf, matching, pagesFor } from './place-options.ts'
import { hostQueries, peopleQueries, recordQueries } from './searches.ts'

beforeAll(async () => {
  await startI18n()
  await changeLanguage('en')
  await loadTexts(paletteTexts)
})

const names = (options: readonly { text: string }[]) => options.map(({ text }) => text)

describe('the palette', () => {
  it.each(roles)('the role %s finds the pages of its own menu and no others', (role) => {
    const keys = pagesFor(role, currentText()).map(({ key }) => key)
    expect(keys).toEqual(menuOf(role).flatMap(({ entries }) => entries.map((entry) => `page-${entry}`)))
  })

  it('the palette offers the actions that the role may do', () => {
    const t = currentText()
    expect(names(actionsOf('visitorAdmin', t))).toEqual([
      'Add a visitor',
      'Add somebody to the blacklist',
      'Search everybody by photograph',
      'See who is inside',
      'Change your password',
    ])
    expect(names(actionsOf('superAdmin', t))).toContain('Add a device')
    expect(names(beginningsOf('', 'visitorAdmin', t))).toEqual([
      'Suspend somebody',
      'End a suspension',
      'Let a visitor in',
      'Why was somebody refused?',
    ])
    expect(names(beginningsOf('', 'subAdmin', t))).toEqual(['Why was somebody refused?'])
    expect(names(beginningsOf('', 'deviceAdmin', t))).toEqual([
      'Open a door',
      'Hold a door open',
      'Lock down',
      'Open doors in an emergency',
    ])
  })

  it('the first letters of an action offer its words, which are then written', () => {
    const [option] = beginningsOf('susp', 'superAdmin', currentText())
    expect(option?.act).toEqual({ kind: 'write', text: 'suspend ' })
  })

  it('the palette searches only the lists that the role may read', () => {
    const asked = (role: (typeof roles)[number]) =>
      [
        ...peopleQueries(role, 'ada'),
        ...hostQueries(role, 'ada'),
        ...recordQueries(role, { keyword: 'ada', doorId: undefined }),
      ].map(({ queryKey: [topic] }) => topic)
    expect(asked('superAdmin')).toEqual(['staff', 'visitors', 'blacklist', 'visitors', 'records'])
    expect(asked('visitorAdmin')).toEqual(['visitors', 'blacklist', 'visitors', 'records'])
    expect(asked('deviceAdmin')).toEqual([])
  })

  it('every typed word must occur in the title or its heading', () => {
    const pages = pagesFor('superAdmin', currentText())
    expect(names(matching(pages, 'att rules'))).toEqual(['Attendance rules'])
    expect(names(matching(pages, 'PERSONNEL vis'))).toEqual(['Visitors', 'Visitor groups'])
    expect(matching(pages, 'nothing like it')).toEqual([])
  })

  it.each([
    ['en', 'who is inside'],
    ['zh', '谁在里面'],
    ['zh-tw', '誰在場'],
  ] as const)('in %s "%s" leads to the people who are inside', async (language, typed) => {
    await changeLanguage(language)
    const found = matching(actionsOf('visitorAdmin', currentText()), typed)
    await changeLanguage('en')
    expect(found.map(({ act }) => act)).toEqual([{ kind: 'go', to: '/sign/inside' }])
  })

  it('a number finds the records of the person who has it', async () => {
    const calls = answerCalls({
      'GET /api/v2/records': { items: [], next: null },
      'GET /api/v2/visitors': {
        items: [
          {
            id: '0198a000-0000-7000-8000-000000000003',
            name: 'Ada Quill',
            company: null,
            purpose: null,
            host: null,
            groups: [],
            validFromAt: '2026-11-01T00:00:00Z',
            validToAt: '2026-12-01T00:00:00Z',
            status: 'effective',
            suspension: null,
            guestRating: null,
            phone: '13800000001',
            portraitId: null,
            createdAt: '2026-11-01T00:00:00Z',
          },
        ],
        next: null,
      },
    })
    const client = new QueryClient()
    for (const query of recordQueries('visitorAdmin', { keyword: '13800000001', doorId: undefined }))
      await client.fetchQuery(query)
    expect(calls.map(({ url }) => [url.pathname, url.searchParams.get('keyword')])).toEqual([
      ['/api/v2/records', '13800000001'],
      ['/api/v2/visitors', '13800000001'],
      ['/api/v2/records', 'Ada Quill'],
    ])
  })
})
