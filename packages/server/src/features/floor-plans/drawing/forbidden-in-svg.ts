/*
 * An SVG is a program as much as a picture. It is drawn on the server, by a library that runs no script and fetches nothing, and only
 * the pixels are kept. So these would be harmless; but a file that has them would look different here than to the person who drew it,
 * or was made to do harm. It is refused with the name of what it has.
 */

/** Elements that a picture does not need, by any prefix of their namespace. */
const forbiddenElements = [
  'script',
  'foreignObject',
  'iframe',
  'object',
  'embed',
  'audio',
  'video',
  'handler',
  'listener',
]
const forbiddenElement = new RegExp(`<(?:[\\w.-]+:)?(${forbiddenElements.join('|')})(?=[\\s/>])`, 'i')

/** Those whose bytes below 128 are the letters that we look for. */
const plainEncodings = /^(?:utf-?8|us-ascii|iso-8859-\d{1,2}|windows-125\d)$/i

const attribute = /([\w.:-]+)\s*=\s*(?:"([^"]*)"|'([^']*)')/g
const namesFile = /^(?:[\w.-]+:)?(?:href|src|base)$/i
const cssReference = /url\(\s*(['"]?)(.*?)\1\s*\)/gis

/** A part of the same file, or a picture that is in it. */
const isInside = (target: string) => target === '' || /^(?:#|data:image\/(?:png|jpe?g|gif|webp)[;,])/i.test(target)

const decoded = (text: string) =>
  text
    .replaceAll(/&#x([0-9a-f]{1,6});/gi, (_, code: string) => letter(Number.parseInt(code, 16)))
    .replaceAll(/&#(\d{1,7});/g, (_, code: string) => letter(Number(code)))
    .replaceAll('&amp;', '&')

const letter = (code: number) => (code <= 0x10_ff_ff ? String.fromCodePoint(code) : '')

/**
 * The first thing in an SVG that a plan may not have, in no language: `<script>`, `<!ENTITY>`, `href="https://…"`. Null: there is
 * none. Undefined: the bytes are no text that can be read.
 */
export function forbiddenInSvg(bytes: Uint8Array): string | null | undefined {
  const text = textOf(bytes)
  if (text === undefined) return undefined
  if (/<!ENTITY/i.test(text) || /<!DOCTYPE[^>]*\[/i.test(text)) return '<!ENTITY>'
  if (/<\?xml-stylesheet/i.test(text)) return '<?xml-stylesheet?>'
  const element = forbiddenElement.exec(text)?.[1]
  if (element !== undefined) return `<${element}>`
  return forbiddenAttribute(text) ?? forbiddenStyle(text)
}

function forbiddenAttribute(text: string): string | null {
  for (const [, name = '', inDouble, inSingle] of text.matchAll(attribute)) {
    const value = decoded(inDouble ?? inSingle ?? '').trim()
    if (/^on[a-z]+$/i.test(name)) return `${name}="…"`
    if (namesFile.test(name) && !isInside(value)) return `${name}="${value.slice(0, 60)}"`
  }
  return null
}

function forbiddenStyle(text: string): string | null {
  const css = decoded(text)
  if (/@import/i.test(css)) return '@import'
  for (const [, , target = ''] of css.matchAll(cssReference)) {
    if (!isInside(target.trim())) return `url(${target.trim().slice(0, 60)})`
  }
  return null
}

function textOf(bytes: Uint8Array): string | undefined {
  const ascii = Buffer.from(bytes.subarray(0, 200)).toString('latin1')
  const encoding = /^[^<]*<\?xml[^>]*encoding\s*=\s*["']([^"']*)["']/i.exec(ascii)?.[1] ?? 'utf-8'
  if (!plainEncodings.test(encoding) || bytes.includes(0)) return undefined
  return Buffer.from(bytes).toString('latin1')
}
