/** Policies in a directory: one that is mounted, or what a web server serves. */
import { existsSync, mkdirSync, readFileSync, renameSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { MOST_BYTES } from '../bundle.ts'
import { PolicyError } from '../error.ts'
import { fileOf, nothingPublished, type OpenSource } from '../source.ts'

export const openFile: OpenSource = url => {
  const directory = fileURLToPath(new URL(url.href))
  return directorySource(directory, url.href)
}

/** `where`: for people. */
export function directorySource(directory: string, where: string): ReturnType<OpenSource> {
  const newest = async (audience: string): Promise<string | undefined> => {
    const file = join(directory, fileOf(audience))
    if (!existsSync(file)) return undefined
    const stat = statSync(file)
    if (!stat.isFile() || stat.size > MOST_BYTES) throw new PolicyError(`${file} is no policy`)
    return readFileSync(file, 'utf8')
  }
  return {
    newest,
    async fetch(audience) {
      const envelope = await newest(audience)
      if (envelope === undefined) throw nothingPublished(audience, where)
      return { envelope, etag: '' }
    },
    async publish(envelope, { audience }) {
      mkdirSync(directory, { recursive: true })
      const file = join(directory, fileOf(audience))
      writeFileSync(`${file}.${process.pid}.tmp`, envelope)
      renameSync(`${file}.${process.pid}.tmp`, file)
    },
  }
}
