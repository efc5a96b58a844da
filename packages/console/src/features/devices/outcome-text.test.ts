import {
  answeredWith,
  keptOwnValue,
  noAnswerCame,
  noSuchCommand,
  notReadable,
  tookItsPlace,
} from '@gatehouse/contract/device/outcome-words.ts'
import { beforeAll, expect, it } from 'vitest'
import { changeLanguage, currentText, loadTexts, startI18n } from '../../i18n/i18n.ts'
import { devicesTexts } from './devices-feature.ts'
import { outcomeText } from './outcome-text.ts'

beforeAll(async () => {
  await startI18n()
  await loadTexts(devicesTexts)
  await changeLanguage('zh')
})

it.each([
  [keptOwnValue, '终端保留了自己的值'],
  [noAnswerCame, '没有收到回复，不知道是否已执行'],
  [notReadable, '服务器无法读取已保存的指令'],
  [tookItsPlace, '已被另一条指令取代'],
  [noSuchCommand, '此终端没有这条指令'],
  [answeredWith(-1003, false), '执行失败，代码 -1003'],
  [answeredWith(-13, true), '没有这扇门（代码 -13），不再重复下发'],
])('the sentence of a driver “%s” is told in the language of its reader', (said, told) => {
  expect(outcomeText(said, currentText())).toBe(told)
})

it.each(['Motor blocked.', 'The terminal answered softly.', 'The terminal answered -13: or so.'])(
  'a device’s own sentence “%s” stays as it came',
  (said) => expect(outcomeText(said, currentText())).toBe(said),
)
