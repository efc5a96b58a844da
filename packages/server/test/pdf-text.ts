import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { init } from '@embedpdf/pdfium'

/** The text of each page of a PDF, as Chrome's reader finds it; spaces and line ends between texts are single spaces. */
export async function pdfText(bytes: Uint8Array): Promise<string[]> {
  const wasm = await readFile(createRequire(import.meta.url).resolve('@embedpdf/pdfium/pdfium.wasm'))
  const pdfium = await init({ wasmBinary: new Uint8Array(wasm).buffer })
  pdfium.PDFiumExt_Init()
  const { malloc } = pdfium.pdfium.wasmExports
  const file = malloc(bytes.byteLength)
  pdfium.pdfium.HEAPU8.set(bytes, file)
  const document = pdfium.FPDF_LoadMemDocument(file, bytes.byteLength, '')
  if (!document) throw new Error('this is no PDF')
  return Array.from({ length: pdfium.FPDF_GetPageCount(document) }, (_, index) => {
    const page = pdfium.FPDFText_LoadPage(pdfium.FPDF_LoadPage(document, index))
    const count = pdfium.FPDFText_CountChars(page)
    const text = malloc((count + 1) * 2)
    pdfium.FPDFText_GetText(page, 0, count, text)
    return new TextDecoder('utf-16le')
      .decode(pdfium.pdfium.HEAPU8.slice(text, text + count * 2))
      .replaceAll(/\s+/g, ' ')
  })
}
