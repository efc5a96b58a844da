/*
 * A line as an installer may see it. Only what is known to be harmless is shown: a field that nobody thought of is hidden, and so are names, cards,
 * passwords, keys, pictures and templates.
 */

export const hidden = '•••'

/** Words that commands and rows begin with. */
const words: ReadonlySet<string> = new Set(
  `DATA UPDATE DELETE QUERY COUNT SET GET OPTION OPTIONS CONTROL DEVICE USERINFO BIOPHOTO BIODATA USERPIC FINGERTMP FACE FVEIN FP
  ACCTIMEZONE ACCHOLIDAY ACCGROUP ATTLOG OPLOG ERRORLOG USER USERAUTHORIZE TIMEZONE HOLIDAY EXTUSER MULCARDUSER TRANSACTION TEMPLATEV10
  AC_UNLOCK AC_UNALARM REBOOT CHECK INFO LOG CLEAR RELOAD UPGRADE ENROLL_BIO ENROLL_FP ENROLL_MF VERIFY SUM FROM:`.split(
    /\s+/,
  ),
)

/** Fields whose values tell nothing of a person: of the protocol, of times, zones and rights, and of the terminal itself. */
const harmless = new RegExp(
  `^(?:${[
    'id|return|cmd|cmdid|sn|table|tablename|type|format|size|no|index|valid|count|packcnt|packidx|stamp|fielddesc|loop',
    'time|time_second|event|eventtype|eventaddr|doorid|inoutstatus|inoutstate|verifytype|verified|sensor|relay|alarm|door|devid',
    'pri|privilege|grp|group|tz|verify|startdatetime|enddatetime|starttime|endtime|uid|timezoneid|holiday|holidaytype|holidayname',
    'startdate|enddate|timezone|(?:sun|mon|tues?|wed|thurs?|fri|sat)(?:start|end|time[1-3])|hol[1-3]time[1-3]|authorize(?:timezone|door)id',
    'postbacktmpflag|datetime|servertz|errcode|errmsg|dataorigin|funswitch|majorver|minorver',
    'language|pushver|devicetype|pushoptionsflag|options|devicename|firmver|fwversion|pushversion|mac|ipaddress|netmask|gateipaddress',
    'machinetype|commtype|[a-z0-9]*count|[a-z0-9]*fun(?:on|list)?|[a-z0-9]*support|[a-z0-9]*version|newvfstyles|verifystyles|cmdformat',
    '[a-z]+stamp|errordelay|delay|requestdelay|transtimes|transinterval|transflag|transtables|realtime|encrypt|serverver|pushprotver|registry',
    'attphotobase64|pushoptions|timeoutsec|servername|door[0-9]{1,2}[a-z]+(?:time|type|delay)|volume|voltime|dtfmt|autopoweron|lockon',
  ].join('|')})$`,
)
/** The code of an error is none. */
const secret = /pass|pwd|secret|key|(?<!^err)code/

const isTime = (value: string) => /^\d{4}-\d\d-\d\d[ T]\d\d:\d\d:\d\d$/.test(value)
/** The numbers of people that this server gave: others may be what somebody typed. */
export const numberOfPerson = (value: string | undefined): number | undefined =>
  value !== undefined && /^[1-9]\d{8}$/.test(value) ? Number(value) : undefined

function hidePiece(piece: string): string {
  const at = piece.indexOf('=')
  const value = piece.slice(at + 1).trim()
  if (at < 0) return value === '' || isTime(value) || /^-?\d{1,3}$/.test(value) ? value : nineDigits(value)
  const name = piece.slice(0, at).trim()
  const word = name.replace(/^~/, '').toLowerCase()
  if (value === '') return `${name}=`
  if (word === 'pin') return `${name}=${nineDigits(value)}`
  const isShown = harmless.test(word) && !secret.test(word) && /^[\w.:;+\-/*()[\] ,]{0,80}$/.test(value)
  return `${name}=${isShown ? value : hidden}`
}

const nineDigits = (value: string) => (numberOfPerson(value) === undefined ? hidden : value)

/** Longer lines are pictures and templates, of which nothing is shown. */
const maxLine = 800

/** One line: fields between tabs, `&` or commas, after words of the protocol. */
export function hideValues(line: string): string {
  const cut = line.slice(0, maxLine)
  if (/^(?:C:\d{1,16}:)?CONTROL DEVICE [\da-f]{2,16}$/i.test(cut)) return cut
  const number = /^C:\d{1,16}:/.exec(cut)?.[0] ?? ''
  let rest = cut.slice(number.length)
  let head = number
  for (let word = wordOf(rest); word !== undefined; word = wordOf(rest)) {
    head += rest.slice(0, word.length)
    rest = rest.slice(word.length)
  }
  const separator = rest.includes('\t') ? '\t' : rest.includes('&') ? '&' : ','
  const pieces = rest.trim() === '' ? [] : rest.split(separator, 60).map(hidePiece)
  return (head + pieces.join(separator === '\t' ? '  ' : separator)).replaceAll('\t', ' ').trim()
}

/** The next word of the protocol with the blank after it. */
function wordOf(text: string): string | undefined {
  const [whole, word = ''] = /^([A-Za-z_]\w*:?)(?:[ \t]+|$)/.exec(text) ?? []
  return whole !== undefined && whole !== '' && words.has(word.toUpperCase()) ? whole : undefined
}
