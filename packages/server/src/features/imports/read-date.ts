const months = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec']

/**
 * A day as office lists write it: `1990-01-05`, `1990/1/5`, `1990年1月5日`, `19900105`, `5.1.1990` (points: the day first, as
 * everywhere that writes them), `31/12/1990`, `5 Jan 1990`, each with or without a time of midnight. `ambiguous`:
 * `05/06/2021` is two days, one in London and one in New York. undefined: no day of the calendar.
 */
export function readDate(text: string): string | undefined {
  const typed = text
    .normalize('NFKC')
    .replace(/[\sT]+0?0:00(:00(\.0+)?)?Z?$/, '')
    .trim()
  const byYear =
    /^(\d{4})([-/.])(\d{1,2})\2(\d{1,2})$/.exec(typed)?.filter((_, group) => group !== 2) ??
    /^(\d{4})\s*年\s*(\d{1,2})\s*月\s*(\d{1,2})\s*[日号號]?$/.exec(typed) ??
    /^(\d{4})(\d\d)(\d\d)$/.exec(typed)
  if (byYear) return day(byYear[1], byYear[2], byYear[3])
  const byPoints = /^(\d{1,2})\.\s?(\d{1,2})\.\s?(\d{4})$/.exec(typed)
  if (byPoints) return day(byPoints[3], byPoints[2], byPoints[1])
  const byName = /^(\d{1,2})[\s.-]+(\p{L}{3,9})\.?[\s,-]+(\d{4})$/u.exec(typed)
  if (byName) return day(byName[3], monthOf(byName[2]), byName[1])
  const byNameFirst = /^(\p{L}{3,9})\.?\s+(\d{1,2}),?\s+(\d{4})$/u.exec(typed)
  if (byNameFirst) return day(byNameFirst[3], monthOf(byNameFirst[1]), byNameFirst[2])
  const [, one = '', other = '', year] = /^(\d{1,2})[/-](\d{1,2})[/-](\d{4})$/.exec(typed) ?? []
  const [dayFirst, monthFirst] = [day(year, other, one), day(year, one, other)]
  return dayFirst && monthFirst && dayFirst !== monthFirst ? 'ambiguous' : (dayFirst ?? monthFirst)
}

const monthOf = (name = '') => String(months.indexOf(name.slice(0, 3).toLowerCase()) + 1)

function day(year = '', month = '', date = ''): string | undefined {
  try {
    return Temporal.PlainDate.from(
      { year: Number(year), month: Number(month), day: Number(date) },
      { overflow: 'reject' },
    ).toString()
  } catch {
    return undefined
  }
}
