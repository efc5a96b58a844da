/// <reference types="emscripten" />
import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { init, type WrappedPdfiumModule } from '@embedpdf/pdfium'
import { RefusedDrawing } from './drawing-jobs.ts'

/** Four bytes a pixel: red, green, blue and one that says nothing. */
type PdfPage = { data: Uint8Array; width: number; height: number; pageCount: number }

/** Of PDFium's `fpdfview.h`: errors, and flags of a drawing. */
const passwordNeeded = 4
const securityUnknown = 5
const annotations = 0x01
const redBeforeBlue = 0x10
const white = 0xff_ff_ff_ff

/** The memory of the WebAssembly module: a page of 3,000 pixels takes 36 MB of it. */
const maxMemory = 512 * 1024 * 1024

type WasmMemory = { readonly buffer: ArrayBuffer; grow(pages: number): number }
/** The types of Node do not have it. */
declare const WebAssembly: { Memory: { prototype: WasmMemory } }

/** From now on no WebAssembly of this process gets more memory than that; whatever asks for it fails. */
function limitMemory(): void {
  // oxlint-disable-next-line typescript/unbound-method -- it is called with its object below
  const { grow } = WebAssembly.Memory.prototype
  WebAssembly.Memory.prototype.grow = function growWithin(this: WasmMemory, pages: number) {
    if (this.buffer.byteLength + pages * 65_536 > maxMemory) throw new RangeError('the file needs too much memory')
    return grow.call(this, pages)
  }
}

async function openLibrary(): Promise<WrappedPdfiumModule> {
  limitMemory()
  const wasm = await readFile(createRequire(import.meta.url).resolve('@embedpdf/pdfium/pdfium.wasm'))
  const pdfium = await init({ wasmBinary: new Uint8Array(wasm).buffer })
  pdfium.PDFiumExt_Init()
  return pdfium
}

/**
 * Draws one page, counted from 1, so that its longer side has `side` pixels. PDFium as it is in Chrome, but without JavaScript, and within
 * WebAssembly: a fault of it reaches no memory but its own. Nothing is closed: the process ends afterwards.
 * @throws RefusedDrawing floor-plan.unreadable, floor-plan.pdf-locked, floor-plan.no-such-page, floor-plan.too-complex
 */
export async function drawPdfPage(bytes: Uint8Array, page: number, side: number): Promise<PdfPage> {
  const pdfium = await openLibrary()
  const file = pdfium.pdfium.wasmExports.malloc(bytes.byteLength)
  pdfium.pdfium.HEAPU8.set(bytes, file)
  const document = pdfium.FPDF_LoadMemDocument(file, bytes.byteLength, '')
  if (!document) {
    const isLocked = [passwordNeeded, securityUnknown].includes(pdfium.FPDF_GetLastError())
    throw new RefusedDrawing(isLocked ? 'floor-plan.pdf-locked' : 'floor-plan.unreadable')
  }
  const pageCount = pdfium.FPDF_GetPageCount(document)
  if (pageCount < 1) throw new RefusedDrawing('floor-plan.unreadable')
  if (page > pageCount) throw new RefusedDrawing('floor-plan.no-such-page', { count: pageCount })
  const opened = pdfium.FPDF_LoadPage(document, page - 1)
  if (!opened) throw new RefusedDrawing('floor-plan.unreadable')
  return { ...drawOpened(pdfium, opened, side), pageCount }
}

function drawOpened(pdfium: WrappedPdfiumModule, page: number, side: number): Omit<PdfPage, 'pageCount'> {
  const size = { width: pdfium.FPDF_GetPageWidthF(page), height: pdfium.FPDF_GetPageHeightF(page) }
  const scale = side / Math.max(size.width, size.height)
  const [width, height] = [size.width * scale, size.height * scale].map((length) => Math.max(1, Math.round(length)))
  if (!width || !height || !Number.isFinite(scale)) throw new RefusedDrawing('floor-plan.unreadable')
  const bitmap = pdfium.FPDFBitmap_Create(width, height, 0)
  if (!bitmap) throw new RefusedDrawing('floor-plan.too-complex')
  pdfium.FPDFBitmap_FillRect(bitmap, 0, 0, width, height, white)
  pdfium.FPDF_RenderPageBitmap(bitmap, page, 0, 0, width, height, 0, annotations | redBeforeBlue)
  const start = pdfium.FPDFBitmap_GetBuffer(bitmap)
  const data = pdfium.pdfium.HEAPU8.slice(start, start + width * height * 4)
  return { data, width, height }
}
