/** Numbers and times as people read them, by the reader's clock. */

const COUNT = new Intl.NumberFormat('en')
const DAY = new Intl.DateTimeFormat('en-GB', { weekday: 'short', day: 'numeric', month: 'short' })
const YEAR = new Intl.DateTimeFormat('en-GB', { weekday: 'short', day: 'numeric', month: 'short', year: 'numeric' })

export const formatCount = (value: number): string => COUNT.format(value)

/** `1 review`, `2 reviews`. */
export const many = (value: number, one: string): string => `${formatCount(value)} ${one}${value === 1 ? '' : 's'}`

export function share(part: number, whole: number): string {
  if (whole === 0 || part === 0) return ''
  const percent = (part / whole) * 100
  return percent < 1 ? '< 1 %' : percent > 99 && part < whole ? '> 99 %' : `${Math.round(percent)} %`
}

const two = (value: number): string => String(value).padStart(2, '0')

/** `14:02:33` */
export function clockTime(ts: number, seconds = true): string {
  const date = new Date(ts)
  if (Number.isNaN(date.getTime())) return '?'
  const minutes = `${two(date.getHours())}:${two(date.getMinutes())}`
  return seconds ? `${minutes}:${two(date.getSeconds())}` : minutes
}

/** `Tue 17 Nov` */
export function day(ts: number, withYear = false): string {
  return Number.isNaN(new Date(ts).getTime()) ? '?' : (withYear ? YEAR : DAY).format(ts).replace(',', '')
}

/** The time, with the day where that is not today. */
export function lately(ts: number): string {
  const isToday = new Date(ts).toDateString() === new Date().toDateString()
  return isToday ? clockTime(ts, false) : `${day(ts)} ${clockTime(ts, false)}`
}

/** `2026-11-17 14:02:33`: sorts as it reads. */
export function moment(ts: number): string {
  const date = new Date(ts)
  if (Number.isNaN(date.getTime())) return String(ts)
  return `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())} ${clockTime(ts)}`
}

/** From microseconds. */
export function took(duration: number): string {
  if (duration < 1000) return `${duration} µs`
  if (duration < 100_000) return `${(duration / 1000).toFixed(1)} ms`
  return duration < 1_000_000 ? `${Math.round(duration / 1000)} ms` : `${(duration / 1_000_000).toFixed(1)} s`
}

/** From milliseconds: `3 min`, `2.5 h`. */
export function lasted(milliseconds: number): string {
  const minutes = milliseconds / 60_000
  if (minutes < 1) return `${Math.round(milliseconds / 1000)} s`
  if (minutes < 90) return `${Math.round(minutes)} min`
  return minutes < 48 * 60 ? `${(minutes / 60).toFixed(1)} h` : `${Math.round(minutes / 1440)} days`
}

/** `soft_correction` as it is said. */
export const idAsWords = (id: string): string => id.replaceAll('_', ' ')

/** The beginning of an id, by which people know it. */
export const displayId = (id: string): string => (id.length > 13 ? `${id.slice(0, 8)}…` : id)
