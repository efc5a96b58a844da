import type { Language } from '../envelope.ts'
import type { ImportColumn, ImportProblem, ImportTexts } from '../import-columns.ts'
import { importEn } from './import-en.ts'
import { importZh } from './import-zh.ts'
import { importZhTw } from './import-zh-tw.ts'

export const importTexts: Record<Language, ImportTexts> = { en: importEn, zh: importZh, 'zh-tw': importZhTw }

/** One reason in words: "Phone: write it as 13800001009, …". */
export function problemText(
  language: Language,
  { problem, column, value }: { problem: ImportProblem; column?: ImportColumn | undefined; value?: string | undefined },
): string {
  const texts = importTexts[language]
  const form = problem === 'wrong-form' && column ? texts.forms[column] : undefined
  const words = form ?? texts.problems[problem].replace('{value}', value ?? '')
  return column ? texts.cell.replace('{column}', texts.columns[column]).replace('{words}', words) : words
}
