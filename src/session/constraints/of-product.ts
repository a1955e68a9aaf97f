/** Whether what is not to be done is done by the program that is worked on: to a cookie, a timer, an entry of a list. */
import type { Constrained } from '../../model/session.ts'
import type { Lexicon } from './lexicon.ts'

/** What can be done to things of all kinds, of which most are no part of a project: a cookie, a timer, an entry of a list. */
const OF_THINGS: ReadonlySet<Constrained> = new Set(['delete', 'create', 'stop', 'run', 'send', 'publish'])

/** "Do not delete the last administrator": a rule for the program that is worked on. */
export function isOfProduct(
  clause: string,
  operations: readonly Constrained[],
  names: readonly string[],
  { backwards, database, dependencies, tests }: Lexicon,
): boolean {
  if (names.some(name => USERS.test(name)) && !operations.includes('send')) return true
  if (backwards || database.test(clause) || dependencies.test(clause) || tests.test(clause)) return false
  if (!IS_RULE.test(clause) && !operations.every(operation => OF_THINGS.has(operation))) return false
  if (TO_SOME_USERS.test(clause)) return true
  // Where nothing at all is meant, a name says where.
  if (AT_ALL.test(clause) || (NO_DATA.test(clause) && !operations.includes('send'))) return false
  if (names.some(isSurelyPart)) return false
  return names.some(name => !isPart(name, clause)) && !PUBLISHED.test(clause)
}

/** What is said of things of the program: "sent invoices must not be changed". */
const IS_RULE = /(?<!\p{L})(?:doi(?:t|vent)|deben?|dev(?:e|em|ono)|dürfen|mogen|должн\p{L}+)(?!\p{L})/iu
export const AT_ALL = /(?<!\p{L})(?:nichts|rien|nada|niente|nulla|niets|niks|ничего)(?!\p{L})/iu
export const NO_DATA =
  /(?<!\p{L})(?:keine?|aucune|ning[uú]n|nenhum|nessun|geen|никаких)\s+(?:daten|données?|datos?|dados?|dat[oi]|gegevens|данных)(?!\p{L})/iu
const USERS =
  /^(?:users?|nutzer\p{L}*|benutzer\p{L}*|kunden?|gäste?|utilisateurs?|usuarios?|usuários?|utent[ei]|gebruikers?|clients?|clientes?)$/iu
/** "Mails to inactive users": some of them, as only a program tells. */
const TO_SOME_USERS =
  /(?<!\p{L})(?:aux?|à des|a(?: los)?|para(?: os)?|agli|ai)\s+(?:utilisateurs?|usuarios?|usuários?|utenti|clients?|clientes|clienti)\s+(?!réels?|reales?|reais|reali|de |di )\p{L}+|(?<!\p{L})(?:an|naar|aan)\s+(?!echte|reale?)\p{Ll}+e[nr]?\s+(?:nutzer|benutzer|kunden|gebruikers|klanten)(?!\p{L})/iu
/** What is published, sent, run and stopped in the work on a project. */
const PUBLISHED =
  /(?<!\p{L})(?:e-?mails?|mails?|nachrichten?|correos?|mensajes?|mensagens|messaggi?|messages?|berichten|пис\p{L}+|сообщени\p{L}*|paquete?s?|pacotes?|pacchett[io]|paquets?|pakete?n?|pakket(?:ten)?|пакет\p{L}*|release|version(?:en)?|versión|versão|versione|versie|image|images|server[ns]?|serveurs?|servidor(?:es)?|сервер\p{L}*|sidecar|container[ns]?|s[ck]ripts?|skripte?s?|скрипт\p{L}*|instan[zc]\p{L}*|proze(?:ss|sse)|process(?:us|o|es)?|procesos?|процесс\p{L}*|cluster|jobs?|branch(?:es)?)(?!\p{L})/iu

/** A name that a part of a project has: written as names are, without an article, or beside the word for what it is. */
function isPart(name: string, clause: string): boolean {
  const named = name.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
  const has = (source: string) => new RegExp(source, 'iu').test(clause)
  if (isSurelyPart(name)) return true
  if (
    has(
      `(?:${KIND})\\s+(?:(?:de|del|de la|du|von|di|da|do|van)\\s+)?${named}(?!\\p{L})|(?<!\\p{L})${named}\\s(?:${KIND})`,
    )
  )
    return true
  const isPlain = /^\p{Ll}/u.test(name) && !/(?:e[nrsm]?|o|[ao]s)$/.test(name)
  return isPlain && !has(`(?<!\\p{L})(?:${ARTICLE})\\s*(?:\\p{L}+\\s+)?${named}(?!\\p{L})|${named}\\s+\\p{L}{4,}`)
}

/** Written as identifiers are, or a name that everybody knows. */
const isSurelyPart = (name: string): boolean => /[-_.\d]|[a-z][A-Z]/.test(name) || COMMON_PARTS.test(name)

const KIND =
  'modul[eo]?|módulo|pakete?|paquete?|pacote|pacchetto|pakket|diens(?:t|te)|service|servicio|serviço|servizio|komponente|component|composant|componente|klasse|s[ck]ripte?s?|skripte?s?|programme?|programma?|server|container|contenedor|job|worker|cluster|branch|tabell?e|tabla|tabela|datenbank|модул\\p{L}*|сервис\\p{L}*|скрипт\\p{L}*|контейнер\\p{L}*'
const ARTICLE =
  "der|die|das|den|dem|des|ein(?:e[nmrs]?)?|kein(?:e[nmrs]?)?|le|la|les|l['’]|une?|des|du|aux?|el|los|las|un|una|al|il|lo|i|gli|o|a|os|as|um|uma|de|het|een|en cada|chaque"
/** What people have beside what they write, and call by the same names everywhere. */
const COMMON_PARTS =
  /^(?:redis|postgres(?:ql)?|mysql|mariadb|mongo(?:db)?|nginx|apache|caddy|traefik|haproxy|envoy|varnish|memcached|etcd|consul|vault|nomad|zookeeper|mosquitto|influx\p{L}*|grafana|prometheus|loki|jenkins|gitlab|tomcat|gunicorn|uvicorn|uwsgi|puma|supervisord?|postfix|dovecot|unbound|dnsmasq|keepalived|minio|clickhouse|cassandra|solr|logstash|kibana|fluentd|telegraf|airflow|horizon|openvpn|wireguard|asterisk|kafka|rabbitmq|elastic\p{L}*|docker|kubernetes|k8s|celery|sidekiq|worker|queue|api|gateway|proxy|frontend|backend|web|app|auth|billing|checkout|legacy|staging|prod\p{L}*|build|cache|cron\p{L}*|readme|changelog|lockfile|docs?|dev)$/iu
