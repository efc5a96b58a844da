import { CFB, type Range, utils, write } from '@e965/xlsx'

/** The same `.xls` with a record that the library does not know, at the end of its last sheet, as newer programs write. */
export function withUnknownRecord(bytes: Buffer): Buffer {
  /* oxlint-disable typescript/no-unsafe-call, typescript/no-unsafe-assignment, typescript/no-unsafe-member-access -- the library types this part of itself as any */
  const container = CFB.read(bytes, { type: 'buffer' })
  const stream = CFB.find(container, '/Workbook')
  const content = Buffer.from(stream.content as Uint8Array)
  const end = content.lastIndexOf(Buffer.of(0x0a, 0, 0, 0))
  stream.content = Buffer.concat([content.subarray(0, end), Buffer.of(0x24, 0x02, 0, 0), content.subarray(end)])
  stream.size = stream.content.length
  return Buffer.from(CFB.write(container, { type: 'buffer' }) as Buffer)
  /* oxlint-enable */
}

type Cell = string | number | boolean | null | undefined

/** A workbook in the format of Excel 97 (`.xls`), or another one under any name. */
export function workbook(
  rows: Cell[][],
  {
    format = 'biff8',
    macros = false,
    hasLongText = false,
    merges = [],
  }: { format?: 'biff8' | 'xlsx' | 'csv'; macros?: boolean; hasLongText?: boolean; merges?: Range[] } = {},
): Buffer {
  const book = utils.book_new()
  utils.book_append_sheet(book, { ...utils.aoa_to_sheet(rows), '!merges': merges }, 'Sheet1')
  const bytes = Buffer.from(write(book, { type: 'buffer', bookType: format, bookSST: hasLongText }) as Buffer)
  if (!macros) return bytes
  /* oxlint-disable typescript/no-unsafe-call, typescript/no-unsafe-assignment -- the library types this part of itself as any */
  const container = CFB.read(bytes, { type: 'buffer' })
  CFB.utils.cfb_add(container, '/_VBA_PROJECT_CUR/VBA/dir', Buffer.from('a macro'))
  return Buffer.from(CFB.write(container, { type: 'buffer' }) as Buffer)
  /* oxlint-enable */
}
