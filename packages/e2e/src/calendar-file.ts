/** A calendar as public ones are: two holidays, and a Saturday that makes up for the second; timetables and rules read it. */
export const calendarFile = {
  name: 'holidays.ics',
  mimeType: 'text/calendar',
  buffer: Buffer.from(
    [
      'BEGIN:VCALENDAR',
      'BEGIN:VEVENT',
      'DTSTART;VALUE=DATE:20311001',
      'DTEND;VALUE=DATE:20311003',
      'SUMMARY:国庆节',
      'END:VEVENT',
      'BEGIN:VEVENT',
      'DTSTART;VALUE=DATE:20311011',
      'SUMMARY:国庆节 补班',
      'END:VEVENT',
      'END:VCALENDAR',
    ].join('\r\n'),
  ),
}
