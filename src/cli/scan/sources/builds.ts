/** Build files, images and containers: run when somebody asks for them. */
import { isRecord } from '../../../common/is-record.ts'
import { dockerfileTexts } from '../../../understand/tools/deferred/dockerfile.ts'
import { wordFor } from '../../../understand/tools/deferred/text.ts'
import { lineAt, lineOf, lineOfKey } from '../lines.ts'
import type { ScannedCommand, ScannedFile, ScanSource, SourceResult, Trigger } from '../model.ts'
import { jsonOf, listOf, readCommands, stringsOf, yamlOf } from './texts.ts'

const onRequest = (when: string): Trigger => ({ when, starts: 'on_request' })
const MAKE = onRequest('on make')
const JUST = onRequest('on just')
const TASK = onRequest('on task')
const RAKE = onRequest('on rake')

/**
 * A script that ADD fetches and a later line runs. Only then is the image's text a matter of one command: the review reads the lines of RUN by
 * themselves.
 */
function readDockerfile(file: ScannedFile): SourceResult {
  const added = [...file.text.matchAll(/^[ \t]*ADD[ \t]+(?:--\S+[ \t]+)*(https?:\/\/\S+)[ \t]+(\S+)/gim)]
  const runs = dockerfileTexts(file.text).map(({ text }) => text)
  return {
    commands: added.flatMap(match => {
      const [, url = '', to = ''] = match
      const path = to.endsWith('/') ? `${to}${url.split('/').at(-1)}` : to
      const using = runs.filter(text => isScriptRun(text, path))
      if (using.length === 0) return []
      return [
        {
          when: 'on docker build',
          starts: 'elsewhere' as const,
          text: `curl -fsSL ${wordFor(url)} -o ${wordFor(path)}\n${using.join('\n')}`,
          line: lineAt(file.text, match.index),
        },
      ]
    }),
  }
}

/** Given to an interpreter, or by its name a script of one: a program that an image starts with is fetched in the same way. */
function isScriptRun(text: string, path: string): boolean {
  const at = text.indexOf(path)
  if (at < 0) return false
  return (
    /\.(sh|bash|py|pl|rb|js)$/.test(path) ||
    /(?:^|[\s;&|])(?:(?:ba|z|da)?sh|python3?|perl|ruby|node|source|\.)(?:\s+-\S+)*\s+$/.test(text.slice(0, at))
  )
}

/** What a container is given of this machine, as the call that would start it. */
function readCompose(file: ScannedFile): SourceResult {
  const { data, problem } = yamlOf(file)
  const services = isRecord(data.services) ? Object.entries(data.services) : []
  const commands = services.flatMap(([name, service]) =>
    isRecord(service) ? containerOf(service, lineOfKey(file.text, name), onRequest('on docker compose up')) : [],
  )
  return { commands, ...(problem !== undefined && { problem }) }
}

function containerOf(
  service: Readonly<Record<string, unknown>>,
  line: number,
  trigger: Trigger,
): readonly ScannedCommand[] {
  const volumes = listOf(service.volumes).flatMap(volume => {
    if (typeof volume === 'string') return [volume]
    if (isRecord(volume) && typeof volume.source === 'string') return [`${volume.source}:${String(volume.target)}`]
    return []
  })
  const options = [
    ...(service.privileged === true ? ['--privileged'] : []),
    ...(service.pid === 'host' ? ['--pid=host'] : []),
    ...(service.network_mode === 'host' ? ['--network=host'] : []),
    ...volumes.filter(each => /^[./~$]/.test(each)).flatMap(each => ['-v', wordFor(each)]),
  ]
  if (options.length === 0) return []
  const image = typeof service.image === 'string' ? service.image : 'image'
  return [{ ...trigger, text: `docker run ${options.join(' ')} ${wordFor(image)}`, line }]
}

