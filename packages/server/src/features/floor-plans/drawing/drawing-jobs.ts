import type { ErrorCode } from '@gatehouse/contract/errors.ts'

/** The memory of the process that draws; one that takes more is given up. */
export const maxProcessBytes = 1_024 * 1024 * 1024

/** A file to be drawn: at most so many pixels on its longer side; of a PDF this page, counted from 1. */
export type DrawingJob = { bytes: Uint8Array; page: number; maxSide: number }

export type Drawing = {
  bytes: Uint8Array
  contentType: 'image/png' | 'image/jpeg'
  width: number
  height: number
  /** Whether it is drawn in light lines on a dark ground. */
  isDark: boolean
  /** 1 for anything but a PDF. */
  pageCount: number
}

export type DrawingRefusal = { code: ErrorCode & `floor-plan.${string}`; params?: Record<string, string | number> }

export type DrawingAnswer = { kind: 'drawn'; drawing: Drawing } | ({ kind: 'refused' } & DrawingRefusal)

/** Thrown while a file is drawn; the error of the caller is made from it. */
export class RefusedDrawing extends Error implements DrawingRefusal {
  readonly code: DrawingRefusal['code']
  readonly params: Record<string, string | number>

  constructor(code: DrawingRefusal['code'], params: Record<string, string | number> = {}) {
    super(code)
    this.name = 'RefusedDrawing'
    this.code = code
    this.params = params
  }
}
