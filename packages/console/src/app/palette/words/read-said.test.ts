import { describe, expect, it } from 'vitest'
import { readSaid } from './read-said.ts'

/** A Friday. */
const now = '2026-11-27T09:12'
const said = (text: string) => {
  const [first] = readSaid(text, now)
  if (!first) return null
  const { verb, what, moment, host, where } = first
  return [verb, what, moment && `${moment.isUntil ? 'until ' : ''}${moment.start}/${moment.end}`, host, where]
    .filter(Boolean)
    .join(' | ')
}

describe('the action that somebody types', () => {
  it.each([
    ['open main entrance', 'open | main entrance'],
    ['Open the door main entrance', 'open | main entrance'],
    ['hold main entrance open', 'holdOpen | main entrance'],
    ['unlock side door', 'holdOpen | side door'],
    ['lock side door', 'holdClosed | side door'],
    ['main entrance back to normal', 'normal | main entrance'],
    ['lock down', 'lockdown'],
    ['lock down north works', 'lockdown | north works'],
    ['emergency open', 'emergency'],
    ['suspend quinn', 'suspend | quinn'],
    ['suspend quinn until monday', 'suspend | quinn | until 2026-11-30T00:00/2026-12-01T00:00'],
    ['suspend quinn harper for 2 hours', 'suspend | quinn harper | until 2026-11-27T11:12/2026-11-27T11:12'],
    ['suspend quinn until 18:00', 'suspend | quinn | until 2026-11-27T18:00/2026-11-27T18:00'],
    ['suspend quinn until 30 november', 'suspend | quinn | until 2026-11-30T00:00/2026-12-01T00:00'],
    ['suspend quinn next week', 'suspend | quinn | 2026-11-30T00:00/2026-12-07T00:00'],
    ['end suspension of quinn', 'resume | quinn'],
    ['visitor ada today', 'visitor | ada | 2026-11-27T00:00/2026-11-28T00:00'],
    [
      'visitor ada tomorrow 9:00-12:00 host felix moreau',
      'visitor | ada | 2026-11-28T09:00/2026-11-28T12:00 | felix moreau',
    ],
    ['visitor ada host felix tomorrow at 9', 'visitor | ada | 2026-11-28T09:00/2026-11-29T00:00 | felix'],
    ['visitor April Jones', 'visitor | April Jones'],
    [
      'why was quinn refused at main entrance yesterday',
      'why | quinn | 2026-11-26T00:00/2026-11-27T00:00 | main entrance',
    ],
    ['why was quinn not let in on monday?', 'why | quinn | 2026-11-23T00:00/2026-11-24T00:00'],
    ['打开正门', 'open | 正门'],
    ['让正门常开', 'holdOpen | 正门'],
    ['封锁', 'lockdown'],
    ['暂停 王伟 到周一', 'suspend | 王伟 | until 2026-11-30T00:00/2026-12-01T00:00'],
    ['暂停王伟到周一', 'suspend | 王伟 | until 2026-11-30T00:00/2026-12-01T00:00'],
    ['暂停王伟到下周三上午9点', 'suspend | 王伟 | until 2026-12-02T09:00/2026-12-02T09:00'],
    ['暂停王伟两小时', 'suspend | 王伟 | until 2026-11-27T11:12/2026-11-27T11:12'],
    ['暂停周一凡', 'suspend | 周一凡'],
    ['访客张三明天下午两点半接待人李四', 'visitor | 张三 | 2026-11-28T14:30/2026-11-29T00:00 | 李四'],
    ['明天访客张三', 'visitor | 张三 | 2026-11-28T00:00/2026-11-29T00:00'],
    ['为什么王伟昨天在正门被拒？', 'why | 王伟 | 2026-11-26T00:00/2026-11-27T00:00 | 正门'],
    ['暫停王偉到週一', 'suspend | 王偉 | until 2026-11-30T00:00/2026-12-01T00:00'],
    ['打開正門', 'open | 正門'],
    ['訪客張三今天18點', 'visitor | 張三 | 2026-11-27T18:00/2026-11-28T00:00'],
    ['為什麼王偉昨天在正門被拒', 'why | 王偉 | 2026-11-26T00:00/2026-11-27T00:00 | 正門'],
  ])('%s', (text, expected) => expect(said(text)).toBe(expected))

  it('an action whose last word is still to come is two: held open, held closed', () => {
    expect(readSaid('hold main en', now).map(({ verb, what }) => [verb, what])).toEqual([
      ['holdOpen', 'main en'],
      ['holdClosed', 'main en'],
    ])
  })

  it('a door whose name begins as the action does is among what may be meant', () => {
    expect(readSaid('开门厅', now).map(({ verb, what }) => [verb, what])).toContainEqual(['open', '门厅'])
  })

  it.each(['quinn harper', 'main entrance', '王伟', ''])('"%s" asks for nothing', (text) =>
    expect(readSaid(text, now)).toEqual([]),
  )
})
