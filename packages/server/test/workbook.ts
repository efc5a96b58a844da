import { CFB, type Range, utils, write } from '@e965/xlsx'

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
