import { createHash } from 'node:crypto'
import type { ZkContext } from './zk-context.ts'

/** The documents' blocks of a file that is fetched in parts. */
const blockBytes = 1024 * 1024

/** Installs firmware whose file begins with a line that says its version. Gives the code of the answer, and the version that it runs after a restart. */
export async function upgradeFirmware(context: ZkContext, command: string): Promise<{ code: number; version: string }> {
  const { state, faults } = context
  const pieces = new Map(
    command
      .slice('UPGRADE '.length)
      .split(',')
      .map((piece): [string, string] => {
        const at = piece.indexOf('=')
        return [piece.slice(0, at), piece.slice(at + 1)]
      }),
  )
  const [url, size] = [pieces.get('url') ?? '', Number(pieces.get('size'))]
  const failed = (code: number) => ({ code, version: state.firmware })
  const inParts = pieces.get('supportsubcontracting') === '1'
  // It would expect the file in base64.
  if (!inParts && pieces.get('type') !== '1') return failed(-620)
  state.acts.push('UPGRADE')
  const file = inParts ? await fetchParts(context, url, size) : await fetchPart(context, url, undefined)
  if (!file || faults.cutsFile) return failed(-1008)
  if (faults.spoilsFile) file[0] = 0
  if (file.length !== size) return failed(-9)
  if (createHash('md5').update(file).digest('hex') !== pieces.get('checksum')) return failed(-720)
  const version = /^firmware ([^\n]{1,64})\n/.exec(file.subarray(0, 100).toString('latin1'))?.[1]
  return { code: 0, version: faults.keepsVersion || version === undefined ? state.firmware : version }
}

async function fetchParts(context: ZkContext, url: string, size: number): Promise<Buffer | undefined> {
  const parts: Buffer[] = []
  for (let from = 0; from < size; from += blockBytes) {
    const part = await fetchPart(context, url, { from, to: from + blockBytes - 1 })
    if (!part || (context.faults.cutsFile && from > 0)) return undefined
    parts.push(part)
  }
  return Buffer.concat(parts)
}

async function fetchPart(
  { serialNumber, send }: ZkContext,
  url: string,
  range: { from: number; to: number } | undefined,
): Promise<Buffer | undefined> {
  const { status, bytes } = await send({
    method: 'GET',
    path: `/iclock/file?SN=${serialNumber}&url=${url}`,
    ...(range && { range: `bytes=${range.from}-${range.to}` }),
  })
  return status === 200 || status === 206 ? bytes : undefined
}
