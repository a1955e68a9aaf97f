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
  if (verb === 'rewrite_history') return losesHistory(details, text)
  const loses =
    verb === 'infrastructure'
      ? details.destroys === true
      : verb === 'data' && (LOSES.test(String(details.sql)) || details.reset === true)
  if (!loses) return false
  if (isAll || (verb === 'infrastructure' && (isOfList(text, details) || IS_WHOLE_STORE.test(target.value))))
    return true
  if (PRODUCTION.test(`${target.value} ${details.environment} ${details.context}`) || PRODUCTION.test(basename(file)))
    return true
  if (PRODUCTION.test(CHOOSES.exec(text)?.[0] ?? '')) return true
  const words = String(details.program).split(' ')
  return text
    .split('\n')
    .some(line => PRODUCTION.test(line) && (words.every(word => line.includes(word)) || ENTERS.test(line)))
}

/** All of a store whose name says that somebody keeps it. */
const IS_WHOLE_STORE =
  /^(?:s3|gs|az|oss|b2|r2):\/\/[\w.-]*(?<![a-z])(?:customers?|archives?|backups?|records|invoices|ledgers?|payroll|vault)(?![a-z])[\w.-]*\/?\**$/i

/** Branches that are deleted, and a main branch or all of them put over what others have pushed, in the repository that the text is of. */
function losesHistory(details: Effect['details'], text: string): boolean {
  if (details.deletes === true && (details.main === true || isOfList(text, details))) return true
  if (details.remote !== 'origin' || details.forced !== true || details.main !== true) return false
  return (details.mirror === true || /\b(?:main|master|trunk)\b/.test(text)) && !OTHER_REPOSITORY.test(text)
}

/** What is pushed is another repository than the one that the text stands in, or follows one that it was made from. */
const OTHER_REPOSITORY = /\bgit\s[^\n|&;]*\b(?:init|clone|remote\s(?:add|set-url))\b|\bupstream\b/

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
  { target, severity, recursive, details }: Effect,
  isByItself: boolean,
  { facts }: ToolContext,
): boolean {
  if (details.place === 'remote') return losesOnServer(target.value)
  if (recursive === true && DATABASES.test(target.value)) return true
  // `make uninstall` takes its own program out of a directory of the system.
  if (!isByItself && isOwnOfProgram(target.value)) return false
  if (severity === 'critical') return true
  if (target.root === true) return isByItself || recursive === true || target.class !== 'system'
  if (isByItself) return PRECIOUS.test(target.class)
  const isOfPerson = facts.homes.some(home => dirname(target.value) === home && !basename(target.value).startsWith('.'))
  return recursive === true && target.class === 'home' && isOfPerson
}

/** The data of databases and of containers. */
const DATABASES =
  /^\/var\/lib\/(?:mysql|mariadb|postgresql|pgsql|mongo(?:db)?|redis|docker|elasticsearch|influxdb|clickhouse|cassandra|couchdb|neo4j|rabbitmq|libvirt|gitlab|gitea)(?:\/(?!te?mp\b|cache\b)|$)/
/** What no set-up clears: the homes of all people, what is kept for others. */
const OF_EVERYBODY = /^\/(?:home|srv|data|backups?|var\/(?:backups?|www))(?:\/\*)?$/
/** Directories by whose names people know what they keep. */
const KEPT =
  /\/(?:uploads?|db|databases?|data|backups?|media|storage|volumes|shared|archives?|pgdata|mysql|postgres\w*|mongo\w*|attachments|customers?|invoices|secrets|documents)(?:\/\*)?$/
const MADE_AGAIN = /\b(?:te?mp|cache|staging|test|old|build|dist|node_modules|previous|logs?)\b/

/** On a server only what is kept there counts: releases and what is built come and go. */
function losesOnServer(path: string): boolean {
  if (/^\/(?:\*|etc|usr|var|boot|root|opt|lib)?(?:\/\*)?$/.test(path) || OF_EVERYBODY.test(path)) return true
  return DATABASES.test(path) || (KEPT.test(path) && path.startsWith('/') && !MADE_AGAIN.test(path))
}

/** `/etc/app`, `/var/lib/app`: what an uninstaller takes away again; not what systems have there themselves. */
function isOwnOfProgram(path: string): boolean {
  return (
    /^\/(etc|opt|srv|usr\/(local\/)?(share|lib|include)|var\/(lib|log|cache|spool|opt|www))\/[^/*]+/.test(path) &&
    !OF_SYSTEM.test(path)
  )
}

const OF_SYSTEM =
  /^\/(etc\/(ssh|ssl|pam\.d|systemd|cron[\w.]*|sudoers[\w.]*|apt|init\.d|network|passwd|shadow|group|hosts|fstab|default|security|profile[\w.]*)|usr\/(local\/)?(share|lib)\/(locale|man|doc|icons|systemd|python[\d.]*|x86_64[\w-]*|modules)|var\/lib\/(dpkg|apt|rpm|mysql|postgresql|docker|systemd|snapd))(\/|$)/

/** In a container the project is mounted, and an image is made again; elsewhere only all there is counts, whose owner nobody knows. */
export function losesThere({ target, details }: Effect, place: RunsOn, { facts }: ToolContext): boolean {
  if (place === 'container' && target.root === true && target.class !== 'temp') return true
  if (target.value === '/' || facts.homes.includes(target.value) || /^\/home(?:\/\*)?$/.test(target.value)) return true
  if (place === 'image') return false
  if (details.place === 'remote') return losesOnServer(target.value)
  return DATABASES.test(target.value) || OF_EVERYBODY.test(target.value)
}
