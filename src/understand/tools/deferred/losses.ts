/** What text that runs later loses, where no file of its kind is for that: on this machine, in containers and elsewhere, in production. */
import { basename, dirname } from '../../../common/path.ts'
import type { Effect } from '../../../model/action.ts'
import type { ToolContext } from '../action.ts'
import type { DeferredText, RunsOn } from './text.ts'

const PRECIOUS = /^(home|system|device|secret|persistence|safety_control|vcs)$/
const PRODUCTION = /(?<![a-z])(?:prod|production|prd|live)(?![a-z])/i
/** The directory of what is acted on. */
const ENTERS = /^[ \t]*(?:- )?cd[ \t]/
/** A line of SQL that chooses the database. */
const CHOOSES = /^[ \t]*(?:\\c(?:onnect)?|use)[ \t].*$/im
/** What a database loses. */
const LOSES = /^(drop|truncate|delete_all|flush|reset)/

/** What is kept elsewhere goes, and its name, the line that says so, or the file's own name, calls it production. */
export function losesProduction(
  { verb, target, details }: Effect,
  file: string,
  { text, isAll }: DeferredText,
): boolean {
  if (verb === 'rewrite_history') return details.deletes === true && (details.main === true || isOfList(text, details))
  const loses =
    verb === 'infrastructure' ? details.destroys === true : verb === 'data' && LOSES.test(String(details.sql))
  if (!loses) return false
  if (isAll || (verb === 'infrastructure' && isOfList(text, details))) return true
  if (PRODUCTION.test(`${target.value} ${details.environment} ${details.context}`) || PRODUCTION.test(basename(file)))
    return true
  if (PRODUCTION.test(CHOOSES.exec(text)?.[0] ?? '')) return true
  const words = String(details.program).split(' ')
  return text
    .split('\n')
    .some(line => PRODUCTION.test(line) && (words.every(word => line.includes(word)) || ENTERS.test(line)))
}

/** `gh repo list | xargs gh repo delete`: all that a listing gives is deleted, and nothing chooses among it. */
function isOfList(text: string, { via, program }: Effect['details']): boolean {
  if (!Array.isArray(via) || !via.includes('xargs')) return false
  const [name = ''] = String(program).split(' ')
  return text.split('\n').some(line => {
    const [before = '', after] = line.split(/\|\s*xargs\b/)
    return after?.includes(name) === true && before.includes(name) && !FILTERS.test(before)
  })
}

/** Words by which some of a listing are chosen. */
const FILTERS =
  /\bgrep\b|--filter|--query|--selector|\s-l\s|select\(|\bhead\b|\btail\b|--merged|--prefix|--tag|\bawk\b[^|]*(?:~|==|[<>])|\btest\b|preview|staging|stale|\bdev\b/

/** What somebody keeps; of what is run when it is asked for, what no clean-up is about. */
export function losesHere(
  { target, severity, recursive }: Effect,
  isByItself: boolean,
  { facts }: ToolContext,
): boolean {
  // `make uninstall` takes its own program out of a directory of the system.
  if (!isByItself && isOwnOfProgram(target.value)) return false
  if (severity === 'critical') return true
  if (target.root === true) return isByItself || recursive === true || target.class !== 'system'
  if (isByItself) return PRECIOUS.test(target.class)
  const isOfPerson = facts.homes.some(home => dirname(target.value) === home && !basename(target.value).startsWith('.'))
  return recursive === true && target.class === 'home' && isOfPerson
}

/** What no image and no set-up clears: the homes of all people, the data of databases. */
const DATA_OF_MACHINE = /^\/(home|var\/lib\/(mysql|postgresql|pgsql|mongodb?|redis|docker))(\/\*)?$/

/** `/etc/app`, `/var/lib/app`: what an uninstaller takes away again; not what systems have there themselves. */
function isOwnOfProgram(path: string): boolean {
  return (
    /^\/(etc|opt|srv|usr\/(local\/)?(share|lib|include)|var\/(lib|log|cache|spool|opt|www))\/[^/*]+/.test(path) &&
    !OF_SYSTEM.test(path)
  )
}

const OF_SYSTEM =
  /^\/(etc\/(ssh|ssl|pam\.d|systemd|cron[\w.]*|sudoers[\w.]*|apt|init\.d|network|passwd|shadow|group|hosts|fstab|default|security|profile[\w.]*)|usr\/(local\/)?(share|lib)\/(locale|man|doc|icons|systemd|python[\d.]*|x86_64[\w-]*|modules)|var\/lib\/(dpkg|apt|rpm|mysql|postgresql|docker|systemd|snapd))(\/|$)/

/** In a container the project is mounted; elsewhere only all there is counts, whose owner nobody knows. */
export function losesThere({ target }: Effect, place: RunsOn, { facts }: ToolContext): boolean {
  if (place === 'container' && target.root === true && target.class !== 'temp') return true
  return target.value === '/' || facts.homes.includes(target.value) || DATA_OF_MACHINE.test(target.value)
}
