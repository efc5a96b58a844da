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
const forbiddenElement = new RegExp(`<(?:[^\\s<>/:]+:)?(${forbiddenElements.join('|')})(?=[\\s/>])`, 'i')

/** Those whose bytes below 128 are the letters that we look for. */
const plainEncodings = /^(?:utf-?8|us-ascii|iso-8859-\d{1,2}|windows-125\d)$/i

const attribute = /([^\s<>/="']+)\s*=\s*(?:"([^"]*)"|'([^']*)')/g
const namesFile = /^(?:[^:]*:)?(?:href|src|base)$/i
/** Of an animation: the attribute that it changes. */
const namesAttribute = /^attributeName$/i
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
  const declaration = forbiddenDeclaration(text)
  if (declaration !== null) return declaration
  if (/<\?xml-stylesheet/i.test(text)) return '<?xml-stylesheet?>'
  const element = forbiddenElement.exec(text)?.[1]
  if (element !== undefined) return `<${element}>`
  return forbiddenAttribute(text) ?? forbiddenStyle(text)
}

/** Declarations of a document type give names, and attributes to elements, another meaning than they show. */
function forbiddenDeclaration(text: string): string | null {
  // Quoted names may contain any sign.
  if (/<!DOCTYPE(?:"[^"]*"|'[^']*'|[^"'>[])*\[/i.test(text)) return '<!ENTITY>'
  const name = /<!(?!--|DOCTYPE\b|\[CDATA\[)([a-z]*)/i.exec(text)?.[1]
  return name === undefined ? null : `<!${name}>`
}

function forbiddenAttribute(text: string): string | null {
  for (const [, name = '', inDouble, inSingle] of text.matchAll(attribute)) {
    const value = decoded(inDouble ?? inSingle ?? '').trim()
    if (/^on[a-z]+$/i.test(name)) return `${name}="…"`
    if (namesAttribute.test(name) && (namesFile.test(value) || /^on/i.test(value))) return `${name}="${value}"`
    if (namesFile.test(name) && !isInside(value)) return `${name}="${value.slice(0, 60)}"`
  }
  return null
}

function forbiddenStyle(text: string): string | null {
  const css = withoutCssEscapes(decoded(text))
  if (/@import/i.test(css)) return '@import'
  for (const [, , target = ''] of css.matchAll(cssReference)) {
    if (!isInside(target.trim())) return `url(${target.trim().slice(0, 60)})`
  }
  return null
}

/** Letters of a style sheet may be written as their numbers, or after a backslash. */
const withoutCssEscapes = (css: string) =>
  css
    .replaceAll(/\\([0-9a-f]{1,6})\s?/gi, (_, code: string) => letter(Number.parseInt(code, 16)))
    .replaceAll(/\\([^\s])/g, '$1')

/**
 * The text that the drawing library will read as well; undefined: it might read another one. So the whole of each declaration counts,
 * however long it is, and bytes that say UTF-8 have to be that. A compressed file begins with no `<`.
 */
function textOf(bytes: Uint8Array): string | undefined {
  const plain = Buffer.from(bytes).toString('latin1')
  if (bytes.includes(0) || !/^(?:\xEF\xBB\xBF)?\s*</.test(plain)) return undefined
  const declarations = [...plain.matchAll(/<\?xml(?![\w-])(.*?)(?:\?>|$)/gis)].map(([, inside = '']) => inside)
  const encodings = declarations.flatMap((inside) => (/encoding/i.test(inside) ? [encodingIn(inside)] : []))
  if (encodings.some((encoding) => !plainEncodings.test(encoding))) return undefined
  return encodings.every((encoding) => /^(?:utf-?8|us-ascii)$/i.test(encoding)) ? utf8TextOf(bytes) : plain
}

const encodingIn = (declaration: string) => /encoding\s*=\s*["']([^"']*)["']/i.exec(declaration)?.[1] ?? ''

function utf8TextOf(bytes: Uint8Array): string | undefined {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return undefined
  }
}