/** `initializeCommand` runs on the machine itself, before any container is there; the others run in the container. */
function readDevcontainer(file: ScannedFile): SourceResult {
  const { data, problem } = jsonOf(file)
  const trigger: Trigger = { when: 'on opening in a dev container', starts: 'by_itself' }
  const initial = data.initializeCommand
  const texts =
    typeof initial === 'string'
      ? [initial]
      : Array.isArray(initial)
        ? [stringsOf(initial).map(wordFor).join(' ')]
        : isRecord(initial)
          ? Object.values(initial).map(each =>
              Array.isArray(each) ? stringsOf(each).map(wordFor).join(' ') : String(each),
            )
          : []
  const here = texts.map(text => ({
    ...trigger,
    text,
    line: lineOf(file.text, text, lineOfKey(file.text, 'initializeCommand')),
  }))
  const mounts = listOf(data.mounts).flatMap(each => mountOf(each))
  const given = [...stringsOf(data.runArgs), ...mounts.flatMap(each => ['-v', each])]
  const container =
    given.length === 0
      ? []
      : [
          {
            ...trigger,
            text: `docker run ${given.map(wordFor).join(' ')} image`,
            line: lineOfKey(file.text, mounts.length > 0 ? 'mounts' : 'runArgs'),
          },
        ]
  return { commands: [...here, ...container], ...(problem !== undefined && { problem }) }
}

/** `source=/a,target=/b,type=bind`. */
function mountOf(mount: unknown): readonly string[] {
  const text = isRecord(mount)
    ? Object.entries(mount)
        .map(([key, value]) => `${key}=${String(value)}`)
        .join(',')
    : String(mount)
  const source = /(?:^|,)(?:source|src)=([^,]+)/.exec(text)?.[1]
  const target = /(?:^|,)(?:target|dst|destination)=([^,]+)/.exec(text)?.[1]
  if (source === undefined || target === undefined || !/^[./~$]/.test(source)) return []
  return [`${source.replace(/\$\{localEnv:(\w+)\}/g, '$$$1').replace(/\$\{localWorkspaceFolder\}/g, '.')}:${target}`]
}

export const BUILD_SOURCES: readonly ScanSource[] = [
  { files: /\/(GNU)?[Mm]akefile$|\.(mk|mak)$/, trigger: MAKE, read: readCommands(MAKE) },
  { files: /\/\.?[Jj]ustfile$|\.just$/, trigger: JUST, read: readCommands(JUST) },
  { files: /\/[Tt]askfile[\w.-]*\.ya?ml$/, trigger: TASK, read: readCommands(TASK) },
  { files: /\/Rakefile$|\.rake$/, trigger: RAKE, read: readCommands(RAKE) },
  {
    files: /\/(Dockerfile|Containerfile)[\w.-]*$|\.(Dockerfile|containerfile)$/,
    trigger: { when: 'on docker build', starts: 'elsewhere' },
    read: readDockerfile,
  },
  {
    files: /\/(docker-|podman-)?compose[\w.-]*\.ya?ml$/,
    trigger: onRequest('on docker compose up'),
    read: readCompose,
  },
  {
    files: /\/(\.devcontainer\/(.+\/)?devcontainer|\.devcontainer)\.json$/,
    trigger: { when: 'on opening in a dev container', starts: 'by_itself' },
    read: readDevcontainer,
  },
  { files: /\/Vagrantfile$/, trigger: onRequest('on vagrant up') },
  { files: /\/(noxfile|fabfile|dodo|tasks|pavement)\.py$/, trigger: onRequest('when its task is run') },
  { files: /\/(gulpfile|Gruntfile|Jakefile)\.[cm]?[jt]s$/, trigger: onRequest('when its task is run') },
  {
    files: /\/Procfile[\w.-]*$/,
    trigger: onRequest('when the processes are started'),
    read: readCommands(onRequest('when the processes are started')),
  },
  { files: /\/(tox\.ini)$/, trigger: onRequest('on tox') },
]
