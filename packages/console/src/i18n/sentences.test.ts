import { expect, it } from 'vitest'
import { sentences } from './sentences.ts'

const cases: [parts: (string | false | null | undefined)[], said: string][] = [
  [['One.', 'Another.'], 'One. Another.'],
  [['一句。', '另一句。'], '一句。另一句。'],
  [['还有吗？', '（没有）', 'Ada 可以。'], '还有吗？（没有）Ada 可以。'],
  [['One.', false, null, undefined, '', 'Another.'], 'One. Another.'],
  [['', 'One.'], 'One.'],
  [[], ''],
]

it.each(cases)('the sentences %j are written as %j', (parts, said) => expect(sentences(...parts)).toBe(said))
