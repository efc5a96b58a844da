import { read, type WorkBook } from '@e965/xlsx'
import { plainCsvText } from '@gatehouse/contract/csv.ts'
import type { Language } from '@gatehouse/contract/envelope.ts'

/** The encoding in which Excel saves a CSV that is not UTF-8: the code page of the country. */
const localEncodings: Record<Language, string> = { en: 'windows-1252', zh: 'gb18030', 'zh-tw': 'big5' }

/** The text of a CSV in UTF-8; undefined for bytes that are no text. */
export function textOfCsv(bytes: Uint8Array, language: Language): string | undefined {
  const text = decode(bytes, language)
  return text.includes('\u0000') ? undefined : text.replace(/^\ufeff/, '')
}

function decode(bytes: Uint8Array, language: Language): string {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return new TextDecoder('utf-16le').decode(bytes)
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return new TextDecoder('utf-16be').decode(bytes)
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return new TextDecoder(localEncodings[language]).decode(bytes)
  }
}

/** Spreadsheets of some countries divide by semicolons, "Unicode text" by tabs: whichever the first line has most of. */
function separatorOf(text: string): string {
  const line =
    text
      .slice(0, 20_000)
      .split(/[\r\n]/)
      .find((one) => one.trim() !== '') ?? ''
  const bare = line.replaceAll(/"[^"]*"/g, '')
  const [delimiter] = [',', ';', '\t'].toSorted((a, b) => bare.split(b).length - bare.split(a).length)
  return delimiter ?? ','
}

/**
 * A CSV as a workbook of texts: nothing in it becomes a number, a date or a formula. Texts that an export escaped for
 * spreadsheets are unescaped.
 */
export function bookOfCsv(text: string): WorkBook {
  // With this line, which Excel knows too, nothing is guessed: neither the separator nor another format.
  const book = read(`sep=${separatorOf(text)}\r\n${text}`, { type: 'string', raw: true, dense: true })
  for (const sheet of Object.values(book.Sheets))
    for (const cell of sheet['!data']?.flat() ?? []) if (typeof cell?.v === 'string') cell.v = plainCsvText(cell.v)
  return book
}
