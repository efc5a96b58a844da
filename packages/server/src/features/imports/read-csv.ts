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

/** The rows of a CSV by RFC 4180. Texts that an export escaped for spreadsheets are unescaped. */
export function rowsOfCsv(text: string): string[][] {
  const separator = separatorOf(text)
  const rows: string[][] = []
  let row: string[] = []
  let cell = ''
  let isQuoted = false
  const endCell = () => {
    row.push(plainCsvText(cell))
    cell = ''
  }
  const endRow = () => {
    endCell()
    rows.push(row)
    row = []
  }
  for (let at = 0; at < text.length; at++) {
    const letter = text[at] ?? ''
    if (isQuoted) {
      if (letter !== '"') cell += letter
      else if (text[at + 1] === '"') {
        cell += '"'
        at++
      } else isQuoted = false
    } else if (letter === '"' && cell === '') isQuoted = true
    else if (letter === separator) endCell()
    else if (letter === '\n') endRow()
    else if (letter !== '\r' || text[at + 1] !== '\n') cell += letter === '\r' ? '' : letter
    if (!isQuoted && letter === '\r' && text[at + 1] !== '\n') endRow()
  }
  if (cell !== '' || row.length > 0) endRow()
  return rows
}
