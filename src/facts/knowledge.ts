/** The built-in command models, read where they are needed: the build lays them out by the first letter of the program. */
import { readFileSync } from 'node:fs'
import { memo } from '../memo.ts'
import type { CommandModel, Models } from '../shell/model.ts'

/** Models from the directory `commands` in `dist`. A program that nobody described has none. */
export function builtinModels(dist: string): Models {
  const bucket = memo((letter: number) => readBucket(`${dist}/commands/${letter}.json`))
  return program => {
    const letter = program.codePointAt(0)
    if (letter === undefined) return undefined
    const models = bucket(letter)
    return Object.hasOwn(models, program) ? models[program] : undefined
  }
}

function readBucket(file: string): Readonly<Record<string, CommandModel>> {
  try {
    return JSON.parse(readFileSync(file, 'utf8'))
  } catch (error) {
    // No program begins with this letter. Anything else is a broken installation, and must not look like harmlessness.
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return {}
    throw error
  }
}

/**
 * What the running reviewer is made of: the installed package and its Node. In a checkout only what runs, so that the
 * reviewer can be worked on under its own eyes.
 */
export function ownFiles(packageRoot: string): readonly string[] {
  const installed = packageRoot.includes('/node_modules/')
  return [...(installed ? [packageRoot] : [`${packageRoot}/bin`, `${packageRoot}/dist`]), process.execPath]
}
