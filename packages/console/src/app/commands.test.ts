import { menuOf } from '@gatehouse/contract/navigation.ts'
import { roles } from '@gatehouse/contract/permissions.ts'
import { beforeAll, describe, expect, it } from 'vitest'
import { answerCalls } from '../../test/answer-calls.ts'
import { changeLanguage, currentText, loadTexts, startI18n } from '../i18n/i18n.ts'
import { actionsOf, matching, pagesFor, searchesOf } from './commands.ts'
import { paletteTexts } from '../i18n/common-texts.ts'

beforeAll(async () => {
  await startI18n()
  await changeLanguage('en')
  await loadTexts(paletteTexts)
})

const names = (commands: readonly { text: string }[]) => commands.map(({ text }) => text)

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
      'Change your password',
    ])
    expect(names(actionsOf('superAdmin', t))).toContain('Add a device')
  })

  it('the palette searches only the lists that the role may read', () => {
    const asked = (role: (typeof roles)[number]) => searchesOf(role, 'ada', currentText()).map(({ name }) => name)
    expect(asked('superAdmin')).toEqual(['staff', 'visitors', 'blacklist', 'devices', 'records'])
    expect(asked('visitorAdmin')).toEqual(['visitors', 'blacklist', 'records'])
    expect(asked('deviceAdmin')).toEqual(['devices'])
  })

  it('every typed word must occur in the title or its heading', () => {
    const pages = pagesFor('superAdmin', currentText())
    expect(names(matching(pages, 'att rules'))).toEqual(['Attendance rules'])
    expect(names(matching(pages, 'PERSONNEL vis'))).toEqual(['Visitors', 'Visitor groups'])
    expect(matching(pages, 'nothing like it')).toEqual([])
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
    const records = searchesOf('visitorAdmin', '13800000001', currentText()).find(({ name }) => name === 'records')
    await records?.query.queryFn?.({ signal: new AbortController().signal } as never)
    expect(calls.map(({ url }) => [url.pathname, url.searchParams.get('keyword')])).toEqual([
      ['/api/v2/records', '13800000001'],
      ['/api/v2/visitors', '13800000001'],
      ['/api/v2/records', 'Ada Quill'],
    ])
  })
})
