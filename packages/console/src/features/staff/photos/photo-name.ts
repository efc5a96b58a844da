/** The person that the name of a photograph's file speaks of. */
type NamedPhoto = { name: string; number: string }

/** Names that cameras, phones and programs give to their pictures. */
const ofMachines =
  /^(img|dsc[nf]?|dcim|pxl|mvimg|p|win|sam|gopr|vid|cam|snap|photo|picture|image|scan|mmexport|fullsizerender|whatsapp image|screenshot|bildschirmfoto|wechat ?img|微信图片|微信圖片|屏幕截图|螢幕截圖|截图|照片|图片|圖片)[ _-]*(at )?[\d ._:()-]*(wa\d+)?$/iu
/** A digest or an id of a program, and a date or a moment alone. */
const ofPrograms = /^[\da-f]{8}-?[\da-f-]{8,}$|^\d{4}[-. ]?\d\d[-. ]?\d\d([ T_-]?\d\d[-.: ]?\d\d([-.: ]?\d\d)?)?$/iu
/** The marks of a second copy. */
const copyMark = /( ?\(\d+\)|[ -]+(copy|kopie|副本|拷贝|拷貝)( \d+)?)$/iu
/** A number of a person: digits, or a short prefix of letters before them. */
const numberForm = /^[a-z]{0,4}-?\d{3,}[a-z]?$/iu
/** Chinese names are written together with the number. */
const beforeHan = /^([a-z]{0,4}\d{3,})(?=\p{Script=Han})/iu
const afterHan = /(?<=\p{Script=Han})([a-z]{0,4}\d{3,})$/iu

const withCapitals = (name: string) =>
  name === name.toLowerCase() ? name.replaceAll(/(?<=^|[\s-])\p{Ll}/gu, (letter) => letter.toUpperCase()) : name

/** “Castro, Mina” is Mina Castro. */
const inOrder = (name: string) => {
  const [last, first, more] = name.split(/, ?/)
  return last && first && more === undefined ? `${first} ${last}` : name
}

/** `10023_王伟.JPG` is Wang Wei with the number 10023; `IMG_2041.jpg` says nothing. Both parts can be empty. */
export function namedPhoto(fileName: string): NamedPhoto {
  let rest = fileName
    .normalize('NFC')
    .replace(/\.\w{2,5}$/u, '')
    .replaceAll(/[_+]+/g, ' ')
    .trim()
  rest = rest.replace(copyMark, '').trim()
  if (ofMachines.test(rest) || ofPrograms.test(rest)) return { name: '', number: '' }
  rest = rest.replace(beforeHan, '$1 ').replace(afterHan, ' $1')
  const words = rest
    .split(/\s+|(?<=\d)-(?=\p{L}{2,})|(?<=\p{L}{2,})-(?=\d)/u)
    .filter((word) => word !== '' && word !== '-')
  const place = words.findIndex((word, at) => (at === 0 || at === words.length - 1) && numberForm.test(word))
  const number = words[place] ?? ''
  const name = words.filter((_, at) => at !== place).join(' ')
  // more digits than a name has: nobody is called so
  return { name: /\d{2}/u.test(name) ? '' : withCapitals(inOrder(name)), number }
}
