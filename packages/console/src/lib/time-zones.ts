/** Time zones that a browser lists under one of their names, and large cities whose name no zone bears. */
const otherNames = [
  'Asia/Kolkata Asia/Calcutta Mumbai Delhi Bengaluru Chennai 孟买 孟買 德里',
  'Asia/Shanghai Beijing Shenzhen Guangzhou Chongqing 上海 北京 深圳 广州 廣州 重庆 重慶',
  'Asia/Taipei 台北 臺北',
  'Asia/Hong_Kong 香港',
  'Asia/Macau Macao 澳门 澳門',
  'Asia/Ho_Chi_Minh Asia/Saigon Hanoi',
  'Asia/Kathmandu Asia/Katmandu',
  'Asia/Yangon Asia/Rangoon',
  'Europe/Kyiv Europe/Kiev',
  'Atlantic/Faroe Atlantic/Faeroe',
  'America/Nuuk America/Godthab',
  'America/Argentina/Buenos_Aires America/Buenos_Aires',
  'America/Los_Angeles San_Francisco Seattle',
  'America/New_York Washington Boston',
].map((line) => ({ zones: new Set(line.split(' ')), text: plain(line) }))

function plain(text: string): string {
  return text
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .replaceAll(/[_/\s-]+/g, ' ')
    .trim()
    .toLowerCase()
}

/** `纽约时间`, `India Time`: the name of a zone in a language, where the browser knows one. */
function nameIn(language: string, timeZone: string): string {
  const parts = new Intl.DateTimeFormat(language, { timeZone, timeZoneName: 'shortGeneric' }).formatToParts(0)
  return parts.find(({ type }) => type === 'timeZoneName')?.value ?? ''
}

/** By language and zone. A formatter is dear, so one is made only for a search that needs the name. */
const names = new Map<string, string>()

function knownName(language: string, timeZone: string): string {
  const key = `${language} ${timeZone}`
  const known = names.get(key) ?? plain(nameIn(language, timeZone))
  names.set(key, known)
  return known
}

/** Whether a zone is meant by what somebody types: its id with spaces, another name of it, a large city, or its name in their language. */
export function matchesZone(typed: string, timeZone: string, language: string): boolean {
  const wanted = plain(typed)
  if (plain(timeZone).includes(wanted)) return true
  if (otherNames.some(({ zones, text }) => zones.has(timeZone) && text.includes(wanted))) return true
  return knownName(language, timeZone).includes(wanted)
}
